"""What the table writes down for a deal of Boomke Wies, with an auction and without one."""

from __future__ import annotations

from scoring.words import SUITS, calls, choice, count, message, pick, seat

BOOM = 13
CONTRACTS = tuple(choice(bid, str(bid)) for bid in range(7, BOOM)) + (
    choice(BOOM, message("Boom"), message("all thirteen tricks")),
    choice("meetje", message("Meetje"), message("nobody bid: the side with seven tricks or more scores")),
)
CALLS = (choice("pass", message("Pass")),) + CONTRACTS
TRUMP = pick("trump", message("Trump"), SUITS, "bid", optional=True)
AUCTION_FIELDS = (
    seat("declarer", message("Who bids"), "bid", optional=True),
    pick("contract", message("Bid"), CONTRACTS, "bid"),
    TRUMP,
    calls(message("The auction, call by call"), CALLS),
    count("tricks", message("Tricks of the bidding side"), BOOM, optional=True),
)
SIMPLE_FIELDS = (TRUMP, count("tricks", message("Tricks of the first side"), BOOM))
