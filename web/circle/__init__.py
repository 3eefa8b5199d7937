"""A circle: its players, links, house rules, export and import."""
