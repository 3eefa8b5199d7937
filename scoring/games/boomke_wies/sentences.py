"""The English wording of every code of Boomke Wies."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.words import many, say

if TYPE_CHECKING:
    from scoring.words import Wording

SENTENCES: dict[str, Wording] = {
    "all_tricks": say("bid {bid}, took all thirteen"),
    "beaten": say("beat the bid of {bid} with {tricks} tricks"),
    "boom_beaten": say("beat a Boom"),
    "boom_lost": say("Boom lost"),
    "boom_made": say("Boom made"),
    "boom_story_lost": say("Boom, lost a trick"),
    "boom_story_made": say("Boom, took all thirteen"),
    "calls_after_end": say("The auction was over before call {call}"),
    "calls_differ": say("The auction ends with another bid"),
    "calls_dealer_must": say("After three passes the dealer must call"),
    "calls_forced": say("After three passes the dealer says 7, Boom or Meetje"),
    "calls_meetje": say("Meetje is for the dealer after three passes"),
    "calls_not_higher": say("Call {call} is not higher than the last bid"),
    "calls_unfinished": say("The auction is not finished"),
    "deal_cards": say("{dealer} may shuffle, {other} cuts; {dealer} deals 13 each, as 4-4-5 or 5-4-4"),
    "deal_simple": say("{dealer} may shuffle, {other} cuts; {dealer} deals 13 each, as 4-4-4-1"),
    "dealer_leads_meetje": say("{dealer} leads; the suit led is trump"),
    "dealer_names_meetje": say("{dealer} names trump, {seat} leads"),
    "dealer_only": say("{dealer} only"),
    "declarer_leads": say("{seat} leads; the suit led is trump"),
    "extra_deal": say("Time is up and the totals are equal: this deal decides"),
    "ahead": say("ahead when time was up"),
    "ahead_open": say("ahead when we stopped"),
    "first_there": say("first to {target}"),
    "most_after": say("ahead after {deals} deals"),
    "last_deal": say("The last deal"),
    "level_deal": say("The totals are equal: this deal decides"),
    "length_needed": say("Say how many"),
    "made": say("bid {bid}, took {tricks}"),
    "meetje_fine": many("{n} trick short in a Meetje", "{n} tricks short in a Meetje"),
    "meetje_for_dealer": say("Only the dealer can call Meetje"),
    "meetje_majority": say("the majority in a Meetje: {tricks}"),
    "meetje_story": say("Meetje, took {tricks}"),
    "need_ahead": say("ahead of the other side"),
    "need_all": say("all 13 tricks make it"),
    "need_any": say("any trick beats the Boom"),
    "need_beat": many("{n} trick beats it", "{n} tricks beat it"),
    "need_made": many("{n} trick makes it", "{n} tricks make it"),
    "need_majority": say("7 tricks score in the Meetje"),
    "need_level": many("{n} trick for a tie: one more deal", "{n} tricks for a tie: one more deal"),
    "need_win": many("{n} trick to win the match", "{n} tricks to win the match"),
    "need_win_or_level": many(
        "{n} trick to win the match, {tie} for a tie: one more deal",
        "{n} tricks to win the match, {tie} for a tie: one more deal",
    ),
    "need_points": many("{n} point to win", "{n} points to win"),
    "pending": say("{seat} said"),
    "pending_bare": say("said so far"),
    "short": say("bid {bid}, took {tricks}"),
    "speaks": say("{seat} speaks first"),
    "speaks_now": say("{seat} speaks"),
    "stakes": say("{up_gain} {down_gain}"),
    "stakes_short": say("{up_gain} {down_gain}\u2060…\u2060{most_gain}"),  # no line ends at the dots
    "simple_story": say("{tricks} tricks to {others}"),
    "simple_head": say("{side}"),
    "seat_head": say("{seat}"),
    "tricks": say("{tricks} tricks"),
    "turn_up": say("The dealer’s last card is trump"),
}
