"""The spoken code and the standing link of an evening."""
