"""The computer players of *Demyansk Shield*."""
