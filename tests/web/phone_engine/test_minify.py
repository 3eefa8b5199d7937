"""What phones run means the same as its sources: spare, in one scope, under short names."""

from __future__ import annotations

from typing import Any

import pytest

from web.phone_engine.minify import minify


def run(sources: dict[str, str]) -> dict[str, Any]:
    """The scope in which all sources have run, minified."""
    scope: dict[str, Any] = {}
    for source in minify(sources).values():
        exec(source, scope)
    return scope


SOURCE = '''"""What only people read."""
from typing import TYPE_CHECKING
if TYPE_CHECKING:
    import only_for_checkers
class A:
    """A docstring and nothing else."""
def answer(a: int, b: str = "x") -> dict[str, int]:
    """A docstring."""
    n: int = a  # a comment
    return {b: n}
'''


def test_spare_source_means_the_same() -> None:
    spare = minify({"a.py": SOURCE, "typing.py": ""})["a.py"]
    assert run({"a.py": SOURCE, "typing.py": ""})["a_answer"](3) == {"x": 3}
    assert not any(words in spare for words in ("docstring", "comment", "only", "int", '"""', "import"))


def test_fields_of_a_named_tuple_have_no_types() -> None:
    assert minify({"a.py": "answer = NamedTuple('A', [('one', 'int'), ('two', 'str')])"})["a.py"] == (
        "a_answer=NamedTuple('A',[('one',),('two',)])\n"
    )


NAMES = """
from somewhere_else import wanted as imported
shown, OWN_NUMBER = 10, 3
def outer(given, other=2):
    altogether = given + other + shown * OWN_NUMBER
    found = [part * altogether for part in range(altogether) if part != imported]
    def inner(total_of, given=3):
        nonlocal found
        deepest = lambda each: each + given
        found = [deepest(one) for one in total_of]
        return found
    try:
        wrong = inner(found, given=4)
    except ValueError as problem:
        wrong = problem
    sum = max(wrong)
    return {"total": altogether, "given": given, "sum": sum, **dict(found=found)}
class Kind:
    name = "kind"
    def method(self, added, more=""):
        result = self.name + added + more
        return result
def private_words(): return "own"
answer = outer(1, other=3), private_words(), Kind().method("!", more="?")
"""


def test_names_are_short_and_mean_the_same() -> None:
    before: dict[str, Any] = {}
    exec(NAMES.replace("from somewhere_else import wanted as imported", "imported = 3"), before)
    sources = {"somewhere_else.py": "wanted = 3\n", "a.py": NAMES}
    assert before["answer"] == run(sources)["a_answer"]
    long = (
        "altogether",
        "OWN_NUMBER",
        "private_words",
        "part ",
        "deepest",
        "wrong",
        "result",
        "total_of",
        "self",
        "Kind",
    )
    spare = minify(sources)["a.py"]
    assert [name for name in long if name in spare] == []
    assert "other=3" in spare and "more='?'" in spare


def test_a_module_of_the_library_is_still_imported() -> None:
    assert run({"a.py": "import json\ndef answer():\n    return json.loads('[1]')\n"})["a_answer"]() == [1]


TWO = {
    "pack/__init__.py": "",
    "pack/one.py": "name = 'one'\ndef same():\n    return name\nclass Base:\n    same = 'of the class'\n",
    "pack/two.py": "from pack.one import same as other\nname = 'two'\ndef same():\n    return name + other()\n",
}
OF_A_CLASS = """
from pack.one import Base, name
class A(Base):
    name = 'class'
    def f(self):
        return name + self.name + self.same
answer = A().f()
"""
IN_A_COMPREHENSION = """
from pack.one import name
answer = [name for name in name], {n: name for n in name[:1]}
"""
AROUND_A_FUNCTION = """
from pack.one import name
def f():
    name = 1
    return lambda: name
answer = f()(), name
"""
BY_NAME = "answer = __import__('pack.' + 'game', None, None, ['GAME']).GAME\n"
MEANINGS = {
    "a name of two modules": ("from pack.two import same\nanswer = same()\n", "twoone"),
    "a whole module": ("from pack import one, two\nanswer = one.same() + two.name\n", "onetwo"),
    "by way of another module": ("from pack.two import other\nanswer = other()\n", "one"),
    "a parameter": ("from pack.one import name\nanswer = (lambda name: name)('given') + name\n", "givenone"),
    "a default": ("from pack.one import name\ndef f(name=name):\n    return name\nanswer = f()\n", "one"),
    "around a function": (AROUND_A_FUNCTION, (1, "one")),
    "in a comprehension": (IN_A_COMPREHENSION, (["o", "n", "e"], {"o": "one"})),
    "of a class": (OF_A_CLASS, "oneclassof the class"),
    "by the name of its module": (BY_NAME, "the game"),
}


@pytest.mark.parametrize("what", MEANINGS)
def test_a_name_means_what_it_means_where_it_stands(what: str) -> None:
    source, answer = MEANINGS[what]
    assert run({**TWO, "pack/game.py": "GAME = 'the game'\n", "a.py": source})["a_answer"] == answer


def test_a_module_that_was_not_read_raises_as_without_minifying() -> None:
    source = "def answer():\n    return __import__('pack.' + 'game', None, None, ['GAME']).GAME\n"
    with pytest.raises(ImportError):
        run({"a.py": source})["a_answer"]()


@pytest.mark.parametrize(
    "source", ["def f():\n    global a\n    a = 1\n", "b = [a := 1]\n", "async def f():\n    pass\n"]
)
def test_what_scopes_are_not_known_of_is_refused(source: str) -> None:
    with pytest.raises(ValueError, match="whose names"):
        minify({"a.py": source})
