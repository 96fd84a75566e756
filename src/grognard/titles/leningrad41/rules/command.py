"""[13.0, 14.0] Command control and leaders."""
