"""Hex maps: terrain, rivers, roads, names, and the whole sheet."""
