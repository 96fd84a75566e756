"""The rules of *Leningrad '41*: one module for each section of the rulebook."""
