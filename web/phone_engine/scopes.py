"""Python's rules of scope, as far as the sources of phones need them: whether a name is one of the module."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import TypeVar

COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
SCOPES = (ast.FunctionDef, ast.ClassDef, ast.Lambda, *COMPREHENSIONS)
UNSUPPORTED = (ast.Global, ast.AsyncFunctionDef, ast.NamedExpr, ast.Match)
Node = TypeVar("Node", bound=ast.AST)


def bound_in(scope: ast.AST) -> frozenset[str]:
    """The names that a module, function, class or comprehension binds itself, parameters among them."""
    return frozenset(name for node in ast.iter_child_nodes(scope) for name in bound_by(node))


def bound_by(node: ast.AST) -> Iterator[str]:
    """The names that a part of a scope binds there; not those that a scope within it has for itself."""
    if isinstance(node, UNSUPPORTED):
        raise ValueError(f"whose names these are is not known: {ast.unparse(node)}")
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
        yield node.id
    elif isinstance(node, ast.arg):
        yield node.arg
    elif isinstance(node, (ast.FunctionDef, ast.ClassDef)) or (isinstance(node, ast.ExceptHandler) and node.name):
        yield node.name or ""
    elif isinstance(node, (ast.Import, ast.ImportFrom)):
        yield from (alias.asname or alias.name for alias in node.names)
    if not isinstance(node, SCOPES):
        yield from (name for child in ast.iter_child_nodes(node) for name in bound_by(child))


class ScopeTransformer(ast.NodeTransformer):
    """Changes a module; local are the names that are not the module's where it is, around the same without a class."""

    def __init__(self) -> None:
        self.local: frozenset[str] = frozenset()
        self.around: frozenset[str] = frozenset()

    def inside(self, nodes: Sequence[Node], bound: frozenset[str], *, is_class: bool = False) -> list[Node]:
        """These nodes, changed, in a scope that binds these names: functions in a class do not see its names."""
        before = self.local, self.around
        self.local = self.around | bound
        self.around = self.around if is_class else self.local
        found = [self.visit(node) for node in nodes]
        self.local, self.around = before
        return [node for node in found if node is not None]

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        """Defaults and decorators stand outside, the body inside."""
        node.args = self.visit(node.args)
        node.decorator_list = [self.visit(one) for one in node.decorator_list]
        node.body = self.inside(node.body, bound_in(node))
        return node

    def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
        """The same for a function without a name."""
        node.args = self.visit(node.args)
        [node.body] = self.inside([node.body], bound_in(node))
        return node

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        """What a class is made of stands outside."""
        node.bases = [self.visit(one) for one in node.bases]
        node.keywords = [self.visit(one) for one in node.keywords]
        node.decorator_list = [self.visit(one) for one in node.decorator_list]
        node.body = self.inside(node.body, bound_in(node), is_class=True)
        return node

    def visit_comprehension_scope(self, node: ast.AST) -> ast.AST:
        """What is gone through first stands outside."""
        first = node.generators[0]  # type: ignore[attr-defined]
        outside = self.visit(first.iter)
        first.iter = ast.Constant(None)
        bound = bound_in(node)
        for name, value in ast.iter_fields(node):
            changed = self.inside(value if isinstance(value, list) else [value], bound)
            setattr(node, name, changed if isinstance(value, list) else changed[0])
        first.iter = outside
        return node

    visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = visit_comprehension_scope
