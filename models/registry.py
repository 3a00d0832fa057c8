"""Weights and their cards: a ``.onnx`` file is used only if the ``.toml`` beside it vouches for it.

A card names classes, input, thresholds, what the weights were trained on, figures on named sets,
licence, and the SHA-256 of the weights.
"""

from __future__ import annotations

import hashlib
import tomllib
from dataclasses import dataclass
from pathlib import Path

import onnxruntime as ort

FOLDER = Path(__file__).parent
THREADS = 2


class ModelError(ValueError):
    """Weights that are missing, changed, or not what their card says."""


@dataclass(frozen=True, slots=True)
class ModelCard:
    """What code needs to know of a card; the rest of the file is for people.

    features: length of the second output, from which the first is a linear map; 0 where there is none.
    """

    name: str
    task: str
    sha256: str
    input: tuple[int, ...]
    outputs: int
    features: int
    threshold: float
    temperature: float


@dataclass(frozen=True, slots=True)
class Model:
    """Loaded weights with their card."""

    card: ModelCard
    session: ort.InferenceSession


def read_card(path: Path) -> ModelCard:
    """Raises ``ModelError`` naming the file and the key that is missing."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise ModelError(f"model card {path} is missing") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ModelError(f"model card {path} cannot be read: {error}") from error
    try:
        return ModelCard(
            name=str(data["name"]),
            task=str(data["task"]),
            sha256=str(data["weights"]["sha256"]),
            input=tuple(int(side) for side in data["input"]["size"]),
            outputs=int(data["output"]["size"]),
            features=int(data["output"].get("features", 0)),
            threshold=float(data["output"]["threshold"]),
            temperature=float(data["output"].get("temperature", 1.0)),
        )
    except (KeyError, TypeError, ValueError) as error:
        raise ModelError(f"model card {path}: {error} is missing or wrong") from error


def load(name: str, folder: Path = FOLDER, threads: int = THREADS) -> Model:
    """The model ``name`` of ``folder``, ready to run on the CPU; raises ``ModelError``."""
    card = read_card(folder / f"{name}.toml")
    weights = folder / f"{name}.onnx"
    try:
        data = weights.read_bytes()
    except FileNotFoundError as error:
        raise ModelError(f"model {weights} is missing; get it again or run: make train") from error
    if hashlib.sha256(data).hexdigest() != card.sha256:
        raise ModelError(f"model {weights} is damaged or not the one its card describes (SHA-256 differs)")
    options = ort.SessionOptions()
    # An arena would keep the memory of the largest picture ever looked at.
    options.enable_cpu_mem_arena = False
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    # Spinning threads burn a core between the few pictures a second that need reading.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    options.log_severity_level = 3
    try:
        session = ort.InferenceSession(data, options, providers=["CPUExecutionProvider"])
    except Exception as error:  # onnxruntime raises its own unnamed kinds
        raise ModelError(f"model {weights} cannot be loaded: {error}") from error
    _check_outputs(weights, card, [output.shape[1] for output in session.get_outputs()])
    return Model(card, session)


def _check_outputs(weights: Path, card: ModelCard, given: list[int]) -> None:
    if given[0] != card.outputs:
        raise ModelError(f"model {weights} gives {given[0]} values, its card says {card.outputs}")
    features = sum(given[1:])
    if features != card.features:
        raise ModelError(f"model {weights} gives {features} features, its card says {card.features}")
