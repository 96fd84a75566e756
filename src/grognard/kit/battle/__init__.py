"""Mechanisms shared by battles: the die, and a ledger that explains itself line by line."""
