"""Limits of the server's processes: memory heaps and open files."""

from __future__ import annotations

import contextlib
import ctypes
import resource

MAX_CONNECTIONS = 4000  # kept open by a worker; one more waits until another goes
M_ARENA_MAX = -8  # of malloc.h


def share_heaps() -> None:
    """Let all threads share two heaps where the C library would give each its own: only one runs at a time anyway."""
    with contextlib.suppress(AttributeError, OSError, TypeError):  # elsewhere than on GNU systems
        ctypes.CDLL(None).mallopt(M_ARENA_MAX, 2)


def raise_file_limit() -> None:
    """Let the server have two files open for every connection, as far as the hard limit allows."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 2 * MAX_CONNECTIONS if hard == resource.RLIM_INFINITY else min(2 * MAX_CONNECTIONS, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
