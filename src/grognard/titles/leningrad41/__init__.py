"""Leningrad '41: What if Manstein had Attacked? (Decision Games 2011)."""
