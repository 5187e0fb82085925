"""One package a game; each exports `GAME`, its one object of rules."""
