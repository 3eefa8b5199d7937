"""The page of records."""
