"""Previews: what a change would do, shown before it is made."""
