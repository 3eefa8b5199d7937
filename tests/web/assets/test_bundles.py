"""What is imported travels in one file with the script or the style sheet that imports it."""

from __future__ import annotations

import posixpath
import re

import pytest

from tests.support.scripts import ENTRIES, STATIC, minified
from web.bundles import REFERENCE, bundle_script, bundle_style, minify, modules_of, served_names

LATER = re.compile(r'import\("(\.{1,2}/[\w./-]+\.js)"\)')


@pytest.fixture
def write(tmp_path):
    """Writes scripts by path and returns the first of them bundled with the others."""

    def written(scripts: dict[str, str]) -> str:
        for name, content in scripts.items():
            path = tmp_path / f"{name}.js"
            path.parent.mkdir(exist_ok=True)
            path.write_text(content, encoding="utf-8")
        return bundle_script(tmp_path, f"{next(iter(scripts))}.js")

    return written


LATE = 'const late = () => import("./b.js");\nlate();\n'
USES = 'import { c } from "../net/c.js";\nc();\n'
BUNDLES = {
    "a scope of its own": ({"a": LATE}, f"(() => {{\n{LATE}}})();\n"),
    "what it exports comes out of it": (
        {"a": "export const b = 1;\nexport async function c() {}\n"},
        "export const { b, c } = (() => {\nconst b = 1;\nasync function c() {}\nreturn { b, c };\n})();\n",
    ),
    "what is imported stands before it": (
        {
            "table/a": 'import {\n  b,\n  c,\n} from "./b.js";\nc(b);\n',
            "table/b": "const own = 1;\nexport const b = own;\nexport async function c() {}\n",
        },
        "(() => {\nconst own = 1;\nconst b = own;\nasync function c() {}\nc(b);\n})();\n",
    ),
    "of the same name in two folders": (
        {
            "table/main": 'import { a } from "../net/one.js";\nimport { b } from "./one.js";\na(b);\n',
            "net/one": "export const a = 1;\n",
            "table/one": "export const b = 2;\n",
        },
        "(() => {\nconst a = 1;\nconst b = 2;\na(b);\n})();\n",
    ),
    "other files as seen from the bundle": (
        {
            "table/main": 'import { a } from "../net/one.js";\nimport("./late.js");\na;\n',
            "net/one": 'export const a = ["./two.wasm", "../table/b.css", "../c.svg"];\n',
        },
        '(() => {\nconst a = ["../net/two.wasm", "./b.css", "../c.svg"];\nimport("./late.js");\na;\n})();\n',
    ),
    "what two import is there once": (
        {
            "dom/a": 'import "./b.js";\nimport "./d.js";\n',
            "dom/b": USES,
            "dom/d": USES,
            "net/c": "export function c() {}\n",
        },
        "(() => {\nfunction c() {}\nc();\nc();\n})();\n",
    ),
}
REFUSED = {
    "in a circle": {"a": 'import "./x/b.js";\n', "x/b": 'import "../a.js";\n'},
    "a name that changes": {"a": 'import "./b.js";\n', "b": "export let b = 1;\n"},
    "a default": {"a": 'import "./b.js";\n', "b": "export default 1;\n"},
    "a list": {"a": 'import "./b.js";\n', "b": "export { b };\n"},
    "all of a script": {"a": 'import "./b.js";\n', "b": 'import * as c from "./c.js";\n'},
    "no path": {"a": 'import "./b.js";\n', "b": 'import { c } from "c.js";\n'},
    "another name": {"a": 'import { c as b } from "./b.js";\n', "b": "export const c = 1;\n"},
    "a name twice": {
        "a": 'import { b } from "./b.js";\nfunction own() {}\n',
        "b": "const own = 1;\nexport const b = own;\n",
    },
}


def test_modules_are_bundled_or_refused(write):
    for name, (scripts, bundle) in BUNDLES.items():
        assert write(scripts) == bundle, name
    for scripts in REFUSED.values():
        with pytest.raises(ValueError, match="b"):
            write(scripts)


