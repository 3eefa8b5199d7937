"""What the table writes down for a deal of Clobyosh, and the points that are no card points."""

from __future__ import annotations

from scoring.words import SUITS, flag, message, pick, points, seat, sequences

MOST = 146  # all the points of 18 cards out of 32
LEAST = 18
LAST_TRICK = 10
BELA = 20
FIELDS = (
    seat(
        "maker",
        message("Who makes trump"),
        "bid",
        optional=True,
        help=message("Nobody: four passes, forehand deals again."),
    ),
    flag("turned", message("Took the turned suit"), "bid", help=message("No: named a suit in the second round.")),
    pick("trump", message("Trump"), SUITS, "bid", optional=True),
    points(
        "cards",
        message("Card points"),
        MOST,
        per="seat",
        optional=True,
        help=message("The points of the cards won in tricks, without the ten for the last trick."),
    ),
    seat(
        "last_trick",
        message("Last trick"),
        "play",
        optional=True,
        help=message("The winner of the ninth trick: 10 points."),
    ),
    seat(
        "bela",
        message("Bela"),
        "play",
        optional=True,
        help=message("Had king and queen of trump and said so: 20 points."),
    ),
    sequences(
        message("Sequences"), help=message("What each player declared: length and top card. Who scores is worked out.")
    ),
    points(
        "sequence_points",
        message("Sequence points"),
        100,
        per="seat",
        optional=True,
        help=message("Instead of the sequences, when you have settled who scores and how much."),
    ),
    seat(
        "no_trick", message("Won no trick"), "play", optional=True, help=message("Without a trick no sequence counts.")
    ),
    seat(
        "claim",
        message("Claims"),
        "play",
        optional=True,
        help=message("Said during play that the target is reached."),
    ),
)
