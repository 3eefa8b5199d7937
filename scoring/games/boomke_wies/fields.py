"""What the table writes down for a deal of Boomke Wies, with an auction and without one."""

from __future__ import annotations

from scoring.words import SUITS, calls, choice, count, pick, say, seat

BOOM = 13
CONTRACTS = tuple(choice(bid, str(bid)) for bid in range(7, BOOM)) + (
    choice(BOOM, say("Boom"), say("all thirteen tricks")),
    choice("meetje", say("Meetje"), say("nobody bid: the side with seven tricks or more scores")),
)
CALLS = (choice("pass", say("Pass")),) + CONTRACTS
TRUMP = pick("trump", say("Trump"), SUITS, "bid", optional=True)
AUCTION_FIELDS = (
    seat("declarer", say("Who bids"), "bid", optional=True),
    pick("contract", say("Bid"), CONTRACTS, "bid"),
    TRUMP,
    calls(say("The auction, call by call"), CALLS),
    count("tricks", say("Tricks of the bidding side"), BOOM, optional=True),
)
SIMPLE_FIELDS = (TRUMP, count("tricks", say("Tricks of the first side"), BOOM))
