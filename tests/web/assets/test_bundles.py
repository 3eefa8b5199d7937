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


def test_a_script_has_a_scope_of_its_own(write):
    content = 'const late = () => import("./b.js");\nlate();\n'
    assert write({"a": content}) == f"(() => {{\n{content}}})();\n"


def test_what_a_script_exports_comes_out_of_its_scope(write):
    assert write({"a": "export const b = 1;\nconst d = b;\nexport async function c() {}\n"}) == (
        "export const { b, c } = (() => {\nconst b = 1;\nconst d = b;\nasync function c() {}\nreturn { b, c };\n})();\n"
    )


def test_what_is_imported_stands_before_it_in_the_same_scope(write):
    found = write(
        {
            "table/a": 'import {\n  b,\n  c,\n} from "./b.js";\nc(b);\n',
            "table/b": "const own = 1;\nexport const b = own;\nexport async function c() {}\n",
        }
    )
    assert found == "(() => {\nconst own = 1;\nconst b = own;\nasync function c() {}\nc(b);\n})();\n"


def test_modules_of_the_same_name_in_two_folders_are_two(write):
    found = write(
        {
            "table/main": 'import { a } from "../net/one.js";\nimport { b } from "./one.js";\na(b);\n',
            "net/one": "export const a = 1;\n",
            "table/one": "export const b = 2;\n",
        }
    )
    assert found == "(() => {\nconst a = 1;\nconst b = 2;\na(b);\n})();\n"


def test_a_module_names_other_files_as_seen_from_the_bundle(write):
    found = write(
        {
            "table/main": 'import { a } from "../net/one.js";\nimport("./late.js");\na;\n',
            "net/one": 'export const a = ["./two.wasm", "../table/b.css", "../c.svg"];\n',
        }
    )
    assert '["../net/two.wasm", "./b.css", "../c.svg"]' in found
    assert 'import("./late.js")' in found


def test_what_two_modules_import_is_there_once(write):
    uses = 'import { c } from "../net/c.js";\nc();\n'
    first = 'import "./b.js";\nimport "./d.js";\n'
    found = write({"dom/a": first, "dom/b": uses, "dom/d": uses, "net/c": "export function c() {}\n"})
    assert found == "(() => {\nfunction c() {}\nc();\nc();\n})();\n"


@minified
def test_the_minifier_leaves_references_and_names_between_scripts(write):
    late = 'import { b } from "./b.js";\nexport const late = () => import("./c.js").then(b);\n'
    script = write({"a": late, "b": "export function b(long) {\n  return long; // why\n}\n"})
    assert minify({"a.js": script})["a.js"] == (
        'export const{late}=(()=>{function e(e){return e}const t=()=>import("./c.js").then(e);return{late:t}})()'
    )


@minified
def test_what_is_read_is_there_first_when_minified():
    """Versions 2.24.11 and 2.24.12 of the minifier put a pattern before what it takes apart."""
    script = (
        "function f(e) {\n  const first = g(e);\n  const { then } = h({ first });\n  return i(first, then);\n}\nf();\n"
    )
    assert minify({"a.js": script})["a.js"] == ("function f(e){const t=g(e),{then:n}=h({first:t});return i(t,n)}f()")


@minified
@pytest.mark.parametrize("text", ["const { b } = 1;\nconst b = 2;\n", "const = 1;\n"], ids=["twice a name", "none"])
def test_what_is_not_well_written_is_not_minified(write, text):
    with pytest.raises(ValueError, match="MinifyError"):
        minify({"a.js": write({"a": text})})


