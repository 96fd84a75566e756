"""Area maps: outlines, names, boxes and tracks, and the whole sheet."""
