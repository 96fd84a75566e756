"""Hex grids, boards of hexes, and how far units get on them."""
