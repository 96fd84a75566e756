"""One module for each subcommand of `grognard` that is not play itself."""
