"""The bench: what deals, pages and crowds cost, all in one run, so that figures can be compared. `./run bench`."""
