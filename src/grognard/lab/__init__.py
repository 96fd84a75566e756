"""The laboratory: games between computers, measured and rated."""
