"""How small, oblique and blurred cards of the kit are still told: ``python -m tests.bench.bench_markers``.

Cards of the print kit, and plain PASS cards without a marker that were learned from three pictures, are
drawn on cloth as a camera would see them.  Told: the right card at its place; wrong: any other, also on
pictures of playing cards and backs.
"""

import os
import time

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import numpy as np
from PIL import Image, ImageDraw, ImageFont
from PySide6.QtCore import QRectF
from PySide6.QtGui import QGuiApplication, QImage, QPainter

from app.ui.kit import faces
from app.ui.kit_cards import Face, draw_card
from app.ui.pages import FONT, family_of
from datasets.decks import Deck, random_style
from engine.cards import FACES
from vision.markers import cards_in
from vision.opencv import cv2
from vision.plain import PlainCard, PlainCards, learn
from vision.table import Table

PX = 8
"""px a mm at which cards are drawn."""
TURNS = 40
WORST = {
    "easy": (10, 0.6, 4, 85),
    "blurred": (20, 1.2, 6, 60),
    "oblique": (35, 1.5, 8, 45),
    "very blurred": (20, 2.2, 8, 45),
}
"""Degrees from above, blur and noise (px, grey levels, standard deviations), quality of the JPEG."""


def kit_card(face: Face, family: str) -> np.ndarray:
    image = QImage(58 * PX, 88 * PX, QImage.Format.Format_RGB888)
    image.fill(0xFFFFFFFF)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(PX, PX)
    draw_card(painter, face, QRectF(0, 0, 58, 88), family)
    painter.end()
    rows = np.frombuffer(image.constBits(), np.uint8).reshape(88 * PX, image.bytesPerLine())
    return rows[:, : 58 * PX * 3].reshape(88 * PX, 58 * PX, 3)[..., ::-1].copy()


def plain_card(words: str, ink: tuple[int, int, int], paper: tuple[int, int, int]) -> np.ndarray:
    image = Image.new("RGB", (58 * PX, 88 * PX), paper)
    draw = ImageDraw.Draw(image)
    high = 17 if len(words) > 2 else 26
    font = ImageFont.truetype(str(FONT), high * PX)
    draw.text((29 * PX, 44 * PX), words, ink, font, anchor="mm")
    draw.rectangle((3 * PX, 3 * PX, 55 * PX, 85 * PX), outline=ink, width=PX // 2)
    return np.asarray(image)[..., ::-1].copy()


def view(
    rng: np.random.Generator, card: np.ndarray | None, scale: float, worse: tuple[float, float, float, int]
) -> tuple[np.ndarray, Table, np.ndarray]:
    """A picture of 23 x 23 cm of cloth, how the table lies in it, and where the card's middle is in mm."""
    tilt, blur, noise, quality = worse
    side = 230.0
    a = np.deg2rad(rng.uniform(0, 360))
    along = np.array([np.cos(a), np.sin(a)])
    across = np.array([-along[1], along[0]])
    corners = np.array([(0, 0), (side, 0), (side, side), (0, side)]) - side / 2
    near = 1 / (1 + corners @ along * np.sin(np.deg2rad(tilt)) / 1200)
    px = np.outer(corners @ along * np.cos(np.deg2rad(tilt)) * near, along) + np.outer(
        corners @ across * near, across
    )
    px = (px * scale + side * scale / 2).astype(np.float32)
    table = Table(px, (side, side))
    size = round(side * scale)
    cloth = np.clip(rng.normal(rng.uniform(40, 130, 3), 6, (size, size, 3)), 0, 255).astype(np.uint8)
    middle = side / 2 + rng.uniform(-50, 50, 2)
    if card is not None:
        high, wide = card.shape[0] / PX, card.shape[1] / PX
        t = np.deg2rad(rng.uniform(0, 360))
        turn = np.array([[np.cos(t), -np.sin(t)], [np.sin(t), np.cos(t)]])
        outline = np.array([(0, 0), (wide, 0), (wide, high), (0, high)]) - (wide / 2, high / 2)
        at = table.to_px(outline @ turn.T + middle)
        source = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float32) * PX
        move = np.diag([3.0, 3.0, 1.0]) @ cv2.getPerspectiveTransform(source, at)
        large = (size * 3, size * 3)
        ink = cv2.resize(cv2.warpPerspective(card, move, large), (size, size), interpolation=cv2.INTER_AREA)
        cover = cv2.warpPerspective(np.full(card.shape[:2], 255, np.uint8), move, large)
        cover = cv2.resize(cover, (size, size), interpolation=cv2.INTER_AREA)[..., None] / 255
        cloth = (cloth * (1 - cover) + ink).clip(0, 255)
    lit = cloth * rng.uniform(0.35, 0.95) * np.linspace(rng.uniform(0.75, 1), 1, size)[None, :, None]
    seen = cv2.GaussianBlur(lit, (0, 0), blur) + rng.normal(0, noise, lit.shape)
    coded = cv2.imencode(".jpg", np.clip(seen, 0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, quality])[
        1
    ]
    return np.asarray(cv2.imdecode(coded, 1)), table, middle


