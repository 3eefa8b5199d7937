"""Short names in Python for phones, so that it travels lighter: of variables, and of what modules define."""

from __future__ import annotations

import ast
import builtins
from collections import Counter
from functools import cache
from itertools import product
from keyword import iskeyword
from pathlib import Path
from string import ascii_lowercase, ascii_uppercase
from typing import TYPE_CHECKING, TypeGuard

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[2]
PACKAGES = ("scoring", "drawing")
CALLED = ("answer", "score_text", "deals_of")  # from outside: by the phone's worker, by tests of both interpreters
BINDING = (ast.FunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom, ast.Global, ast.Nonlocal)


def shorten(tree: ast.Module) -> ast.Module:
    """The module with short names in each of its functions and methods."""
    taken = {*dir(builtins), *global_names(tree), *keywords_in(tree), *all_keywords()}
    for function in outermost_functions(tree):
        rename(function, taken)
    rename_own(tree)
    rename_shared(tree)
    return tree


@cache
def all_trees() -> list[ast.Module]:
    """Every module that phones run, and some more."""
    paths = (path for room in PACKAGES for path in sorted((ROOT / room).rglob("*.py")))
    return [ast.parse(path.read_text(encoding="utf-8")) for path in paths]


@cache
def shared_names() -> frozenset[str]:
    """The names that some module takes from another, and those behind a dot."""
    nodes = [node for tree in all_trees() for node in ast.walk(tree)]
    imports = {alias.name for node in nodes if isinstance(node, ast.ImportFrom) for alias in node.names}
    return frozenset(imports.union(CALLED, (node.attr for node in nodes if isinstance(node, ast.Attribute))))


def rename_own(tree: ast.Module) -> None:
    """Rename the functions, classes and constants that no other module knows, and that mean nothing else here."""
    nodes = list(ast.walk(tree))
    names = [node for node in nodes if isinstance(node, ast.Name)]
    inside = [node for function in outermost_functions(tree) for node in ast.walk(function)]
    local = {node.id for node in inside if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    local |= {node.arg for node in nodes if isinstance(node, ast.arg)} | shared_names() | all_keywords()
    own = [name for name in own_names(tree) if name not in local and not name.startswith("__")]
    free = short_names({node.id for node in names}.union(local, global_names(tree)), ascii_uppercase)
    short = {name: next(free) for name in own}
    for node in names:
        node.id = short.get(node.id, node.id)
    for statement in tree.body:
        if isinstance(statement, (ast.FunctionDef, ast.ClassDef)):
            statement.name = short.get(statement.name, statement.name)


def rename_shared(tree: ast.Module) -> None:
    """Rename what the module takes from others, or others from it, in every module to the same."""
    short = {name: shared_short_names()[name] for name in set(global_names(tree)) & shared_short_names().keys()}
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            node.id = short.get(node.id, node.id)
        elif is_ours(node):
            for alias in node.names:
                alias.name = shared_short_names().get(alias.name, alias.name)
    for statement in tree.body:
        if isinstance(statement, (ast.FunctionDef, ast.ClassDef)):
            statement.name = short.get(statement.name, statement.name)


@cache
def shared_short_names() -> dict[str, str]:
    """A short name for what modules take from each other, but for names that mean something else, too."""
    trees = all_trees()
    imports = [node for tree in trees for node in ast.walk(tree) if is_ours(node)]
    aliases = [alias for node in imports for alias in node.names]
    taken = Counter(alias.name for alias in aliases)
    defined = {name for tree in trees for name in own_names(tree)}
    kept = {*CALLED, *(alias.asname for alias in aliases)}.union(
        *map(modules_in, imports), *map(ambiguous_names, trees)
    )
    free = ("_" + name for name in short_names(set()))
    return {name: next(free) for name, _ in taken.most_common() if name in defined - kept}


def is_ours(node: ast.AST) -> TypeGuard[ast.ImportFrom]:
    """Whether this imports from a module that phones run."""
    return isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] in PACKAGES


def modules_in(node: ast.ImportFrom) -> set[str]:
    """The modules that an import takes from a package."""
    folder = ROOT.joinpath(*(node.module or "").split("."))
    return {one.name for one in node.names if (folder / one.name).is_dir() or (folder / f"{one.name}.py").exists()}


def ambiguous_names(tree: ast.Module) -> set[str]:
    """The texts of a module, what stands behind a name and a dot, and what it binds both itself and in a function."""
    nodes = list(ast.walk(tree))
    inner = [node for one in nodes if isinstance(one, (ast.FunctionDef, ast.ClassDef)) for node in ast.walk(one)]
    bound = {node.id for node in inner if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    bound |= {node.arg for node in nodes if isinstance(node, ast.arg)}
    found = {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    imported = {alias.name for node in nodes if is_ours(node) for alias in node.names}
    found |= {node.attr for node in nodes if isinstance(node, ast.Attribute) and name_of(node.value) in imported}
    return found | bound.intersection(global_names(tree))


def name_of(node: ast.expr) -> str:
    """The name that an expression is; empty for another one."""
    return node.id if isinstance(node, ast.Name) else ""


def own_names(tree: ast.Module) -> dict[str, None]:
    """The functions, classes and values that a module defines, in their order."""
    found: dict[str, None] = {}
    for statement in tree.body:
        if isinstance(statement, (ast.FunctionDef, ast.ClassDef)):
            found[statement.name] = None
        elif isinstance(statement, ast.Assign):
            targets = [node for node in ast.walk(statement) if isinstance(node, ast.Name)]
            found |= {node.id: None for node in targets if isinstance(node.ctx, ast.Store)}
    return found


@cache
def all_keywords() -> frozenset[str]:
    """The parameters that keep their names, since some call on the phone names them."""
    trees = all_trees()
    spread = {name for tree in trees for name in called_with_stars(tree)}
    found = {name for tree in trees for name in keywords_in(tree)}
    return frozenset(found.union(name for tree in trees for name in parameters_of(tree, spread)))


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


def short_names(taken: set[str], alphabet: str = ascii_lowercase) -> Iterator[str]:
    """Names of one letter, then of two, that are not taken."""
    for length in (1, 2):
        for letters in product(alphabet, repeat=length):
            name = "".join(letters)
            if name not in taken and not iskeyword(name):
                yield name