@minified
def test_the_minifier_leaves_references_names_between_scripts_and_their_order(write):
    """Versions 2.24.11 and 2.24.12 put a pattern before what it takes apart. What is not well written is refused."""
    late = 'import { b } from "./b.js";\nexport const late = () => import("./c.js").then(b);\n'
    script = write({"a": late, "b": "export function b(long) {\n  return long; // why\n}\n"})
    assert minify({"a.js": script})["a.js"] == (
        'export const{late}=(()=>{function e(e){return e}const t=()=>import("./c.js").then(e);return{late:t}})()'
    )
    script = (
        "function f(e) {\n  const first = g(e);\n  const { then } = h({ first });\n  return i(first, then);\n}\nf();\n"
    )
    assert minify({"a.js": script})["a.js"] == ("function f(e){const t=g(e),{then:n}=h({first:t});return i(t,n)}f()")
    for text in ("const { b } = 1;\nconst b = 2;\n", "const = 1;\n"):
        with pytest.raises(ValueError, match="MinifyError"):
            minify({"a.js": write({"a": text})})


AGAIN = {"offline/shell.js": "table/main.js"}
"""A later script that brings some of the first one's: the shell is drawn before the table looks at its page, both from
what the phone has kept."""


def test_ours_import_nothing_before_they_run_and_later_only_what_is_served_and_new(app):
    def modules_in(name):
        return set(modules_of(STATIC, name.removesuffix(".js")))

    later = []
    for name in ENTRIES:
        script = bundle_script(STATIC, name)
        assert re.findall(r"^\s*import\s*[\"{*].*", script, re.MULTILINE) == []
        for other in REFERENCE.findall(script):
            assert posixpath.normpath(posixpath.join(posixpath.dirname(name), other)) in app.config["ASSETS"]
        for relative in LATER.findall(script):
            later.append(posixpath.normpath(posixpath.join(posixpath.dirname(name), relative)))
            if AGAIN.get(name) != later[-1]:
                assert modules_in(name).isdisjoint(modules_in(later[-1])), f"{name}, {later[-1]}"
    assert later


def test_what_a_script_fetches_later_is_served_though_another_imports_it(write, tmp_path):
    scripts = {
        "a": 'const late = () => import("./c.js");\nlate();\n',
        "b": 'import { c } from "./c.js";\nimport { d } from "./d.js";\nc(d);\n',
        "c": "export const c = 1;\n",
        "d": "export const d = 1;\n",
    }
    write(scripts)
    assert served_names(tmp_path, [f"{name}.js" for name in scripts]) == ["a.js", "b.js", "c.js"]


def test_style_sheets_keep_what_browsers_read_with_their_imports_where_they_are_named(tmp_path):
    for name, source, bundle in (
        (
            "a.css",
            "/* What it is. */\n@layer a{\n  /* why\n   * so */\n  .b,\n  .c .d{color:red;\n    &.e{inset:0}}\n}\n",
            "@layer a{.b,.c .d{color:red;&.e{inset:0}}}\n",
        ),
        (
            "d.css",
            "@layer a{\n  .b{margin:0} /* too */\n  .f\n  .g{margin:0}\n}\n",
            "@layer a{.b{margin:0}.f\n  .g{margin:0}}\n",
        ),
        ("b.css", ".b{inset:0}\n", ".b{inset:0}\n"),
        ("c.css", '@layer a,b;\n@import "./b.css";\n.c{inset:1px}\n', "@layer a,b;.b{inset:0}.c{inset:1px}\n"),
    ):
        (tmp_path / name).write_text(source, encoding="utf-8")
        assert bundle_style(tmp_path / name) == bundle
    for path in STATIC.rglob("*.css"):
        assert not [line for line in path.read_text(encoding="utf-8").splitlines() if len(line) > 120], path
        assert "@import" not in bundle_style(path), path
