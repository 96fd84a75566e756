"""Assault on Leningrad, and Assault on Stalingrad, which shares its rules."""
