"""The engine: knows nothing of any particular wargame."""
