"""House rules on a form: what is typed, what it means, and its fields."""
