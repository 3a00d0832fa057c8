"""Index crops of real photographs, for the reader: ``python -m datasets.photo_crops FOLDER``.

The photographs' labels are boxes without a direction, so the detector finds each index's two points and
the label says what it shows.  The crops are kept in ``datasets/photos/train`` as one picture of tiles with
a line of labels each (source and licence beside it); the reader is trained on them beside the rendered ones.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from datasets.crops import crop_index
from engine.cards import FACES, Card
from vision.frames import read_image
from vision.indices import IndexDetector, distinct
from vision.opencv import cv2
from vision.values import Detections, Floats

KEPT = Path(__file__).with_name("photos") / "train"
ACROSS = 40
SCALES = (0.5, 0.9)
SHEET = "crops.jpg"
LABELS = "crops.txt"


def take(folder: Path) -> tuple[NDArray[np.uint8], list[str]]:
    """Crops (N, 88, 64, 3) and faces of the labelled indices that the detector finds in ``folder``.

    Jokers are left out: in these photographs their colour was not labelled.
    """
    detect = IndexDetector()
    crops, faces = [], []
    for line in (folder / "labels.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        picture = read_image(folder / row["image"])
        found = Detections.merge([detect(picture, scale) for scale in SCALES])
        found = found.take(np.argsort(-found.score))
        found = found.take(distinct(found))
        for index in row["indices"]:
            if index["card"] not in map(str, FACES[:52]):
                continue
            x0, y0, x1, y1 = index["box"]
            centre, size = np.array([x0 + x1, y0 + y1]) / 2, np.array([x1 - x0, y1 - y0])
            fits = _fits(found.keypoints, centre, size)
            if np.count_nonzero(fits) == 1:
                rank, suit = found.keypoints[fits][0]
                crops.append(crop_index(picture, tuple(rank), tuple(suit)))
                faces.append(index["card"])
    return np.stack(crops), faces


def _fits(points: Floats, centre: Floats, size: Floats) -> NDArray[np.bool_]:
    """Which found indices lie in a labelled box as its rank and suit would: apart, and about its middle."""
    off = np.abs(points.mean(axis=1) - centre) / size
    apart = np.linalg.norm(points[:, 1] - points[:, 0], axis=1) / size.max()
    return (off.max(axis=1) < 0.16) & (apart > 0.33) & (apart < 0.8)


def keep(crops: NDArray[np.uint8], faces: list[str], to: Path = KEPT) -> None:
    """Write the crops as one picture of tiles, and their faces in the same order."""
    rows = -(-len(crops) // ACROSS)
    padded = np.zeros((rows * ACROSS, *crops.shape[1:]), np.uint8)
    padded[: len(crops)] = crops
    tiles = padded.reshape(rows, ACROSS, *crops.shape[1:]).transpose(0, 2, 1, 3, 4)
    sheet = tiles.reshape(rows * crops.shape[1], ACROSS * crops.shape[2], 3)
    to.mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(to / SHEET), sheet, [cv2.IMWRITE_JPEG_QUALITY, 92])
    (to / LABELS).write_text("\n".join(faces) + "\n", encoding="ascii")


def kept(folder: Path = KEPT) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """The crops (N, 88, 64, 3) and classes that ``keep`` wrote."""
    faces = (folder / LABELS).read_text(encoding="ascii").split()
    sheet = read_image(folder / SHEET)
    height, width = sheet.shape[0] // -(-len(faces) // ACROSS), sheet.shape[1] // ACROSS
    tiles = sheet.reshape(-1, height, ACROSS, width, 3).transpose(0, 2, 1, 3, 4)
    crops = np.ascontiguousarray(tiles.reshape(-1, height, width, 3)[: len(faces)])
    return crops, np.array([FACES.index(Card.parse(face)) for face in faces])


def main() -> None:
    parser = argparse.ArgumentParser(description="Cut the labelled indices out of photographs.")
    parser.add_argument("folder", type=Path, help="pictures with labels.jsonl")
    crops, faces = take(parser.parse_args().folder)
    keep(crops, faces)
    print(f"{len(crops)} crops")


if __name__ == "__main__":
    main()
