"""What every drawing uses: geometry, SVG, lettering, symbols, and what stands around a map."""
