"""``overlay.html``: every overlay in one file that needs nothing beside it, made from the served pages.

``python -m app.air.pages_file`` writes it anew. A browser source that is a local file never stays blank
because the program was started after it. It is the one page with its script and style inside.
"""

from __future__ import annotations

import base64
import re
from pathlib import Path

PAGES = Path(__file__).parent / "pages"
ENTRY, STYLE, MADE = "js/overlay.js", "css/overlay.css", "overlay.html"
_IMPORT = re.compile(r'^import \{[^}]*\} from "([^"]+)";\n', re.M)
_EXPORT = re.compile(r"^export (?=(?:async )?function|class|const)", re.M)
_NAMED = re.compile(r"^(?:async )?(?:function|class|const|let) ([A-Za-z_$][\w$]*)", re.M)
_SHEET = re.compile(r'^@import url\("([^"]+)"\);\n', re.M)
_FONT = re.compile(r'url\("(\.\./fonts/[^"]+\.woff2)"\)')
_PAGE = """\
<!doctype html>
<html lang="zh-CN">
<head>
<meta charset="utf-8">
<title>Guandan Eye</title>
<link rel="icon" href="data:,">
<style>
{style}</style>
</head>
<body>
<script>
"use strict";
(() => {{
{script}}})();
</script>
</body>
</html>
"""


class PagesError(ValueError):
    """Modules that cannot stand in one script."""


def modules(entry: Path) -> dict[Path, str]:
    """An entry and all that it imports, each after what it imports itself."""
    found: dict[Path, str] = {}

    def add(path: Path, above: tuple[Path, ...]) -> None:
        if path in above:
            raise PagesError(f"{path.name} imports itself by way of {above[-1].name}")
        if path in found:
            return
        text = path.read_text("utf-8")
        for name in _IMPORT.findall(text):
            add((path.parent / name).resolve(), (*above, path))
        found[path] = text

    add(entry.resolve(), ())
    return found


def script(entry: Path) -> str:
    """The modules as one script. Raises `PagesError` where two of them give the same name to two things."""
    texts, owners = [], dict[str, str]()
    for path, text in modules(entry).items():
        plain = _EXPORT.sub("", _IMPORT.sub("", text))
        if re.search(r"^(import|export)\b", plain, re.M):
            raise PagesError(f"{path.name}: only import {{…}} and export before a declaration can be joined")
        for name in _NAMED.findall(plain):
            if name in owners:
                raise PagesError(f"{name} is in {owners[name]} and in {path.name}")
            owners[name] = path.name
        texts.append(plain.strip() + "\n")
    return "\n".join(texts)


def style(sheet: Path) -> str:
    """A style sheet with those that it imports, and the fonts inside."""

    def font(match: re.Match[str]) -> str:
        data = base64.b64encode((sheet.parent / match[1]).read_bytes()).decode("ascii")
        return f'url("data:font/woff2;base64,{data}")'

    joined = _SHEET.sub(lambda match: (sheet.parent / match[1]).read_text("utf-8"), sheet.read_text("utf-8"))
    return _FONT.sub(font, joined)


def page(pages: Path = PAGES) -> str:
    """The whole file."""
    body = script(pages / ENTRY)
    if "</script" in body:
        raise PagesError("a script cannot hold </script")
    return _PAGE.format(style=style(pages / STYLE), script=body)


if __name__ == "__main__":
    (PAGES / MADE).write_text(page(), "utf-8")
