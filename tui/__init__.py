"""The command line and the Textual app."""
