"""Pictures of PASS and count cards on a cloth, drawn for the tests."""

import numpy as np

from vision.markers import MARKED_CARD_MM, MARKER_MM, cells
from vision.opencv import cv2
from vision.table import Table

PX = 6
SIZE = (900, 900)
TABLE = Table(np.array([[40, 30], [860, 45], [880, 870], [25, 850]], np.float32))
"""600 x 600 mm at 1.4 px a mm, seen a little from the side."""


def kit_card(number: int) -> np.ndarray:
    """A card of the kit without its words."""
    wide, high = (round(side * PX) for side in MARKED_CARD_MM)
    card = np.full((high, wide, 3), 245, np.uint8)
    card[: 15 * PX] = card[-15 * PX :] = (79, 92, 15)
    cell = round(MARKER_MM / 6 * PX)
    marker = np.kron(cells(number), np.ones((cell, cell))) > 0
    y, x = (high - marker.shape[0]) // 2, (wide - marker.shape[1]) // 2
    card[y : y + marker.shape[0], x : x + marker.shape[1]] = np.where(marker, 250, 10)[..., None]
    return card


def plain_card(words: str) -> np.ndarray:
    """A card without a marker, with words on it."""
    card = np.full((88 * PX, 58 * PX, 3), 240, np.uint8)
    cv2.rectangle(card, (3 * PX, 3 * PX), (55 * PX, 85 * PX), (30, 30, 160), PX)
    cv2.putText(card, words, (5 * PX, 50 * PX), cv2.FONT_HERSHEY_DUPLEX, PX * 0.38, (20, 20, 20), PX)
    return card


def cloth(seed: int = 0, grain: float = 3.0) -> np.ndarray:
    rng = np.random.default_rng(seed)
    return np.clip(rng.normal((60, 95, 55), grain, (SIZE[1], SIZE[0], 3)), 0, 255).astype(np.uint8)


def lay(
    picture: np.ndarray, card: np.ndarray, place: tuple[float, float], turn: float, table: Table = TABLE
) -> np.ndarray:
    """The picture with a card's middle at a place in mm, turned clockwise by degrees."""
    high, wide = card.shape[:2]
    corners = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float32)
    a = np.deg2rad(turn)
    swing = np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]])
    at = table.to_px(((corners - (wide / 2, high / 2)) / PX) @ swing.T + place)
    move = cv2.getPerspectiveTransform(corners, at)
    size = picture.shape[1::-1]
    smooth = cv2.GaussianBlur(card, (0, 0), PX / 3)
    cover = cv2.warpPerspective(np.full(card.shape[:2], 255, np.uint8), move, size)[..., None]
    return np.where(cover > 127, cv2.warpPerspective(smooth, move, size), picture)


def whole(picture: np.ndarray) -> np.ndarray:
    return np.array([0, 0, picture.shape[1], picture.shape[0]])
