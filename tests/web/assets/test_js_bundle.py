"""Script bundler: what is imported travels in one file with the script that imports it, each in a scope of its own."""

from __future__ import annotations

import posixpath
import re
from pathlib import Path

import pytest

from web.assets.fingerprint import imported_names
from web.assets.js_bundle import bundle_script

STATIC = Path(__file__).parents[3] / "static"
MODULES = sorted(path.relative_to(STATIC).as_posix() for path in STATIC.rglob("*.js"))
ENTRIES = sorted({*MODULES} - {other for name in MODULES for other in imported_names(STATIC, name)})
LATER = re.compile(r'import\("(\.{1,2}/[\w./-]+\.js)"\)')
SCOPE = re.compile(r"^const (\$[\w$]+) = \(", re.MULTILINE)


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


def test_a_script_that_imports_nothing_stays_as_it_is(write):
    content = 'export function a() {}\nconst late = () => import("./b.js");\n'
    assert write({"a": content}) == content


def test_comments_and_indents_are_left_out(write):
    content = (
        "// What it is for.\n\nconst a = 1; // why\n/** What comes\n * back. */\nfunction b() {\n  // how\n"
        '  return "https://x" + "/** kept */" + "; // kept";\n}\n'
    )
    assert write({"a": content}) == (
        'const a = 1;\nfunction b() {\nreturn "https://x" + "/** kept */" + "; // kept";\n}\n'
    )


def test_what_is_imported_stands_before_it_in_a_scope_of_its_own(write):
    found = write(
        {
            "table/a": 'import { b, c as d } from "./b.js";\nd(b);\n',
            "table/b": "const own = 1;\nexport const b = own;\nexport async function c() {}\n",
        }
    )
    assert found == (
        "const $table$b = (() => {\nconst own = 1;\nconst b = own;\nasync function c() {}\nreturn { b, c };\n})();\n"
        "const { b, c: d } = $table$b;\nd(b);\n"
    )


def test_modules_of_the_same_name_in_two_folders_are_two(write):
    found = write(
        {
            "table/main": 'import { a } from "../net/one.js";\nimport { b } from "./one.js";\na(b);\n',
            "net/one": "export const a = 1;\n",
            "table/one": "export const b = 2;\n",
        }
    )
    assert SCOPE.findall(found) == ["$net$one", "$table$one"]
    assert found.endswith("const { a } = $net$one;\nconst { b } = $table$one;\na(b);\n")


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
    assert SCOPE.findall(found) == ["$net$c", "$dom$b", "$dom$d"]


@pytest.mark.parametrize(
    "scripts",
    [
        {"a": 'import "./x/b.js";\n', "x/b": 'import "../a.js";\n'},
        {"a": 'import "./b.js";\n', "b": "export let b = 1;\n"},
        {"a": 'import "./b.js";\n', "b": "export default 1;\n"},
        {"a": 'import "./b.js";\n', "b": "export { b };\n"},
        {"a": 'import "./b.js";\n', "b": 'import * as c from "./c.js";\n'},
        {"a": 'import "./b.js";\n', "b": 'import { c } from "c.js";\n'},
        {"a": "const b = `\n  one`;\n"},
    ],
    ids=["in a circle", "a name that changes", "a default", "a list", "all of a script", "no path", "a long text"],
)
def test_what_cannot_be_bundled_is_refused(write, scripts):
    with pytest.raises(ValueError, match="b"):
        write(scripts)


@pytest.mark.parametrize("name", ENTRIES)
def test_ours_import_nothing_any_more_before_they_run(name):
    assert re.findall(r"^\s*(?:import|export)\s*[\"{*].*", bundle_script(STATIC, name), re.MULTILINE) == []


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
        assert set(SCOPE.findall(here)).isdisjoint(SCOPE.findall(bundle_script(STATIC, later))), f"{name}, {later}"


def test_something_comes_later():
    """The test above looks at something."""
    assert any(LATER.search(bundle_script(STATIC, name)) for name in ENTRIES)
