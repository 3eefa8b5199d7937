"""Charts as SVG without script: plain values in, nodes out; each says itself in words and has a table below it."""
