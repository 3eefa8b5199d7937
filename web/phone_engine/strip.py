"""Python sources as phones run them: without docstrings, comments and types, which only people and checkers read."""

from __future__ import annotations

import ast


def stripped(source: str) -> str:
    """A source without what is never run; it means the same."""
    return ast.unparse(ast.fix_missing_locations(Strip().visit(ast.parse(source))))


class Strip(ast.NodeTransformer):
    """Removes docstrings, annotations and what stands under TYPE_CHECKING."""

    def visit_Expr(self, node: ast.Expr) -> ast.AST | None:
        """Remove docstrings."""
        return None if isinstance(node.value, ast.Constant) and type(node.value.value) is str else node

    def visit_If(self, node: ast.If) -> ast.AST | None:
        """Remove imports that only types need."""
        self.generic_visit(node)
        return None if ast.unparse(node.test) == "TYPE_CHECKING" else node

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.AST | None:
        """Remove the import of what another interpreter knows nothing of."""
        return None if node.module == "__future__" else node

    def visit_arg(self, node: ast.arg) -> ast.AST:
        """Remove annotations of parameters."""
        node.annotation = None
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST | None:
        """Remove annotations of names."""
        return ast.Assign([node.target], node.value) if node.value else None

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        """Remove the annotation of what a function returns."""
        node.returns = None
        return self.visit_ClassDef(node)

    def visit_ClassDef(self, node: ast.FunctionDef | ast.ClassDef) -> ast.AST:
        """Leave no body empty."""
        self.generic_visit(node)
        node.body = node.body or [ast.Pass()]
        return node
