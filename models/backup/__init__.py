"""Backups of the database: copies, their schedule, restore."""
