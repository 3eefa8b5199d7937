"""The Python that both interpreters share: what scoring/ may not write (docs/adding-a-game.md)."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from typing import Any

NAMES = set(
    "isinstance issubclass float round repr format vars ascii slice complex "
    "RecursionError TimeoutError ExceptionGroup NotImplemented".split()
)
ATTRIBUTES = set(
    "_replace _fields _asdict _make _field_defaults __dict__ __mro__ __subclasses__ __init_subclass__ __new__ __doc__ "
    "JSONDecodeError JSONEncoder title capitalize removeprefix removesuffix zfill ljust rjust casefold swapcase "
    "isalnum isdecimal isnumeric isdigit isidentifier isalpha isspace upper lower translate maketrans expandtabs "
    "bit_length bit_count real numerator popitem".split()
)
BUILTIN_TYPES = {"list", "dict", "tuple", "set", "frozenset", "type"}
ROUNDING = re.compile(r"\{[^{}]*:[^{}]*[.eEfFgGn%][^{}]*\}")


def always(_node: Any) -> bool:
    """True: the node itself is what is forbidden."""
    return True


def starred(node: Any) -> bool:
    """Whether a literal, not a target of an assignment, holds a star."""
    is_target = isinstance(getattr(node, "ctx", None), ast.Store)
    return not is_target and any(isinstance(item, ast.Starred) for item in node.elts)


def rounds(node: Any) -> bool:
    """Whether an f-string's format rounds."""
    parts = ast.walk(node.format_spec) if node.format_spec else ()
    words = "".join(str(part.value) for part in parts if isinstance(part, ast.Constant))
    return ROUNDING.search("{:" + words + "}") is not None


FORBIDDEN: list[tuple[str, tuple[type[ast.AST], ...], Callable[[Any], bool]]] = [
    ("a match statement", (ast.Match,), always),
    ("except*", (ast.TryStar,), always),
    ("async", (ast.AsyncFunctionDef,), always),
    ("raise ... from", (ast.Raise,), lambda node: node.cause is not None),
    ("several bases", (ast.ClassDef,), lambda node: len(node.bases) > 1),
    ("positional-only /", (ast.FunctionDef, ast.Lambda), lambda node: bool(node.args.posonlyargs)),
    ("a float", (ast.Constant,), lambda node: type(node.value) in (float, complex)),
    ("a rounding format", (ast.Constant,), lambda node: type(node.value) is str and bool(ROUNDING.search(node.value))),
    ("a rounding format", (ast.FormattedValue,), rounds),
    ("a conversion such as !r", (ast.FormattedValue,), lambda node: node.conversion != -1),
    ("lambda in an f-string", (ast.JoinedStr,), lambda node: any(isinstance(n, ast.Lambda) for n in ast.walk(node))),
    ("a star inside a literal", (ast.List, ast.Tuple, ast.Set), starred),
    ("{**a}", (ast.Dict,), lambda node: None in node.keys),
    ("true division", (ast.BinOp, ast.AugAssign), lambda node: isinstance(node.op, ast.Div)),
    (
        "a percent format",
        (ast.BinOp,),
        lambda node: isinstance(node.op, ast.Mod) and isinstance(node.left, ast.Constant | ast.JoinedStr),
    ),
    ("a slice with a step", (ast.Slice,), lambda node: node.step is not None),
    ("a built-in type with [...]", (ast.Subscript,), lambda node: getattr(node.value, "id", "") in BUILTIN_TYPES),
    ("a name that differs", (ast.Name,), lambda node: node.id in NAMES),
    ("an attribute that differs", (ast.Attribute,), lambda node: node.attr in ATTRIBUTES),
]


class RunTime(ast.NodeTransformer):
    """A tree without what is never run: annotations and blocks for the type checker."""

    def visit_If(self, node: ast.If) -> Any:
        if isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            return node.orelse
        return self.generic_visit(node)

    def visit_arg(self, node: ast.arg) -> Any:
        node.annotation = None
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        node.returns = None
        return self.generic_visit(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> Any:
        node.annotation = ast.Constant(None)
        return self.generic_visit(node)


def run_time(source: str) -> ast.AST:
    """The syntax tree of what is run."""
    return RunTime().visit(ast.parse(source))


def faults(source: str) -> list[str]:
    """What MicroPython would refuse, or read otherwise, as line and reason; ast.unparse says what it was."""
    return [
        f"line {node.lineno}: {reason}: {ast.unparse(node)}"
        for node in ast.walk(run_time(source))
        for reason, kinds, forbidden in FORBIDDEN
        if isinstance(node, kinds) and forbidden(node)
    ]
