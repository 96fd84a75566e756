"""What helps the players and decides nothing: odds, supply lines, charts, position checks."""
