"""Boards of areas."""
