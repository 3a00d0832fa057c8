"""Pictures of every page: ``python -m tests.browser.shots OUT [VIEW...]``.

Each view in its scenes over a frame of the demo's film, in both themes (Chinese, then English in the other), and one sheet
a view; the pages for people as well.
"""

from __future__ import annotations

import base64
import io
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import av
from PIL import Image

from tests.browser import moments
from tests.browser.chromium import launched, missing
from tests.browser.stand_in import TOKEN, StandIn

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
PEOPLE = (("index", "/", (1400, 1000)), ("referee", f"/referee.html#{TOKEN}", (800, 600)))


def background() -> str:
    """A frame of the film, as an address."""
    with av.open(str(FILM)) as film:
        film.seek(12_000_000)
        frame = next(film.decode(video=0))
    kept = io.BytesIO()
    frame.to_image().save(kept, "JPEG", quality=88)
    return "data:image/jpeg;base64," + base64.b64encode(kept.getvalue()).decode()


def take(out: Path, views: list[str]) -> None:
    """Write the pictures of some views."""
    ground = background()
    server = StandIn().start()
    try:
        with TemporaryDirectory() as home, launched(Path(home)) as browser:
            page = browser.new_page(viewport={"width": 1920, "height": 1080})
            for view in (view for view in SCENES if view in views):
                for theme, lang, names in LOOKS:
                    made = []
                    for seq, scene in enumerate(SCENES[view]):
                        public, held = moments.scenes(names)[scene]
                        public = public | {"seq": seq}
                        server.show(moments.hands(public, held), "hands")
                        server.show(public)
                        if not made:
                            page.goto(f"{server.url}/overlay/{view}.html?theme={theme}&lang={lang}&show=always#{TOKEN}")
                            page.evaluate("to => { document.documentElement.style.background = `url(${to}) center / cover`; }", ground)
                        page.wait_for_selector(f'.stage[data-seq="{seq}"]', state="attached")
                        page.wait_for_timeout(700)
                        path = out / f"{view}-{scene}-{theme}-{lang}-{names}.png"
                        page.screenshot(path=str(path))
                        made.append(path)
                    _sheet(made, out / f"sheet-{view}-{theme}-{lang}-{names}.png")
                    page.goto("about:blank")
            public = moments.scenes("zh")["play"][0]
            server.show(public)
            server.show(moments.referee(public, pending=True), "referee")
            for name, path, (wide, high) in (each for each in PEOPLE if each[0] in views):
                for query in ("?lang=zh", "?lang=en&theme=light"):
                    page.set_viewport_size({"width": wide, "height": high})
                    page.goto(server.url + path.replace("#", query + "#") if "#" in path else server.url + path + query)
                    page.wait_for_timeout(2500)
                    page.screenshot(path=str(out / f"{name}{query.replace('?', '-').replace('&', '-')}.png"), full_page=True)
                    page.goto("about:blank")
    finally:
        server.stop()


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
