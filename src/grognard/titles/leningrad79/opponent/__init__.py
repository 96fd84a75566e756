"""The computer players of this title."""
