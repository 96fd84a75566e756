"""The data files of the game and the modules that load them."""
