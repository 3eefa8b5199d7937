"""All modules of phones in one scope: no imports between them, and every name of a module short and there once."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from string import ascii_lowercase, ascii_uppercase
from typing import NamedTuple

from web.phone_engine.scopes import ScopeTransformer, bound_in

Key = tuple[str, str]  # a module and a name that it defines
CALLED = ("answer", "score_text", "deals_of", "page", "GAME", "PAD")
"""Names that are reached by the name of their module: by the phone's worker, by tests, and by __import__()."""


def called_name(module: str, name: str) -> str:
    """The name in the shared scope of what is reached by the name of its module."""
    return f"{module}.{name}".replace(".", "_")


class Modules(NamedTuple):
    """Modules by name, what each defines, and what each takes from where; the name of a whole module is empty."""

    trees: dict[str, ast.Module]
    defined: dict[str, frozenset[str]]
    taken: dict[str, dict[str, Key]]

    def meaning(self, module: str, name: str) -> Key | None:
        """The module that defines what a module means by a name, and its name there; None for what is none of ours."""
        if name in self.taken[module]:
            source, original = self.taken[module][name]
            return self.meaning(source, original) if original else (source, "")
        return (module, name) if name in self.defined[module] else None


def into_one_scope(trees: dict[str, ast.Module]) -> None:
    """Change modules, each behind those that it imports, so that they can be run one after the other in one scope."""
    modules = Modules(
        trees,
        {module: defined_in(tree) for module, tree in trees.items()},
        {module: dict(taken_in(tree, trees)) for module, tree in trees.items()},
    )
    short = names_in_scope(modules)
    for module, tree in trees.items():
        Renamer(modules, module, short).visit(tree)


def defined_in(tree: ast.Module) -> frozenset[str]:
    """The names that a module defines, without what it imports."""
    imported: list[ast.stmt] = [node for node in tree.body if isinstance(node, (ast.Import, ast.ImportFrom))]
    return bound_in(tree) - bound_in(ast.Module(imported, []))


def taken_in(tree: ast.Module, trees: dict[str, ast.Module]) -> Iterator[tuple[str, Key]]:
    """What a module takes from others of these, by the names that it has here."""
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and node.module in trees:
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                yield alias.asname or alias.name, (inner, "") if inner in trees else (node.module, alias.name)


def names_in_scope(modules: Modules) -> dict[Key, str]:
    """A name for everything that modules define: one letter for what is used most, else two in their order."""
    uses = Counter(key for module in modules.trees for key in meanings_in(modules, module))
    keys = [(module, name) for module in modules.trees for name in sorted(modules.defined[module])]
    most = dict.fromkeys(key for key, _ in uses.most_common(len(ascii_uppercase)))
    words = {word for tree in modules.trees.values() for node in ast.walk(tree) for word in words_of(node)}
    free = (name for name in short_names() if name not in words)
    return {
        (module, name): called_name(module, name) if name in CALLED else next(free)
        for module, name in {**most, **dict.fromkeys(keys)}
    }


def meanings_in(modules: Modules, module: str) -> Iterator[Key]:
    """What the names in a module mean if none of them is a local one."""
    for node in ast.walk(modules.trees[module]):
        if isinstance(node, ast.Name) and (key := modules.meaning(module, node.id)):
            yield key


def words_of(node: ast.AST) -> Iterator[str]:
    """The words of a node that may be names."""
    for _, value in ast.iter_fields(node):
        if isinstance(value, str):
            yield value


def short_names() -> Iterator[str]:
    """Names that begin with a capital: one letter, then two, then three."""
    others = ascii_lowercase + ascii_uppercase + "0123456789"
    yield from ascii_uppercase
    yield from (one + two for one in ascii_uppercase for two in others)
    yield from (one + two + three for one in ascii_uppercase for two in others for three in others)


class Renamer(ScopeTransformer):
    """Gives what a module means by its names their names in the shared scope, and takes its imports from others out."""

    def __init__(self, modules: Modules, module: str, short: dict[Key, str]) -> None:
        super().__init__()
        self.modules, self.module, self.short = modules, module, short

    def renamed(self, name: str) -> str:
        """What a name is called in the shared scope; the name itself where it is local, a builtin or of the library."""
        key = None if name in self.local else self.modules.meaning(self.module, name)
        return self.short[key] if key else name

    def visit_Name(self, node: ast.Name) -> ast.AST:
        """A name."""
        node.id = self.renamed(node.id)
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        """The name of a function, too."""
        node.name = self.renamed(node.name)
        return super().visit_FunctionDef(node)

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        """The name of a class, too."""
        node.name = self.renamed(node.name)
        return super().visit_ClassDef(node)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.AST | None:
        """An import from a module in the shared scope."""
        return None if node.module in self.modules.trees else node

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        """What is taken out of a module: module.name, or __import__(text, None, None, [name]).name."""
        value = node.value
        if isinstance(value, ast.Name) and value.id not in self.local:
            key = self.modules.meaning(self.module, value.id)
            if key and not key[1]:
                return ast.Name(self.short[key[0], node.attr], node.ctx)
        self.generic_visit(node)
        if isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id == "__import__":
            return by_name(node, value.args[0])
        return node


def by_name(found: ast.Attribute, module: ast.expr) -> ast.expr:
    """What is reached by the name of its module, which is not in the shared scope where it was not read.

    globals().get((module + ".name").replace(".", "_")) or __import__(module, …).name, which raises ImportError.
    """
    whole = ast.BinOp(module, ast.Add(), ast.Constant(f".{found.attr}"))
    key = ast.Call(ast.Attribute(whole, "replace", ast.Load()), [ast.Constant("."), ast.Constant("_")], [])
    there = ast.Attribute(ast.Call(ast.Name("globals", ast.Load()), [], []), "get", ast.Load())
    return ast.BoolOp(ast.Or(), [ast.Call(there, [key], []), found])
