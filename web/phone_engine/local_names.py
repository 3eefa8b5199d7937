"""Short names for what only functions of Python for phones know, so that it travels lighter."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator
from itertools import product
from keyword import iskeyword
from string import ascii_lowercase

from web.phone_engine.scopes import bound_in

BINDING = (ast.FunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom, ast.Nonlocal)


def shorten_local_names(trees: list[ast.Module]) -> None:
    """Give short names to the variables of each function and method in these modules, which are in one scope."""
    taken = {*dir(builtins), *all_keywords(trees)}.union(*map(bound_in, trees))
    for tree in trees:
        for function in outermost_functions(tree):
            rename(function, taken)


def all_keywords(trees: list[ast.Module]) -> set[str]:
    """The parameters that keep their names, since some call names them."""
    spread = {name for tree in trees for name in called_with_stars(tree)}
    found = {name for tree in trees for name in keywords_in(tree)}
    return found.union(name for tree in trees for name in parameters_of(tree, spread))


def keywords_in(tree: ast.AST) -> Iterator[str]:
    """The parameters that calls in a module name."""
    return (node.arg for node in ast.walk(tree) if isinstance(node, ast.keyword) and node.arg)


def called_with_stars(tree: ast.AST) -> Iterator[str]:
    """The functions and classes that are called with **, which may name any parameter of theirs."""
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and None in [one.arg for one in node.keywords]
        ):
            yield node.func.id


def parameters_of(tree: ast.AST, called: set[str]) -> Iterator[str]:
    """The parameters of these functions, and of making one of these classes."""
    makers = [
        node for node in ast.walk(tree) if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and node.name in called
    ]
    for node in makers:
        making = [one for one in node.body if isinstance(one, ast.FunctionDef) and one.name == "__init__"]
        for function in making if isinstance(node, ast.ClassDef) else [node]:
            yield from (found.arg for found in function.args.args if found.arg != "self")


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
    parameters = [node for node in nodes if isinstance(node, ast.arg)]
    kept = taken | {node.name for node in nodes if isinstance(node, ast.ExceptHandler) and node.name}
    kept |= {name for node in nodes if isinstance(node, BINDING) for name in bound_names(node)}
    own = [node.arg for node in parameters] + [node.id for node in names]
    stored = {node.id for node in names if isinstance(node.ctx, ast.Store)} | {node.arg for node in parameters}
    free = short_names(kept.union(own))
    short = {name: next(free) for name in dict.fromkeys(own) if name in stored - kept}
    for node in names:
        node.id = short.get(node.id, node.id)
    for parameter in parameters:
        parameter.arg = short.get(parameter.arg, parameter.arg)


def bound_names(node: ast.AST) -> Iterator[str]:
    """The names that a definition, an import or a nonlocal statement binds."""
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        yield node.name
    elif isinstance(node, (ast.Import, ast.ImportFrom)):
        yield from (alias.asname or alias.name for alias in node.names)
    elif isinstance(node, ast.Nonlocal):
        yield from node.names


def short_names(taken: set[str]) -> Iterator[str]:
    """Names of one letter, then of two, that are not taken."""
    for length in (1, 2):
        for letters in product(ascii_lowercase, repeat=length):
            name = "".join(letters)
            if name not in taken and not iskeyword(name):
                yield name
