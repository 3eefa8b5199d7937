"""What is told of an evening without looking at others: sentences by code, each in turns of phrase."""

from __future__ import annotations

from scoring.words import message

TONIGHT: dict[str, tuple[str | tuple[str, str], ...]] = {
    "comeback": (
        message("{game} looked lost for {who}: {chance} in 100. It was won."),
        message("{chance} in 100 was all that {game} left to {who}; it was enough."),
    ),
    "comeback_by": (
        message("{chance} in 100 for {who} in {game}, until {by}’s {what} turned it."),
        message("{by}’s {what} saved {game}: {who} stood at {chance} in 100."),
    ),
    "comeback_by_bid": (
        message("{chance} in 100 for {who} in {game}, until {by} made a bid of {bid}."),
        message("{by}’s {bid} saved {game}: {who} stood at {chance} in 100."),
    ),
    "turn": (
        message("Deal {deal} turned {game} for {who}: {chance} in 100 became {now}."),
        message("{chance} in 100, then deal {deal}, then {now}: so {game} came to {who}."),
    ),
    "turn_by": (
        message("{by}’s {what} turned {game}: {chance} in 100 became {now}."),
        message("It was {by}’s {what} that decided {game}: from {chance} in 100 to {now}."),
    ),
    "turn_by_bid": (
        message("{by} bid {bid} on deal {deal} and turned {game}: {chance} in 100 became {now}."),
        message("The {bid} that {by} made on deal {deal} turned {game}: from {chance} in 100 to {now}."),
    ),
    "open_end": (
        message("{game} was open to the end: {chance} in 100 for {who} before deal {deal}, the last."),
        message("Only deal {deal}, the last, decided {game}; before it {who} stood at {chance} in 100."),
    ),
    "ahead": (
        message("In {game} the odds stayed with {who} through all {n} deals."),
        message("{n} deals of {game}, and {who} never fell behind."),
    ),
    "to_nothing": (
        message("{game} to nothing: {score} for {who}."),
        message("{score} for {who} in {game}: the others never opened their account."),
    ),
    "narrow": (
        message("{game} could hardly have been closer: {score} for {who}."),
        message("Only {n} apart in {game}: {score} for {who}."),
    ),
    "wide_margin": (
        message("{game} was clear: {score} for {who}."),
        message("A clear {score} for {who} in {game}."),
    ),
    "rare_made": (
        message("{who} made {what} on deal {deal} of {game}."),
        message("{what}, called and made: {who}, deal {deal} of {game}."),
    ),
    "rare_lost": (
        message("{who} called {what} on deal {deal} of {game} and lost it."),
        message("{who} dared {what} on deal {deal} of {game}; the cards said no."),
    ),
    "rare_made_ever": (
        message("{who} made {what} in {game}: the first ever here."),
        message("Never seen here before: {what}, made by {who}."),
    ),
    "rare_lost_ever": (message("{who} called {what} in {game} and lost it: the first ever here."),),
    "rare_made_since": (
        message("{who} made {what} in {game}, the first since {since}."),
        message("{what} at last: {who} made it, as nobody had since {since}."),
    ),
    "rare_lost_since": (message("{who} called {what} in {game} and lost it, the first since {since}."),),
    "kept_bids": (
        message("{who} made every bid: {n} of {n}."),
        message("{n} bids, {n} made: {who}’s evening."),
    ),
    "busiest": (message("{who} played {n} of the {of} bids."),),
    "corrected": (message("In {game} {n} entries were put right afterwards."),),
    "disputed": (message("What stood on the sheet of {game} was disputed: {n}."),),
    "won_all": (
        message("{who} won all {n} that they played."),
        message("Unbeaten tonight: {who}, {n} of {n}."),
    ),
    "late_luck": (
        message("{who} lost the first {n} and won the last {m}."),
        message("After {n} losses came {m} wins for {who}."),
    ),
    "row": (
        message("{who} won {n} in a row."),
        message("{n} wins one after the other for {who}."),
    ),
    "many_games": (message("{who} won in {n} different games."),),
    "purse": (
        message("{money} went home with {who}."),
        message("The purse was {who}’s: {money}."),
    ),
}
