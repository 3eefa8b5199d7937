"""MicroPython never evaluates annotations: there is nothing to switch on."""

annotations = None
