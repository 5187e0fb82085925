"""The parts of the table's screen."""
