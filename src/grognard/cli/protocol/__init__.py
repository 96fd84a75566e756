"""The engine protocol: JSON lines on standard input and output."""
