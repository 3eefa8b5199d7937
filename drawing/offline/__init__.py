"""Pages that a phone draws by itself while it has no network, from what it keeps."""
