"""The overlay pages as files: texts complete, one file up to date, nothing inline, nothing from elsewhere."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from app.air.pages_file import MADE, PAGES, PagesError, page, script

ROOT = Path(__file__).parents[2]
TEXT = re.compile(r'^  "([\w.-]+)": \[\s*"((?:[^"\\]|\\.)*)",\s*"((?:[^"\\]|\\.)*)",?\s*\],', re.M)
MODULES = sorted(PAGES.rglob("*.js"))
SERVED = sorted(path for path in PAGES.glob("*.html") if path.name != MADE)
WORDS = (PAGES / "js" / "words.js").read_text("utf-8")
TEXTS = {name: (chinese, english) for name, chinese, english in TEXT.findall(WORDS)}


def test_overlay_html_is_up_to_date() -> None:
    assert (PAGES / MADE).read_text("utf-8") == page(), "run: python -m app.air.pages_file"


def test_overlay_html_needs_nothing_beside_it() -> None:
    text = re.sub(r"base64,[A-Za-z0-9+/=]+", "", page())
    outside = r"@import|<script src|<link rel=\"stylesheet|url\(\"(?!data:)|^import |^export "
    assert not re.search(outside, text, re.M)


@pytest.mark.parametrize(
    ("second", "fault"),
    [
        ("export const twice = 2;\n", "twice is in"),
        ("export default 3;\n", "only import"),
        ('import { one } from "./one.js";\nexport const two = 2;\n', "imports itself"),
    ],
)
def test_modules_that_cannot_be_joined_are_named(tmp_path: Path, second: str, fault: str) -> None:
    (tmp_path / "one.js").write_text('import { two } from "./two.js";\nexport const twice = 1;\n', "utf-8")
    (tmp_path / "two.js").write_text(second, "utf-8")
    with pytest.raises(PagesError, match=fault):
        script(tmp_path / "one.js")


def test_every_text_is_there_in_both_languages() -> None:
    assert len(TEXTS) == len(re.findall(r'^  "[\w.-]+": ', WORDS, re.M))
    for name, (chinese, english) in TEXTS.items():
        assert chinese.strip(), name
        assert english.strip(), name
        assert sorted(re.findall(r"\{\d\}", chinese)) == sorted(re.findall(r"\{\d\}", english)), name
        assert not re.search(r"[\u4e00-\u9fff]", english), name
        if re.search("[A-Za-z]", english):
            assert re.search(r"[\u4e00-\u9fff]", chinese), name


def test_every_text_that_is_asked_for_is_there_and_the_other_way_round() -> None:
    code = "\n".join(path.read_text("utf-8") for path in MODULES if path.name != "words.js")
    plain = {name for name in TEXTS if f'"{name}"' in code}
    stems = {stem for stem in re.findall(r"`([\w.-]+\.)\$\{", code)}
    made = {name for name in TEXTS if any(name.startswith(stem) for stem in stems)}
    asked = set(re.findall(r'\bt\((?:[^()"`]*\? )?"([\w.-]+)"', code))
    assert asked <= set(TEXTS)
    assert set(TEXTS) - plain - made == set()


def test_regular_letters_have_every_character_of_the_texts() -> None:
    """GB 2312's first level, and what SOURCE.txt names besides."""
    source = (PAGES / "fonts" / "SOURCE.txt").read_text("utf-8")
    extra = source.rpartition("extra")[2].strip()
    texts = "".join(text for pair in TEXTS.values() for text in pair)
    signs = {sign for sign in texts if 0x4E00 <= ord(sign) < 0xFF00}
    missing = {sign for sign in signs - set(extra) if not _common(sign)}
    assert missing == set()


def _common(sign: str) -> bool:
    try:
        code = sign.encode("gb2312")
    except UnicodeEncodeError:
        return False
    return 0xB0 <= code[0] <= 0xD7


@pytest.mark.parametrize("path", SERVED, ids=lambda path: path.name)
def test_served_pages_have_nothing_inline_and_nothing_from_elsewhere(path: Path) -> None:
    text = path.read_text("utf-8")
    assert not re.search(r"<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)", text)
    for address in re.findall(r'(?:src|href)="([^"]+)"', text):
        assert address == "data:," or (PAGES / address.removeprefix("/pages/")).is_file(), address


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.name)
def test_scripts_make_no_markup_and_ask_nobody_else(path: Path) -> None:
    text = path.read_text("utf-8")
    markup = r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function|localStorage"
    assert not re.search(markup, text)
    assert not re.search(r"https?://(?!127\.0\.0\.1|www\.w3\.org)", text)
    assert not re.search(r"[?&]token=", text)


def test_the_pages_are_in_the_package() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["setuptools"]
    patterns = settings["package-data"]["*"]
    suffixes = {path.suffix for path in PAGES.rglob("*") if path.is_file()}
    assert {f"*{suffix}" for suffix in suffixes} <= set(patterns)
