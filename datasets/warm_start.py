"""Go on training from exported weights: checkpoints are not kept in the repository, the ONNX files are.

Export folds each batch normalisation into its convolution.  Here every normalisation is given back such
numbers that, on pictures of the training set, convolution and normalisation compute what the folded one did.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import Tensor, nn
from ultralytics.nn.modules.conv import Conv

from vision.opencv import cv2

PICTURES = 48
"""So many training pictures say what goes through each normalisation."""


def start_note(out: Path, name: str) -> Path:
    """Where a training that goes on from weights in ``models/`` notes what those had seen."""
    return out / "runs" / f"{name}.start.txt"


def note_start(out: Path, name: str, weights: Path) -> None:
    """Keep what the card of ``weights`` says of their training: export will replace it."""
    card = tomllib.loads(weights.with_suffix(".toml").read_text(encoding="utf-8"))
    start_note(out, name).write_text(card["training"]["data"], encoding="utf-8")


def load_detector(model: nn.Module, weights: Path, pictures: Sequence[Path]) -> None:
    """Put the weights of an exported index detector into ``model``, which has its normalisations.

    pictures: files of the size that the model is trained at; the first ``PICTURES`` of them are used.
    Raises ``KeyError`` when the file is of another network.
    """
    folded = _initializers(onnx.load(str(weights)).graph)
    norms = {
        module.bn: folded.pop(f"{name}.conv.bias")
        for name, module in model.named_modules()
        if isinstance(module, Conv)
    }
    state = model.state_dict()
    for name, value in folded.items():
        if name not in state:
            raise KeyError(f"{weights}: {name} is no part of this network")
        state[name] = value
    model.load_state_dict(state)
    _give_back(model, norms, _batch(pictures[:PICTURES]))


def load_reader(model: nn.Module, weights: Path, crops: Tensor) -> None:
    """Put the weights of an exported index reader into ``model``; crops: (N, 3, 64, 40) in 0..1 of training.

    The file names its convolutions by number, so they are taken in order.
    """
    graph = onnx.load(str(weights)).graph
    folded = _initializers(graph)
    convolutions = [node for node in graph.node if node.op_type == "Conv"]
    (last,) = [node for node in graph.node if node.op_type == "Gemm"]
    layers = [module for module in model.modules() if isinstance(module, nn.Conv2d)]
    norms = [module for module in model.modules() if isinstance(module, nn.BatchNorm2d)]
    biases: dict[nn.Module, Tensor] = {}
    with torch.no_grad():
        for node, layer, norm in zip(convolutions, layers, norms, strict=True):
            layer.weight.copy_(folded[node.input[1]])
            biases[norm] = folded[node.input[2]]
        (head,) = [module for module in model.modules() if isinstance(module, nn.Linear)]
        head.weight.copy_(folded[last.input[1]])
        head.bias.copy_(folded[last.input[2]])
    _give_back(model, biases, crops)


def _initializers(graph: onnx.GraphProto) -> dict[str, Tensor]:
    return {t.name: torch.from_numpy(numpy_helper.to_array(t).copy()) for t in graph.initializer}


def _give_back(model: nn.Module, norms: Mapping[nn.Module, Tensor], examples: Tensor) -> None:
    """Set each normalisation, with what comes to it of the examples, to add its bias and do nothing else."""
    hooks = [norm.register_forward_pre_hook(_neutral(bias)) for norm, bias in norms.items()]
    model.eval()
    with torch.no_grad():
        model(examples)
    for hook in hooks:
        hook.remove()


def _neutral(bias: Tensor) -> Callable[[nn.Module, tuple[Tensor, ...]], None]:
    def adjust(module: nn.Module, inputs: tuple[Tensor, ...]) -> None:
        seen = inputs[0]
        mean, spread = seen.mean(dim=(0, 2, 3)), seen.var(dim=(0, 2, 3), unbiased=False)
        module.running_mean.copy_(mean)
        module.running_var.copy_(spread)
        module.weight.copy_(torch.sqrt(spread + module.eps))
        module.bias.copy_(mean + bias)

    return adjust


def _batch(pictures: Sequence[Path]) -> Tensor:
    read = [cv2.imread(str(path)) for path in pictures]
    images = np.stack([image[..., ::-1] for image in read if image is not None])
    return torch.from_numpy(np.ascontiguousarray(images)).permute(0, 3, 1, 2).float() / 255
