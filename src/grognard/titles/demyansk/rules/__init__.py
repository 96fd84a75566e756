"""The rules of *Demyansk Shield*: one module for each section of the rulebook."""
