"""What nobody types: texts that break what does not expect them."""

from __future__ import annotations

from random import Random

NUMBERS = """
0 -1 1 7 42 -0 +5 --5 −5 5. .5 1e309 -1e309 1e-400 NaN nan Infinity -inf 0x10 0b1 1_000 1,5 ۱۲ ١٢ ² ½ Ⅷ ௧ 𝟙 २
2147483648 9223372036854775807 9223372036854775808 -9223372036854775809 18446744073709551616
999999999999999999999999999999 -999999999999999999999999999999
""".split()
DAYS = "9999-12-31 0001-01-01 2026-02-31 2999-12-31 2026-W01-1 0000-00-00 1278-10-11".split()
LONG = ["4" * 400, "-" + "9" * 400, "9" * 5000, "۹" * 5000, "a" * 10_000, "م" * 5000, "🂡" * 2000, "e\u0301" * 500]
UNSEEN = """
\0 a\0b \x01 \x1b[2J \x7f \x85 \xa0 \u200b \u200c\u200d \u034f \u061c \u115f \u3164 \u2800 \ufeff \ufffe \uffff
\u202e\u2066evil \u2068open \u2069\u2069 \u2028 \u2029 \ud800 \udfff\ud800 a\udc80 \U000e0001 \U0010ffff \ue000
""".split(" ")
CODE = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "'><svg/onload=alert(1)>",
    "</title><b>",
    "<!--hidden-fields-->",
    "{{7*7}}",
    "{0.__class__.__init__.__globals__}",
    "{name}",
    "{",
    "%s%n%(a)s",
    "javascript:alert(1)",
    "' OR 1=1 --",
    "'; DROP TABLE matches; --",
    "../../../etc/passwd",
    "//evil.example/",
    "/\\evil.example",
    "\r\nSet-Cookie: evil=1",
    "=cmd|' /C calc'!A0",
    "&amp;&#0;&#xD800;",
]
DEEP = [
    "[" * 3000,
    "[" * 900 + "]" * 900,
    '{"a":' * 2000,
    '["\\ud800"]',
    '{"a":1,"a":2}',
    "[1e999]",
    "null",
    "true",
    "[]",
    "length:" + "[" * 1500,
    "length:" + "[" * 1500 + "]" * 1500,
    "length:1e999",
]
WORDS = """
yes no true false on pass bid play deal new none points dealer player rules close reopen Ann Bob - , . ; : [] {} undo
""".split()
ALL = [*NUMBERS, *DAYS, *LONG, *UNSEEN, *CODE, *DEEP, *WORDS, "", " ", "\t", "\n"]


def text(rng: Random) -> str:
    """One of them, or several run together."""
    if rng.random() < 0.15:
        return "".join(rng.choice((*NUMBERS, *DAYS, *UNSEEN, *CODE, *WORDS)) for _ in range(rng.randint(2, 5)))
    return rng.choice(ALL)


def short(rng: Random) -> str:
    """One that fits into a header or an address."""
    return text(rng)[:300]


def header(rng: Random) -> str:
    """One as a server hands it on: Latin-1, without what ends a line."""
    found = short(rng).encode("utf-8", "surrogatepass").decode("latin-1")
    return "".join(letter for letter in found if letter not in "\0\r\n")
