"""Aids for players of *Demyansk Shield*."""
