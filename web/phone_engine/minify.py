"""Python minifier: takes out what only people and type checkers read."""

from __future__ import annotations

import ast
from functools import cache


@cache
def minify(source: str) -> str:
    """Python source without what only people and checkers read: docstrings, notes of types, comments, wide indents."""
    tree = Minifier().visit(ast.parse(source))
    lines = [line for line in ast.unparse(ast.fix_missing_locations(tree)).split("\n") if line.strip()]
    return "\n".join([" " * indent(line) + line.lstrip(" ") for line in lines]) + "\n"


def indent(line: str) -> int:
    """How many blocks deep a line stands."""
    return (len(line) - len(line.lstrip(" "))) // 4


class Minifier(ast.NodeTransformer):
    """Takes out of a syntax tree what is never carried out on the phone."""

    def visit_Expr(self, node: ast.Expr) -> ast.AST | None:
        """A docstring goes."""
        return None if isinstance(node.value, ast.Constant) and type(node.value.value) is str else node

    def visit_If(self, node: ast.If) -> ast.AST | None:
        """What only checkers import goes."""
        self.generic_visit(node)
        return None if isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING" else node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST | None:
        """Of a name with a note of its type only the value stays."""
        if node.value is None:
            return None
        return ast.Assign([node.target], node.value)

    def visit_arg(self, node: ast.arg) -> ast.AST:
        """A parameter without the note of its type."""
        node.annotation = None
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        """A function without the note of what comes back."""
        node.returns = None
        return self.filled(node)

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        """A class that may have held nothing but a docstring."""
        return self.filled(node)

    def filled(self, node: ast.FunctionDef | ast.ClassDef) -> ast.AST:
        """A block is never empty."""
        self.generic_visit(node)
        node.body = node.body or [ast.Pass()]
        return node
