"""How sure a number is: rates with bands, comparisons, luck, runs."""
