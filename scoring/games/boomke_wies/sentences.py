"""The English wording of every code of Boomke Wies."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.words import message, plural_message

if TYPE_CHECKING:
    from scoring.words import Wording

SENTENCES: dict[str, Wording] = {
    "all_tricks": message("bid {bid}, took all thirteen"),
    "beaten": message("beat the bid of {bid} with {tricks} tricks"),
    "boom_beaten": message("beat a Boom"),
    "boom_lost": message("Boom lost"),
    "boom_made": message("Boom made"),
    "boom_story_lost": message("Boom, lost a trick"),
    "boom_story_made": message("Boom, took all thirteen"),
    "calls_after_end": message("The auction was over before call {call}"),
    "calls_differ": message("The auction ends with another bid"),
    "calls_dealer_must": message("After three passes the dealer must call"),
    "calls_forced": message("After three passes the dealer says 7, Boom or Meetje"),
    "calls_meetje": message("Meetje is for the dealer after three passes"),
    "calls_not_higher": message("Call {call} is not higher than the last bid"),
    "calls_unfinished": message("The auction is not finished"),
    "deal_cards": message("{dealer} may shuffle, {other} cuts; {dealer} deals 13 each, as 4-4-5 or 5-4-4"),
    "deal_simple": message("{dealer} may shuffle, {other} cuts; {dealer} deals 13 each, as 4-4-4-1"),
    "dealer_leads_meetje": message("{dealer} leads; the suit led is trump"),
    "dealer_names_meetje": message("{dealer} names trump, {seat} leads"),
    "dealer_only": message("{dealer} only"),
    "declarer_leads": message("{seat} leads; the suit led is trump"),
    "extra_deal": message("Time is up and the totals are equal: this deal decides"),
    "ahead": message("ahead when time was up"),
    "ahead_open": message("ahead when we stopped"),
    "first_there": message("first to {target}"),
    "most_after": message("ahead after {deals} deals"),
    "last_deal": message("The last deal"),
    "level_deal": message("The totals are equal: this deal decides"),
    "length_needed": message("Say how many"),
    "made": message("bid {bid}, took {tricks}"),
    "meetje_fine": plural_message("{n} trick short in a Meetje", "{n} tricks short in a Meetje"),
    "meetje_for_dealer": message("Only the dealer can call Meetje"),
    "meetje_majority": message("the majority in a Meetje: {tricks}"),
    "meetje_story": message("Meetje, took {tricks}"),
    "need_ahead": message("ahead of the other side"),
    "need_all": message("all 13 tricks make it"),
    "need_any": message("any trick beats the Boom"),
    "need_beat": plural_message("{n} trick beats it", "{n} tricks beat it"),
    "need_made": plural_message("{n} trick makes it", "{n} tricks make it"),
    "need_majority": message("7 tricks score in the Meetje"),
    "need_level": plural_message("{n} trick for a tie: one more deal", "{n} tricks for a tie: one more deal"),
    "need_win": plural_message("{n} trick to win the match", "{n} tricks to win the match"),
    "need_win_or_level": plural_message(
        "{n} trick to win the match, {tie} for a tie: one more deal",
        "{n} tricks to win the match, {tie} for a tie: one more deal",
    ),
    "need_points": plural_message("{n} point to win", "{n} points to win"),
    "pending": message("{seat} said"),
    "pending_bare": message("said so far"),
    "short": message("bid {bid}, took {tricks}"),
    "speaks": message("{seat} speaks first"),
    "speaks_now": message("{seat} speaks"),
    "stakes": message("{up_gain} {down_gain}"),
    "stakes_short": message("{up_gain} {down_gain}\u2060…\u2060{most_gain}"),  # no line ends at the dots
    "simple_story": message("{tricks} tricks to {others}"),
    "simple_head": message("{side}"),
    "seat_head": message("{seat}"),
    "tricks": message("{tricks} tricks"),
    "turn_up": message("The dealer’s last card is trump"),
}
