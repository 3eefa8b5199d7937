"""Two people, together and against each other."""
