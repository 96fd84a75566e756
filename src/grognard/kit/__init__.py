"""Mechanisms that titles share: functions of their data."""
