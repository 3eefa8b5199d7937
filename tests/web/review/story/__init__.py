"""The story of an evening: its sentences, its page, its picture."""
