"""A new match: the draft of who sits where, the draw for the deal, and how its page is drawn."""
