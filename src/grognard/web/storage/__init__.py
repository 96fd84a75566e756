"""The database: tables, events, and how they are written and read."""
