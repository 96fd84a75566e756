"""*Demyansk Shield: The Frozen Fortress* (Legion): its data."""
