"""Head of a request, as far as it must be known before a thread reads it: how much is still to come, and who asks."""

from __future__ import annotations

import re
from typing import NamedTuple

END = b"\r\n\r\n"
LARGEST = 64 << 10  # bytes of a head; browsers send less than 8 KiB
AWAITED = 64 << 10  # bytes of a body that is awaited before a thread has it
LENGTH = re.compile(rb"\r\ncontent-length:[ \t]*(\d{1,15})[ \t]*\r\n", re.IGNORECASE)
STREAMED = re.compile(rb"\r\n(?:transfer-encoding|expect):", re.IGNORECASE)
FORWARDED = re.compile(rb"\r\nx-forwarded-for:([^\r\n]*)", re.IGNORECASE)


class Head(NamedTuple):
    """size: bytes of the body, 0 when unknown; streamed: a thread must read the body while it arrives."""

    text: bytes
    size: int
    streamed: bool

    def told(self, proxies: int) -> str:
        """The visitor's address as so many proxies in front tell it; "" when they do not."""
        hops = b",".join(FORWARDED.findall(self.text)).split(b",")
        return hops[-proxies].strip().decode("latin-1") if len(hops) >= proxies else ""


def head_of(text: bytes) -> Head:
    """What a whole head, its empty line included, says. What is wrong with it is found by gunicorn's own parser."""
    found = LENGTH.search(text)
    size = int(found[1]) if found else 0
    return Head(text, size, size > AWAITED or STREAMED.search(text) is not None)
