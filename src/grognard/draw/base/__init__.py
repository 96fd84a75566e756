"""Shared by all drawings: geometry, SVG, lettering, symbols, frames and legends."""
