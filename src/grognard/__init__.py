"""Grognard: board wargames playable on a computer, exactly by their rulebooks."""

__version__ = "0.1.0"
