"""Other ways to read, beside the one that is used: ``python -m datasets.tries``.

Each is measured on the labelled photographs with the weights in ``models/``: at how many sizes a picture
is looked at, how often each index is looked at again turned and zoomed, colours made neutral first, and a
detector of 8-bit integers.  What was learned from them stands in ``models/README.md``.  Needs the
``[train]`` extra for the last one.
"""

from __future__ import annotations

import argparse
import hashlib
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from unittest import mock

import numpy as np
from numpy.typing import NDArray

import models
from datasets.evaluate import PHOTOS, Score, evaluate
from vision.frames import read_image
from vision.indices import GLANCES, STRIDE, IndexDetector
from vision.opencv import cv2
from vision.photo import SIDES

CALIBRATION = 100
"""Training pictures from which the ranges of the 8-bit detector are taken."""

OUTPUTS = 9
"""Numbers the detector gives of each place."""

Image8 = NDArray[np.uint8]


def neutral(image: Image8) -> Image8:
    """The picture with its mean colour made grey (grey world, Buchsbaum 1980)."""
    mean = image.reshape(-1, 3).mean(axis=0)
    return np.asarray(np.clip(image * (mean.mean() / mean), 0, 255), np.uint8)


@contextmanager
def with_sides(*sides: int) -> Iterator[None]:
    with mock.patch("vision.photo.SIDES", sides):
        yield


@contextmanager
def with_glances(count: int) -> Iterator[None]:
    with mock.patch("vision.indices.GLANCES", GLANCES[:count]):
        yield


@contextmanager
def with_neutral_colours() -> Iterator[None]:
    with mock.patch("datasets.evaluate.read_image", lambda path: neutral(read_image(path))):
        yield


@contextmanager
def with_eight_bits(pictures: Path) -> Iterator[None]:
    """The detector as QDQ int8, its head (``/model.11``) left in floats."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        for name in ("index_detector.toml", "index_reader.toml", "index_reader.onnx"):
            shutil.copy(models.FOLDER / name, folder / name)
        weights = folder / "index_detector.onnx"
        _quantize(models.FOLDER / "index_detector.onnx", weights, pictures)
        card = folder / "index_detector.toml"
        before = hashlib.sha256((models.FOLDER / "index_detector.onnx").read_bytes()).hexdigest()
        after = hashlib.sha256(weights.read_bytes()).hexdigest()
        card.write_text(card.read_text("utf-8").replace(before, after), encoding="utf-8")
        with mock.patch("datasets.evaluate.IndexDetector", return_value=IndexDetector(folder)):
            yield


def _quantize(source: Path, target: Path, pictures: Path) -> None:
    import onnx
    from onnxruntime.quantization import CalibrationDataReader, QuantFormat, QuantType, quantize_static

    class Pictures(CalibrationDataReader):
        def __init__(self) -> None:
            self.left = sorted(pictures.glob("*.jpg"))[:CALIBRATION]

        def get_next(self) -> dict[str, NDArray[np.float32]] | None:
            if not self.left:
                return None
            image = read_image(self.left.pop())
            side = image.shape[0] // STRIDE * STRIDE
            rgb = cv2.cvtColor(image[:side, :side], cv2.COLOR_BGR2RGB)
            return {
                "images": np.ascontiguousarray(rgb.transpose(2, 0, 1)[None], dtype=np.float32)
                / np.float32(255)
            }

    head = [node.name for node in onnx.load(source).graph.node if node.name.startswith("/model.11")]
    quantize_static(
        source,
        target,
        Pictures(),
        quant_format=QuantFormat.QDQ,
        per_channel=True,
        weight_type=QuantType.QInt8,
        activation_type=QuantType.QUInt8,
        nodes_to_exclude=head,
    )
    made = onnx.load(target)
    made.graph.output[0].type.tensor_type.shape.dim[1].dim_value = OUTPUTS  # is lost on the way
    onnx.save(made, target)


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure other ways to read on the labelled photographs.")
    parser.add_argument("--pictures", type=Path, default=Path("datasets/out/detector/train/images"))
    parser.add_argument("--first", type=int, default=0, help="how many of the tries to leave out")
    given = parser.parse_args()
    tries: dict[str, Callable[[], AbstractContextManager[None]]] = {
        "as it is": lambda: with_sides(*SIDES),
        "one size, 1920": lambda: with_sides(1920),
        "sizes 640 and 1920": lambda: with_sides(640, 1920),
        "sizes 480 to 2560, five": lambda: with_sides(480, 640, 960, 1920, 2560),
        "each index looked at once": lambda: with_glances(1),
        "each index looked at three times": lambda: with_glances(3),
        "colours made neutral": with_neutral_colours,
    }
    if given.pictures.exists():
        tries["detector of 8-bit integers"] = lambda: with_eight_bits(given.pictures)
    for name, way in list(tries.items())[given.first :]:
        with way():
            began = time.process_time()
            scores = evaluate(PHOTOS)
        seconds = (time.process_time() - began) / scores["all"].pictures
        print(f"{name}: {_figures(scores)}, {seconds:.2f} s a picture", flush=True)


def _figures(scores: dict[str, Score]) -> str:
    return "; ".join(f"{source} {score}" for source, score in scores.items() if source != "all")


if __name__ == "__main__":
    main()
