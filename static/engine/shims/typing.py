"""The typing module as far as scoring/ needs it under MicroPython."""

from collections import namedtuple

TYPE_CHECKING = False


def NamedTuple(name, fields):
    return namedtuple(name, [field[0] for field in fields])
