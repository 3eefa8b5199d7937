"""Session, headers, errors."""
