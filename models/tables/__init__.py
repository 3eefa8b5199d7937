"""Tables: one file a subject, with the queries that belong to it."""
