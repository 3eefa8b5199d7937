"""The second interpreter: scoring/ under MicroPython, as a phone runs it, inside the test browser."""
