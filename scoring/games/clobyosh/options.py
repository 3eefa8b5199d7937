"""The house rules of Clobyosh."""

from __future__ import annotations

from scoring.words import choice, message, number, one_of, yes_no

OPTIONS = (
    number(
        "target",
        message("Played to"),
        501,
        1,
        1000000000,
        message("The first to reach this many points wins. Some tables play to 500."),
        True,
    ),
    one_of(
        "equal_totals",
        message("A maker with equal points"),
        (
            choice("maker_zero", message("scores nothing"), message("66 to 66: 0 and 66")),
            choice(
                "held",
                message("has them held over"),
                message("66 to 66: 0 and 66, and 66 for the next deal’s winner"),
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
            choice(
                "deal_winner",
                message("the winner of this one"),
                message("if equal, the winner of the last trick"),
            ),
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
