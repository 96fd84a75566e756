"""The laboratory: games that computers play against each other, counted and rated."""
