"""What battles share: a computation that explains itself, line by line."""
