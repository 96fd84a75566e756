"""What a viewer is shown: positions, charts, drawings."""
