"""A game at the terminal: what a player types, and what is answered."""
