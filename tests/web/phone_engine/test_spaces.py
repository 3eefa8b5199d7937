"""Python source without the spaces and lines that nothing needs means the same."""

from __future__ import annotations

import ast

from web.phone_engine.bundle import files_of
from web.phone_engine.minify import stripped, written
from web.phone_engine.spaces import on_fewer_lines, without_spaces


def test_what_phones_run_means_the_same_without_spaces_and_lines() -> None:
    for name, path in files_of().items():
        source = written(stripped(path.read_text(encoding="utf-8")))
        shorter = on_fewer_lines(without_spaces(source))
        assert ast.dump(ast.parse(shorter)) == ast.dump(ast.parse(source)), name
        assert len(shorter) <= len(source)


def test_spaces_in_texts_stay() -> None:
    assert without_spaces("a = 'b , c' if d else f'{e} , {f}'\n") == "a='b , c' if d else f'{e} , {f}'\n"


BLOCKS = """
a=1
b=2
if a:
 c=3
 d=4
elif b:
 if c:
  d=5
 e=6
else:
 e=7
class F:
 g=8
 @h
 def i(j):
  k=9
  return j
 l=10
"""
FEWER = """
a=1;b=2
if a:c=3;d=4
elif b:
 if c:d=5
 e=6
else:e=7
class F:
 g=8
 @h
 def i(j):k=9;return j
 l=10
"""


def test_simple_statements_stand_on_one_line() -> None:
    assert on_fewer_lines(BLOCKS[1:]) == FEWER[1:]
    assert ast.dump(ast.parse(FEWER)) == ast.dump(ast.parse(BLOCKS))
