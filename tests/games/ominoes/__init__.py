"""Ominoes: its own rules, besides what the test kit asks of every game."""
