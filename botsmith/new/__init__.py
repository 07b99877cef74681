"""The skeleton of a new contest: files that build, play, verify and test at once."""
