"""Pictures of every page: ``python -m tests.browser.shots OUT [VIEW...]``.

Each view in its scenes over a frame of the demo's film, in both themes and languages, and a sheet of each;
the pages for people as well.
"""

from __future__ import annotations

import base64
import io
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import av
from PIL import Image

from tests.browser import moments
from tests.browser.chromium import launched, missing
from tests.browser.stand_in import TOKEN, StandIn

if TYPE_CHECKING:
    from playwright.sync_api import Page

FILM = Path(__file__).parents[2] / "datasets" / "demo" / "match.mp4"
SCENES = {
    "table": ("before", "tribute", "play", "bomb", "near", "over_time", "endless", "ruling", "between"),
    "lower-third": ("before", "play", "bomb", "near", "over_time", "ruling", "between"),
    "score": ("play", "near", "ruling"),
    "ticker": ("play", "bomb", "near", "over_time"),
    "between": ("before", "tribute", "between", "over"),
    "statistics": ("play", "between", "over"),
    "hands": ("play", "bomb", "over_time"),
}
LOOKS = (("dark", "zh", "zh"), ("light", "zh", "zh"), ("light", "en", "en"), ("dark", "en", "long"))
"""Theme, language, names."""
PEOPLE = (("index", "/", (1400, 1000)), ("referee", "/referee.html", (800, 600)))
GROUND = "to => { document.documentElement.style.background = `url(${to}) center / cover`; }"


@cache
def background() -> str:
    """A frame of the film, as an address."""
    with av.open(str(FILM)) as film:
        film.seek(12_000_000)
        frame = next(film.decode(video=0))
    kept = io.BytesIO()
    frame.to_image().save(kept, "JPEG", quality=88)
    return "data:image/jpeg;base64," + base64.b64encode(kept.getvalue()).decode()


def take(out: Path, wanted: list[str]) -> None:
    """Write the pictures of some views and pages."""
    server = StandIn().start()
    try:
        with TemporaryDirectory() as home, launched(Path(home)) as browser:
            page = browser.new_page(viewport={"width": 1920, "height": 1080})
            for view in (view for view in SCENES if view in wanted):
                for look in LOOKS:
                    made = list(_scenes(server, page, view, look, out))
                    _sheet(made, out / f"sheet-{view}-{'-'.join(look)}.png")
            _people(server, page, [each for each in PEOPLE if each[0] in wanted], out)
    finally:
        server.stop()


def _scenes(server: StandIn, page: Page, view: str, look: tuple[str, str, str], out: Path) -> Iterator[Path]:
    theme, lang, names = look
    for seq, scene in enumerate(SCENES[view]):
        public, held = moments.scenes(names)[scene]
        public = public | {"seq": seq}
        server.show(moments.hands(public, held), "hands")
        server.show(public)
        if seq == 0:
            page.goto(f"{server.url}/overlay/{view}.html?theme={theme}&lang={lang}&show=always#{TOKEN}")
            page.evaluate(GROUND, background())
        page.wait_for_selector(f'.stage[data-seq="{seq}"]', state="attached")
        page.wait_for_timeout(1200)
        path = out / f"{view}-{scene}-{'-'.join(look)}.png"
        page.screenshot(path=str(path))
        yield path
    page.goto("about:blank")


Sized = tuple[str, str, tuple[int, int]]


def _people(server: StandIn, page: Page, pages: Sequence[Sized], out: Path) -> None:
    public = moments.scenes("zh")["play"][0]
    server.show(public)
    server.show(moments.referee(public, pending=True), "referee")
    for name, path, (wide, high) in pages:
        for lang, theme in (("zh", "dark"), ("en", "light")):
            page.set_viewport_size({"width": wide, "height": high})
            page.goto(f"{server.url}{path}?lang={lang}&theme={theme}#{TOKEN}")
            page.wait_for_timeout(2500)
            page.screenshot(path=str(out / f"{name}-{theme}-{lang}.png"), full_page=True)
            page.goto("about:blank")


def _sheet(paths: list[Path], to: Path) -> None:
    """All pictures in one, half as large, two in a row."""
    sheet = Image.new("RGB", (1928, 548 * -(-len(paths) // 2)))
    for place, path in enumerate(paths):
        with Image.open(path) as shot:
            sheet.paste(shot.convert("RGB").resize((960, 540)), (place % 2 * 968, place // 2 * 548))
    sheet.save(to)


if __name__ == "__main__":
    if missing():
        sys.exit(missing())
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    take(folder, sys.argv[2:] or [*SCENES, "index", "referee"])
