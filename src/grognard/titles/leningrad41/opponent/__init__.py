"""The computer players of *Leningrad '41*."""
