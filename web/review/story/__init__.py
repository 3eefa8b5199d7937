"""The story of an evening: its sentences, its page, the picture of it to share."""
