"""A temporary file sent in chunks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import IO

CHUNK = 1 << 16  # bytes
IN_MEMORY = 1 << 20  # bytes; a larger one is on the disk


def chunks_of(file: IO[bytes]) -> Iterator[bytes]:
    """The file in chunks of CHUNK bytes, closed at its end."""
    with file:
        while chunk := file.read(CHUNK):
            yield chunk
