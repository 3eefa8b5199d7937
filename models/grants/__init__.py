"""Links that let somebody in: the spoken code and the standing link of an evening."""
