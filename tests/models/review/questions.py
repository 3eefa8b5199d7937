"""The questions of people about their evenings, and where each is answered: number -> (endpoint, the question)."""

QUESTIONS = {
    4: ("ask.show_questions", "With whom do I win?"),
    5: ("pair.show_pair", "…more than our ratings say (chemistry)?"),
    6: ("ask.show_questions", "Against whom do I lose, whom do I beat?"),
    7: ("ask.show_never", "Who was I partner with least? Who never met?"),
    14: ("year.show_year", "What did we play this year?"),
    18: ("ask.show_luck", "How much of our results is luck?"),
    19: ("ask.show_questions", "Does the one who writes win more?"),
    20: ("ask.show_questions", "Does it go worse after midnight? First match against last?"),
    21: ("ask.show_other_rule", "What would the table look like under the other house rules?"),
    23: ("season.show_season", "How does the season stand; who can still win it?"),
}
