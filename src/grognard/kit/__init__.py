"""Mechanisms shared by several titles, as functions of their data."""
