"""Aids for players of *Leningrad '41*."""
