"""Names as people type them: tidied, told apart, and what is wrong with one, in words."""

from __future__ import annotations

from unicodedata import category, normalize

from web.language import gettext

LONGEST = 40
JOINERS = "\u200c\u200d"  # Persian names need the one, drawn signs the other
UNSEEN = "\ufffd"
UNSEEN_KINDS = ("Cc", "Cf", "Cs", "Zl", "Zp")


def tidy(text: str) -> str:
    """The name with nothing around it and single blanks inside; what cannot be seen stands as a mark of its own."""
    parts = normalize("NFC", text).strip().split(" ")
    return " ".join("".join(map(seen, part)) for part in parts if part)


def seen(letter: str) -> str:
    """A letter, or the mark for one that cannot be seen and belongs in no name."""
    return UNSEEN if category(letter) in UNSEEN_KINDS and letter not in JOINERS else letter


def folded(name: str) -> str:
    """What two spellings of the same name have in common: "ann" is Ann."""
    return normalize("NFKC", name).casefold()


def name_fault(name: str) -> str:
    """What is wrong with a tidied name, in a sentence; empty when nothing is."""
    if not any(category(letter)[0] in "LNSP" for letter in name):
        return gettext("A name is missing here.")
    if UNSEEN in name:
        return gettext("A name cannot hold control characters.")
    if len(name) > LONGEST:
        return gettext("This name is too long: it can have {most} characters.", most=LONGEST)
    return ""


def twice(names: list[str]) -> str:
    """The first name that stands in the list again, or nothing."""
    seen: set[str] = set()
    for name in names:
        if folded(name) in seen:
            return name
        seen.add(folded(name))
    return ""


def plain_text(text: str) -> str:
    """A note without the characters that cannot be seen; line ends stay."""
    kept = (letter for letter in text if letter == "\n" or category(letter) not in ("Cc", "Cs"))
    return "".join(kept).strip()
