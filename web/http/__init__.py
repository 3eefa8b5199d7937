"""HTTP plumbing: requests, answers, errors, session, headers."""
