"""What the table writes down for a deal of Clobyosh, and the points that are no card points."""

from __future__ import annotations

from scoring.words import SUITS, flag, pick, points, say, seat, sequences

MOST = 146  # all the points of 18 cards out of 32
LEAST = 18
LAST_TRICK = 10
BELA = 20
FIELDS = (
    seat("maker", say("Who makes trump"), "bid", optional=True, help=say("Nobody: four passes, forehand deals again.")),
    flag("turned", say("Took the turned suit"), "bid", help=say("No: named a suit in the second round.")),
    pick("trump", say("Trump"), SUITS, "bid", optional=True),
    points(
        "cards",
        say("Card points"),
        MOST,
        per="seat",
        optional=True,
        help=say("The points of the cards won in tricks, without the ten for the last trick."),
    ),
    seat("last_trick", say("Last trick"), "play", optional=True, help=say("The winner of the ninth trick: 10 points.")),
    seat(
        "bela",
        say("Bela"),
        "play",
        optional=True,
        help=say("Had king and queen of trump and said so: 20 points."),
    ),
    sequences(say("Sequences"), help=say("What each player declared: length and top card. Who scores is worked out.")),
    points(
        "sequence_points",
        say("Sequence points"),
        100,
        per="seat",
        optional=True,
        help=say("Instead of the sequences, when you have settled who scores and how much."),
    ),
    seat("no_trick", say("Won no trick"), "play", optional=True, help=say("Without a trick no sequence counts.")),
    seat(
        "claim",
        say("Claims"),
        "play",
        optional=True,
        help=say("Said during play that the target is reached."),
    ),
)
