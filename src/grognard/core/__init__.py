"""The engine: it knows no wargame."""
