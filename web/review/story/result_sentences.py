"""The first and the last line of a story: sentences by code, each in turns of phrase.

A pair of sentences is for one person ({who}) and for several ({both}), whose verb other languages need in the plural.
"""

from __future__ import annotations

from scoring.words import message

RESULT: dict[str, tuple[str | tuple[str, str], ...]] = {
    "result_beat": (
        (
            message("{who} beat {whom} {score}."),
            message("{both} beat {whom} {score}."),
        ),
        (
            message("{score}: {who} against {whom}."),
            message("{score}: {both} against {whom}."),
        ),
    ),
    "result_match": (
        (
            message("{who} won {game}."),
            message("{both} won {game}."),
        ),
        message("{game} went to {who}."),
    ),
    "result_match_shared": (message("{people} shared {game}."),),
    "result_all": (
        (
            message("{who} won every match, all {n}."),
            message("{both} won every match, all {n}."),
        ),
        (
            message("{n} matches, and {who} won them all."),
            message("{n} matches, and {both} won them all."),
        ),
    ),
    "result_both": (
        (
            message("{who} won both matches."),
            message("{both} won both matches."),
        ),
        message("Both matches went to {who}."),
    ),
    "result_most": (
        (
            message("{who} won most: {n} of {of}."),
            message("{both} won most: {n} of {of}."),
        ),
        (
            message("The evening went to {who}, with {n} of {of}."),
            message("The evening went to {both}, with {n} of {of}."),
        ),
    ),
    "result_shared": (
        message("{people} won {n} each, of {of}."),
        message("Level at the top, with {n} of {of}: {people}."),
    ),
    "result_sides": (
        message("{who} {n}, {whom} {m}."),
        message("{n} to {m}: {who} against {whom}."),
    ),
    "result_level": (
        message("{who} and {whom} won {n} each."),
        message("{n} all: {who} and {whom} parted level."),
    ),
    "result_played": (message("{matches} were played."),),
    "frame": (message("{deals} in {matches}."),),
    "frame_length": (
        message("{deals} in {length}."),
        message("{length}, {deals}, {matches}."),
    ),
    "frame_first": (message("{deals}: the first evening of all."),),
    "frame_back": (
        message("{deals}, the first evening since {since}."),
        message("Together again, for the first time since {since}: {deals}."),
    ),
    "frame_longest": (
        message("{deals} in {length}: the longest evening so far."),
        message("No evening was longer: {length}, {deals}."),
    ),
    "frame_longest_year": (
        message("{deals} in {length}: the longest evening of {year}."),
        message("In {year} no evening was longer: {length}, {deals}."),
    ),
    "frame_nth": (message("{deals}; evening number {nth}."),),
    "frame_place": (message("{deals}, for the first time at this place: {place}."),),
}