@pytest.mark.parametrize(
    "scripts",
    [
        {"a": 'import "./x/b.js";\n', "x/b": 'import "../a.js";\n'},
        {"a": 'import "./b.js";\n', "b": "export let b = 1;\n"},
        {"a": 'import "./b.js";\n', "b": "export default 1;\n"},
        {"a": 'import "./b.js";\n', "b": "export { b };\n"},
        {"a": 'import "./b.js";\n', "b": 'import * as c from "./c.js";\n'},
        {"a": 'import "./b.js";\n', "b": 'import { c } from "c.js";\n'},
        {"a": 'import { c as b } from "./b.js";\n', "b": "export const c = 1;\n"},
        {"a": 'import { b } from "./b.js";\nfunction own() {}\n', "b": "const own = 1;\nexport const b = own;\n"},
    ],
    ids=[
        "in a circle",
        "a name that changes",
        "a default",
        "a list",
        "all of a script",
        "no path",
        "another name",
        "a name twice",
    ],
)
def test_what_cannot_be_bundled_is_refused(write, scripts):
    with pytest.raises(ValueError, match="b"):
        write(scripts)


@pytest.mark.parametrize("name", ENTRIES)
def test_ours_import_nothing_any_more_before_they_run(name):
    assert re.findall(r"^\s*import\s*[\"{*].*", bundle_script(STATIC, name), re.MULTILINE) == []


def modules_in(name):
    """The paths of the modules that the bundle of this script has."""
    return set(modules_of(STATIC, name.removesuffix(".js")))


AGAIN = {"offline/shell.js": "table/main.js"}
"""A later script that brings some of the first one's: the shell is drawn before the table looks at its page, both from
what the phone has kept."""


@pytest.mark.parametrize("name", ENTRIES)
def test_what_comes_later_brings_nothing_that_is_there_already(name):
    here = bundle_script(STATIC, name)
    for relative in LATER.findall(here):
        later = posixpath.normpath(posixpath.join(posixpath.dirname(name), relative))
        if AGAIN.get(name) == later:
            continue
        assert modules_in(name).isdisjoint(modules_in(later)), f"{name}, {later}"


def test_what_a_script_fetches_later_is_served_though_another_imports_it(tmp_path):
    scripts = {
        "a.js": 'const late = () => import("./c.js");\nlate();\n',
        "b.js": 'import { c } from "./c.js";\nimport { d } from "./d.js";\nc(d);\n',
        "c.js": "export const c = 1;\n",
        "d.js": "export const d = 1;\n",
    }
    for name, content in scripts.items():
        (tmp_path / name).write_text(content, encoding="utf-8")
    assert served_names(tmp_path, [*scripts]) == ["a.js", "b.js", "c.js"]


@pytest.mark.parametrize("name", ENTRIES)
def test_every_file_that_ours_name_is_served(app, name):
    for other in REFERENCE.findall(bundle_script(STATIC, name)):
        assert posixpath.normpath(posixpath.join(posixpath.dirname(name), other)) in app.config["ASSETS"]


def test_something_comes_later():
    """The test above looks at something."""
    assert any(LATER.search(bundle_script(STATIC, name)) for name in ENTRIES)


def test_a_style_sheet_keeps_what_browsers_read(tmp_path):
    path = tmp_path / "a.css"
    path.write_text(
        "/* What it is. */\n@layer a{\n  /* why\n   * so */\n  .b,\n  .c .d{color:red;\n    &.e{inset:0}} /* too */\n"
        "  .f\n  .g{margin:0}\n}\n",
        encoding="utf-8",
    )
    assert bundle_style(path) == "@layer a{.b,.c .d{color:red;&.e{inset:0}}.f\n  .g{margin:0}}\n"


def test_imports_stand_where_they_are_named(tmp_path):
    (tmp_path / "b.css").write_text(".b{inset:0}\n", encoding="utf-8")
    path = tmp_path / "a.css"
    path.write_text('@layer a,b;\n@import "./b.css";\n.c{inset:1px}\n', encoding="utf-8")
    assert bundle_style(path) == "@layer a,b;.b{inset:0}.c{inset:1px}\n"


@pytest.mark.parametrize("path", sorted(STATIC.rglob("*.css")), ids=lambda path: path.name)
def test_no_line_of_ours_is_long(path):
    assert [line for line in path.read_text(encoding="utf-8").splitlines() if len(line) > 120] == []


@pytest.mark.parametrize("path", sorted(STATIC.rglob("*.css")), ids=lambda path: path.name)
def test_no_import_of_ours_is_left(path):
    assert "@import" not in bundle_style(path)
