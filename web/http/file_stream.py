"""A temporary file sent in chunks."""

from __future__ import annotations

from typing import IO, TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

CHUNK = 1 << 16  # bytes
IN_MEMORY = 1 << 20  # bytes; a larger one is on the disk


def chunks_of(file: IO[bytes]) -> Iterator[bytes]:
    """The file in chunks of CHUNK bytes, closed at its end."""
    with file:
        while chunk := file.read(CHUNK):
            yield chunk
