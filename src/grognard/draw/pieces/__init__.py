"""Counters and blocks."""
