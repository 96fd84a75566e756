"""Games in progress: rooms, seats, live updates, and the computer players."""
