"""The bench: what a deal, a page and an unchanged question cost. `./run bench` prints all of it in one run."""
