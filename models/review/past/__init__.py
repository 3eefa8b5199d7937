"""The past of a circle: its finished matches, its people, brought up to date with the logs."""
