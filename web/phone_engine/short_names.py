"""Short names for local variables of Python functions, so that what a phone reads travels lighter. Parameters stay."""

from __future__ import annotations

import ast
import builtins
from itertools import product
from keyword import iskeyword
from string import ascii_lowercase
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

BINDING = (ast.FunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom, ast.Global, ast.Nonlocal)


def shorten(tree: ast.Module) -> ast.Module:
    """The module with short names in each of its functions and methods."""
    taken = {*dir(builtins), *global_names(tree)}
    for function in outermost_functions(tree):
        rename(function, taken)
    return tree


def global_names(tree: ast.Module) -> Iterator[str]:
    """The names that the module itself binds."""
    for statement in tree.body:
        yield from bound_names(statement)
        if not isinstance(statement, (ast.FunctionDef, ast.ClassDef)):
            yield from (node.id for node in ast.walk(statement) if isinstance(node, ast.Name))


def bound_names(node: ast.AST) -> Iterator[str]:
    """The names that a definition, an import or a global statement binds."""
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        yield node.name
    elif isinstance(node, (ast.Import, ast.ImportFrom)):
        yield from (alias.asname or alias.name for alias in node.names)
    elif isinstance(node, (ast.Global, ast.Nonlocal)):
        yield from node.names


def outermost_functions(node: ast.AST) -> Iterator[ast.FunctionDef]:
    """The functions that stand in no other one, methods among them."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef):
            yield child
        else:
            yield from outermost_functions(child)


def rename(function: ast.FunctionDef, taken: set[str]) -> None:
    """Rename the variables of a function and of those inside it, but for names that mean something else, too."""
    nodes = list(ast.walk(function))
    names = [node for node in nodes if isinstance(node, ast.Name)]
    kept = taken | {node.arg for node in nodes if isinstance(node, ast.arg)}
    kept |= {node.name for node in nodes if isinstance(node, ast.ExceptHandler) and node.name}
    kept |= {name for node in nodes if isinstance(node, BINDING) for name in bound_names(node)}
    stored = {node.id for node in names if isinstance(node.ctx, ast.Store)} - kept
    free = short_names(kept | {node.id for node in names})
    ordered = dict.fromkeys(node.id for node in names if node.id in stored)
    short = {name: next(free) for name in ordered}
    for node in names:
        node.id = short.get(node.id, node.id)


def short_names(taken: set[str]) -> Iterator[str]:
    """Names of one letter, then of two, that are not taken."""
    for length in (1, 2):
        for letters in product(ascii_lowercase, repeat=length):
            name = "".join(letters)
            if name not in taken and not iskeyword(name):
                yield name
