"""The files in hearts/ are tests of the copy in which they are laid, not of this house."""

from __future__ import annotations

collect_ignore = ["hearts"]
