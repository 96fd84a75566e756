"""Colours and typefaces, once for each theme."""
