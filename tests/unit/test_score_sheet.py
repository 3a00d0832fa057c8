"""The score sheet: what stands on it can be read off the PDF, in letters that it brings along."""

import io
import os
import re
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pypdf
import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from app.cli import main
from app.ui.score_sheet import qr_path, qr_text, score_sheet
from engine import Irregularity, apply
from tests.unit.sheet_matches import LONG, begun, forty_deals, header, more_deals, ruled, sheet, write
from tests.unit.test_sheet import GOLDEN, read
from vision.opencv import cv2

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning:pypdf")


def pages(content: bytes) -> list[str]:
    """The text of each page; letters that stand apart are told as words of their own."""
    return [page.extract_text() for page in pypdf.PdfReader(io.BytesIO(content)).pages]


def squeezed(texts: list[str]) -> str:
    return re.sub(r"\s", "", "".join(texts))


def spots(content: bytes) -> list[tuple[float, float]]:
    """Where each piece of text begins, in points from the bottom left, on all pages."""
    found: list[tuple[float, float]] = []

    def visit(text, cm, tm, *_):
        if text.strip():
            found.append((tm[4] * cm[0] + cm[4], tm[5] * cm[3] + cm[5]))

    for page in pypdf.PdfReader(io.BytesIO(content)).pages:
        page.extract_text(visitor_text=visit)
    return found


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        (
            "zh",
            [
                "掼蛋比赛记分表",
                "东西胜",
                "时间到",
                "级差5",
                "贡南→东♦9",
                "还东→南♣2",
                "第1页,共1页",
                "签字",
                "裁判员",
            ],
        ),
        (
            "en",
            [
                "Guandanscoresheet",
                "E–Wwon",
                "timeisup",
                "leveldifference5",
                "page1of1",
                "Signatures",
                "Referee",
            ],
        ),
    ],
)
def test_the_golden_match_in_both_languages(lang, said):
    text = squeezed(pages(score_sheet(read(GOLDEN), lang))).replace("，", ",").replace("‒", "–")
    for each in (*said, "一桌", "11:48", read(GOLDEN).sha256[:8]):
        assert each in text, each


def test_names_event_rulings_and_clauses_are_on_it():
    text = squeezed(pages(score_sheet(sheet(ruled()), "zh")))
    names = "张三 李四 王五 赵六 二〇二六年全国掼蛋公开赛 第3轮 12桌 2026年11月30日"
    course = "双下 进行中 比赛未结束 疑问1 警告×1"
    rulings = "越序出牌 南警告 十一第3条 未裁决 南北-1级 裁判长陈七 申诉驳回"
    for said in f"{names} {course} {rulings}".split():
        assert said in text, said


def test_every_font_is_embedded():
    reader = pypdf.PdfReader(io.BytesIO(score_sheet(sheet(ruled()), "zh")))
    fonts = [font.get_object() for page in reader.pages for font in page["/Resources"]["/Font"].values()]
    assert fonts
    for font in fonts:
        (inner,) = (each.get_object() for each in font["/DescendantFonts"])
        descriptor = inner["/FontDescriptor"].get_object()
        assert {"/FontFile", "/FontFile2", "/FontFile3"} & set(descriptor), descriptor
        assert "GuandanEye" in descriptor["/FontName"].replace("-", "").replace(" ", "")


@pytest.mark.parametrize(
    "state",
    [
        begun(),
        begun(header(players={}, event_name="", table="", round=0, started="")),
        forty_deals(),
        forty_deals(header(players=dict.fromkeys("ESWN", LONG), event_name=LONG * 3, table=LONG)),
    ],
    ids=["none", "bare", "forty", "long"],
)
def test_nothing_leaves_the_page(state):
    content = score_sheet(sheet(state), "zh")
    width, height = 595, 842
    assert all(40 < x < width - 40 and 20 < y < height - 20 for x, y in spots(content))
    texts = pages(content)
    for number, text in enumerate(texts, 1):
        assert f"第{number}页，共{len(texts)}页" in squeezed([text])


def test_forty_deals_have_their_heads_on_every_page():
    texts = [squeezed([text]) for text in pages(score_sheet(sheet(forty_deals()), "zh"))]
    assert len(texts) == 2
    assert all("名次" in text for text in texts)
    assert "合计27:01" in texts[1]
    assert "签字" in texts[1]


def test_an_endless_text_goes_over_pages_and_keeps_its_words():
    state = apply(more_deals(begun(), ["ESNW"]), Irregularity("E", "signals", "说话" * 4000, None, 99_000))
    texts = pages(score_sheet(sheet(state), "zh"))
    assert len(texts) > 3
    assert squeezed(texts).count("说话") > 3990  # some are cut in two by a head


def test_a_record_at_fault_says_so():
    found = replace(sheet(begun()), faults=3)
    assert "记录有3处与规则不符" in squeezed(pages(score_sheet(found, "zh")))


def test_the_qr_code_is_read_as_the_fingerprint():
    found = read(GOLDEN)
    image = QImage(400, 400, QImage.Format.Format_Grayscale8)
    image.fill(255)
    painter = QPainter(image)
    painter.fillPath(qr_path(qr_text(found), QRectF(40, 40, 320, 320)), QColor("black"))
    painter.end()
    grey = np.frombuffer(image.constBits(), np.uint8).reshape(400, image.bytesPerLine())[:, :400].copy()
    said, *_ = cv2.QRCodeDetector().detectAndDecode(grey)
    assert said == f"sha256:{found.sha256}"


def test_by_the_command_line_without_a_display(tmp_path):
    record, out = write(ruled(), tmp_path / "m.jsonl"), tmp_path / "m.pdf"
    free = {key: value for key, value in os.environ.items() if key not in ("DISPLAY", "WAYLAND_DISPLAY")}
    free.pop("QT_QPA_PLATFORM", None)
    command = [sys.executable, "-m", "app.cli", "export", str(record), "--to", "pdf", "-o", str(out)]
    done = subprocess.run(command, env=free, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert out.read_bytes().startswith(b"%PDF")


def test_a_machine_that_cannot_draw(monkeypatch, tmp_path, capsys):
    monkeypatch.setitem(sys.modules, "app.ui.score_sheet", None)
    assert main(["export", str(GOLDEN), "--to", "pdf", "-o", str(tmp_path / "a.pdf")]) == 3
    assert "doctor" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())