def box_of(image: np.ndarray) -> np.ndarray:
    return np.array([0, 0, image.shape[1], image.shape[0]])


def main() -> None:
    app = QGuiApplication([])
    family = family_of(FONT)
    passes, counts = faces("E", "both")
    kit = [(face, kit_card(face, family)) for face in (*passes, *counts)]
    plain = [
        plain_card("PASS", (20, 40, 120), (250, 250, 245)),
        plain_card("过", (180, 20, 20), (245, 240, 225)),
        plain_card("不要", (240, 240, 240), (40, 70, 60)),
    ]
    lesson = (15.0, 0.8, 4.0, 80)
    rng = np.random.default_rng(1)
    learned = []
    for image in plain:
        looks = [learn(*view(rng, image, 1.6, lesson)[:2]) for _ in range(3)]
        learned.append(PlainCards([PlainCard(None, np.array(looks))]))
    print("px a mm     | marker: told, wrong, ms | plain: told, wrong, ms")
    for scale in (0.8, 1.0, 1.3, 1.8, 2.5):
        for name, worse in WORST.items():
            rng = np.random.default_rng(5)
            told, wrong, spent = [0, 0], [0, 0], [0.0, 0.0]
            for turn in range(TURNS):
                face, image = kit[turn % len(kit)]
                picture, table, middle = view(rng, image, scale, worse)
                began = time.process_time()
                found = cards_in(picture, box_of(picture), table)
                spent[0] += time.process_time() - began
                right = [m for m in found if m.name == f"marker {face.marker}" and near(m.centre_mm, middle)]
                told[0] += bool(right)
                wrong[0] += len(found) - len(right)
                which = turn % len(plain)
                picture, table, middle = view(rng, plain[which], scale, worse)
                began = time.process_time()
                found = learned[which].find(picture, box_of(picture), table)
                spent[1] += time.process_time() - began
                right = [m for m in found if near(m.centre_mm, middle)]
                told[1] += bool(right)
                wrong[1] += len(found) - len(right)
            said = [
                f"{t}/{TURNS} {w} {s / TURNS * 1000:.0f}" for t, w, s in zip(told, wrong, spent, strict=True)
            ]
            print(f"{scale:.1f} {name:12}| {said[0]:24}| {said[1]}", flush=True)
    deck = Deck(random_style(np.random.default_rng(3)))
    false = [0, 0]
    for turn in range(54):
        face_image = deck.face(FACES[turn])
        card = cv2.resize(np.asarray(face_image)[..., :3], (58 * PX, 88 * PX), interpolation=cv2.INTER_AREA)
        picture, table, _ = view(rng, card, 1.6, WORST["easy"])
        false[0] += len(cards_in(picture, box_of(picture), table))
        false[1] += sum(len(each.find(picture, box_of(picture), table)) for each in learned)
    print(f"54 playing cards: {false[0]} taken for marked ones, {false[1]} for learned ones (of three)")
    app.quit()


def near(one: np.ndarray, other: np.ndarray) -> bool:
    return float(np.linalg.norm(one - other)) < 6


if __name__ == "__main__":
    main()
