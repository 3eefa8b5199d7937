"""Phones that were without a network: whether there is a line, the tails that they send, what two phones wrote."""
