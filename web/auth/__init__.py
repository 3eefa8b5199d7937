"""Who may do what: grants in the session, links, permissions, rate limits."""
