"""Go on training from exported weights: checkpoints are not kept in the repository, the ONNX files are.

Export folds each batch normalisation into its convolution.  Here every normalisation is given back such
numbers that, on pictures of the training set, convolution and normalisation compute what the folded one did.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
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


def load_folded(model: nn.Module, weights: Path, pictures: Sequence[Path]) -> None:
    """Put the weights of an exported ONNX file into ``model``, which has its normalisations.

    pictures: files of the size that the model is trained at; the first ``PICTURES`` of them are used.
    Raises ``KeyError`` when the file is of another network.
    """
    graph = onnx.load(str(weights)).graph
    folded = {t.name: torch.from_numpy(numpy_helper.to_array(t).copy()) for t in graph.initializer}
    hooks = []
    state = model.state_dict()
    for name, module in model.named_modules():
        if isinstance(module, Conv):
            hooks.append(module.bn.register_forward_pre_hook(_neutral(folded.pop(f"{name}.conv.bias"))))
    for name in folded:
        if name not in state:
            raise KeyError(f"{weights}: {name} is no part of this network")
        state[name] = folded[name]
    model.load_state_dict(state)
    model.eval()
    with torch.no_grad():
        model(_batch(pictures[:PICTURES]))
    for hook in hooks:
        hook.remove()


def _neutral(bias: Tensor) -> Callable[[nn.Module, tuple[Tensor, ...]], None]:
    """A hook that sets a normalisation, at its first picture, to add ``bias`` and do nothing else."""

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

