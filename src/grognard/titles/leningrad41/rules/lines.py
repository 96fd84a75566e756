"""[10.6 - 10.9] Range, lines of fire and spotting."""
