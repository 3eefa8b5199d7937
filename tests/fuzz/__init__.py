"""The fuzz: malformed requests over every route, the same for the same seed, on any database."""
