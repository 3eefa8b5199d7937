"""HTTP plumbing: request, session, headers, errors, ETags."""
