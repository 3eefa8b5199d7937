"""Clobyosh: its house rules, and what the table writes down of a deal."""

from __future__ import annotations

from scoring.words import LARGEST, SUITS, choice, flag, message, number, one_of, pick, points, seat, sequences, yes_no

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
        "claim", message("Claims"), "play", optional=True, help=message("Said during play that the target is reached.")
    ),
)


OPTIONS = (
    number(
        "target",
        message("Played to"),
        501,
        1,
        LARGEST,
        message("The first to reach this many points wins. Some tables play to 500."),
        True,
    ),
    one_of(
        "equal_totals",
        message("A maker with equal points"),
        (
            choice("maker_zero", message("scores nothing"), message("66 to 66: 0 and 66")),
            choice(
                "held", message("has them held over"), message("66 to 66: 0 and 66, and 66 for the next deal’s winner")
            ),
            choice("all_to_opponent", message("loses it all"), message("66 to 66: 0 and 132")),
            choice("both_keep", message("keeps it"), message("66 to 66: 66 each")),
        ),
        message("What happens when both made the same; the maker promised more."),
        disputed=True,
    ),
    one_of(
        "equal_sequences",
        message("Equal best sequences"),
        (
            choice("forehand", message("forehand scores"), message("whoever declared first")),
            choice("nobody", message("nobody scores")),
        ),
        message("Same length, same top card, neither in trumps."),
        disputed=True,
    ),
    one_of(
        "next_dealer",
        message("The next deal is dealt by"),
        (
            choice("deal_winner", message("the winner of this one"), message("if equal, the winner of the last trick")),
            choice("last_trick", message("the winner of the last trick")),
            choice("alternate", message("each in turn")),
        ),
        message("The non-dealer has the edge."),
        disputed=True,
    ),
    yes_no(
        "sequences_need_trick",
        message("A sequence needs a trick"),
        True,
        message("On: if the player with the best sequence wins no trick, nobody scores sequences. Bela always counts."),
        disputed=True,
    ),
    one_of(
        "both_over",
        message("Both reach the target, nobody claimed"),
        (
            choice("last_trick", message("last trick wins")),
            choice("higher_total", message("more points win"), message("if equal, the last trick")),
            choice("non_maker", message("the one who did not make trump wins"), message("counts first")),
        ),
        message("Who wins when both get there in the same deal?"),
    ),
    one_of(
        "false_claim",
        message("A claim that was wrong"),
        (
            choice("play_on", message("costs nothing"), message("finish the deal")),
            choice("loses_deal", message("loses the deal"), message("all that both have made goes to the other")),
        ),
        message("Somebody says that the target is reached, and it is not."),
    ),
    one_of(
        "second_round_suits",
        message("Suits to name in the second round"),
        (choice("other_three", message("the other three")), choice("any", message("any suit"))),
        message("Changes the prompts, not the score."),
    ),
    yes_no(
        "exchange_seven",
        message("Swap of the trump seven"),
        True,
        message("When the turned suit was taken, the trump seven may be swapped for the turned card."),
    ),
)
