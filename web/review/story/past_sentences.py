"""What is told of an evening beside others: sentences by code, each in turns of phrase."""

from __future__ import annotations

from scoring.words import message

PAST: dict[str, tuple[str | tuple[str, str], ...]] = {
    "run": (
        message("{who} has won {n} in a row now."),
        message("The run goes on: {n} wins in a row for {who}."),
    ),
    "run_own_best": (
        message("{who} has won {n} in a row, more than ever before."),
        message("{who}’s longest run so far: {n} wins."),
    ),
    "drought": (
        message("{who} won again, after a long wait."),
        message("The wait was over for {who}: a win."),
    ),
    "run_ended": (
        message("After {n} wins in a row {whom} met {who} in {game}."),
        message("It took {who} to end {whom}’s run of {n} wins."),
    ),
    "debut": (
        message("{who} played here for the first time."),
        message("A first evening for {who}."),
    ),
    "return": (
        message("{who} was back, for the first time since {since}."),
        message("Not seen since {since}, there again: {who}."),
    ),
    "first_win": (
        message("{who} won {game} for the first time."),
        message("A first win in {game} for {who}."),
    ),
    "first_try": (message("{who} had never played {game} before, and won it."),),
    "nth_match": (
        message("For {who} it was match number {nth}."),
        message("{nth} matches: a round number for {who}."),
    ),
    "first_together": (message("{who} were partners for the first time."),),
    "first_together_won": (
        message("{who} were partners for the first time, and won."),
        message("A new pair that won: {who}."),
    ),
    "beat_first": (message("{who} beat {whom} at last, in match number {n} against each other."),),
    "above_due": (
        message("{who} won {n} of {of}, where {due} would have been due."),
        message("A good evening for {who}: {n} of {of}, with {due} to be expected."),
    ),
    "circle_nth": (message("This {game} was match number {nth} of this circle."),),
    "record_comeback": (
        message("A record: no comeback in {game} was deeper, {n} in 100 for {who}."),
        message("From {n} in 100 nobody had ever come back in {game}, until {who}."),
    ),
    "record_longest": (
        message("A record: {n} deals of {game}; the longest before had {m}."),
        message("{n} deals: never had a {game} been longer, {m} was the most."),
    ),
    "record_shortest": (
        message("A record: {game} over in {n} deals; the shortest before took {m}."),
        message("{n} deals were enough: no {game} was ever quicker."),
    ),
    "record_turn": (message("A record: one deal of {game} turned {n} in 100 for {who}, more than any before."),),
    "record_widest": (message("A record: never was {game} won by more, {n} for {who}."),),
    "record_closest": (message("A record: never was {game} closer, {n} apart, for {who}."),),
}
