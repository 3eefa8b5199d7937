"""Python minifier: makes of the sources of modules what phones run, without what only people and type checkers read."""

from __future__ import annotations

import ast

from web.phone_engine.local_names import shorten_local_names
from web.phone_engine.shared_scope import into_one_scope
from web.phone_engine.spaces import on_fewer_lines, without_spaces

HELP_AT = {"choice": 2, "money": 3, "number": 5, "one_of": 3, "yes_no": 3}  # where scoring.words takes a rule's help
NO_HELP = ast.Constant("")


def minify(sources: dict[str, str]) -> dict[str, str]:
    """Python sources by path as phones run them, one after the other in one scope; imported ones come first.

    They have no docstrings, annotations, comments and needless spaces, and short names.
    """
    trees = {module_at(path): stripped(source) for path, source in sources.items()}
    into_one_scope(trees)
    shorten_local_names(list(trees.values()))
    return {path: on_fewer_lines(without_spaces(written(trees[module_at(path)]))) for path in sources}


def module_at(path: str) -> str:
    """The name of the module at a path."""
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def stripped(source: str) -> ast.Module:
    """A source without what only people and type checkers read."""
    tree: ast.Module = Minifier().visit(ast.parse(source))
    return tree


def written(tree: ast.Module) -> str:
    """The source of a module, indented by single spaces."""
    lines = [line for line in ast.unparse(ast.fix_missing_locations(tree)).split("\n") if line.strip()]
    return "".join([f"{' ' * indent(line)}{line.lstrip(' ')}\n" for line in lines])


def indent(line: str) -> int:
    """How many blocks deep a line is."""
    return (len(line) - len(line.lstrip(" "))) // 4


class Minifier(ast.NodeTransformer):
    """Removes from a syntax tree what the phone never runs."""

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.AST | None:
        """Remove what only annotations need."""
        names = [alias for alias in node.names if alias.name not in ("annotations", "TYPE_CHECKING")]
        return ast.ImportFrom(node.module, names, node.level) if names else None

    def visit_Expr(self, node: ast.Expr) -> ast.AST | None:
        """Remove docstrings."""
        return None if isinstance(node.value, ast.Constant) and type(node.value.value) is str else node

    def visit_If(self, node: ast.If) -> ast.AST | None:
        """Remove imports under TYPE_CHECKING."""
        self.generic_visit(node)
        return None if isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING" else node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST | None:
        """Remove annotations of names; a bare annotation goes."""
        if node.value is None:
            return None
        return ast.Assign([node.target], node.value)

    def visit_arg(self, node: ast.arg) -> ast.AST:
        """Remove annotations of parameters."""
        node.annotation = None
        return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        """Remove the types of a NamedTuple's fields, and the help of house rules, which phones never show."""
        self.generic_visit(node)
        at = HELP_AT.get(getattr(node.func, "id", ""))
        if at is not None:
            node.args[at : at + 1] = [NO_HELP] * len(node.args[at : at + 1])
            node.keywords = [ast.keyword(one.arg, NO_HELP) if one.arg == "help" else one for one in node.keywords]
        fields = node.args[1] if len(node.args) == 2 else None
        if getattr(node.func, "id", "") == "NamedTuple" and isinstance(fields, ast.List):
            fields.elts = [
                ast.Tuple(field.elts[:1], ast.Load()) for field in fields.elts if isinstance(field, ast.Tuple)
            ]
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        """Remove return annotations."""
        node.returns = None
        return self.filled(node)

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        """Keep the body of a class from becoming empty."""
        return self.filled(node)

    def filled(self, node: ast.FunctionDef | ast.ClassDef) -> ast.AST:
        """The node with `pass` in an empty body."""
        self.generic_visit(node)
        node.body = node.body or [ast.Pass()]
        return node
