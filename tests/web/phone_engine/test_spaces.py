"""Python source without the spaces that nothing needs means the same."""

from __future__ import annotations

import ast

from web.phone_engine.bundle import files_of
from web.phone_engine.minify import minify
from web.phone_engine.spaces import without_spaces


def test_what_phones_run_means_the_same_without_spaces() -> None:
    for name, path in files_of().items():
        source = minify(path.read_text(encoding="utf-8"))
        shorter = without_spaces(source)
        assert ast.dump(ast.parse(shorter)) == ast.dump(ast.parse(source)), name
        assert len(shorter) <= len(source)


def test_spaces_in_texts_stay() -> None:
    assert without_spaces("a = 'b , c' if d else f'{e} , {f}'\n") == "a='b , c' if d else f'{e} , {f}'\n"
