"""Backups: made, scheduled, restored."""
