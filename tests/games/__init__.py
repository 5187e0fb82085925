"""The test kit over all games: whatever stands in the catalogue is put through it, for every number of seats."""
