"""The house rules of Clobyosh."""

from __future__ import annotations

from scoring.words import choice, number, one_of, say, yes_no

OPTIONS = (
    number(
        "target",
        say("Played to"),
        501,
        1,
        1000000000,
        say("The first to reach this many points wins. Some tables play to 500."),
        True,
    ),
    one_of(
        "equal_totals",
        say("A maker with equal points"),
        (
            choice("maker_zero", say("scores nothing"), say("66 to 66: 0 and 66")),
            choice(
                "held",
                say("has them held over"),
                say("66 to 66: 0 and 66, and 66 for the next deal’s winner"),
            ),
            choice("all_to_opponent", say("loses it all"), say("66 to 66: 0 and 132")),
            choice("both_keep", say("keeps it"), say("66 to 66: 66 each")),
        ),
        say("What happens when both made the same; the maker promised more."),
        disputed=True,
    ),
    one_of(
        "equal_sequences",
        say("Equal best sequences"),
        (
            choice("forehand", say("forehand scores"), say("whoever declared first")),
            choice("nobody", say("nobody scores")),
        ),
        say("Same length, same top card, neither in trumps."),
        disputed=True,
    ),
    one_of(
        "next_dealer",
        say("The next deal is dealt by"),
        (
            choice(
                "deal_winner",
                say("the winner of this one"),
                say("if equal, the winner of the last trick"),
            ),
            choice("last_trick", say("the winner of the last trick")),
            choice("alternate", say("each in turn")),
        ),
        say("The non-dealer has the edge."),
        disputed=True,
    ),
    yes_no(
        "sequences_need_trick",
        say("A sequence needs a trick"),
        True,
        say("On: if the player with the best sequence wins no trick, nobody scores sequences. Bela always counts."),
        disputed=True,
    ),
    one_of(
        "both_over",
        say("Both reach the target, nobody claimed"),
        (
            choice("last_trick", say("last trick wins")),
            choice("higher_total", say("more points win"), say("if equal, the last trick")),
            choice("non_maker", say("the one who did not make trump wins"), say("counts first")),
        ),
        say("Who wins when both get there in the same deal?"),
    ),
    one_of(
        "false_claim",
        say("A claim that was wrong"),
        (
            choice("play_on", say("costs nothing"), say("finish the deal")),
            choice("loses_deal", say("loses the deal"), say("all that both have made goes to the other")),
        ),
        say("Somebody says that the target is reached, and it is not."),
    ),
    one_of(
        "second_round_suits",
        say("Suits to name in the second round"),
        (choice("other_three", say("the other three")), choice("any", say("any suit"))),
        say("Changes the prompts, not the score."),
    ),
    yes_no(
        "exchange_seven",
        say("Swap of the trump seven"),
        True,
        say("When the turned suit was taken, the trump seven may be swapped for the turned card."),
    ),
)
