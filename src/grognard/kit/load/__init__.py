"""Reading the data files of a title: TOML, maps, and the data packs laid over them."""
