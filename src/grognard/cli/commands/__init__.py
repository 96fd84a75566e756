"""One module for each subcommand of `grognard` except `play` and `engine`."""
