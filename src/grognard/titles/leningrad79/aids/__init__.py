"""Player aids, which decide nothing: odds, supply lines, charts, position checks."""
