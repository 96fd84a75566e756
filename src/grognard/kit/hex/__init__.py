"""Hex grids, boards of hexes, and how far units can move on them."""
