"""Weights are used only when their card vouches for them."""

import re
import shutil

import numpy as np
import pytest

import models


@pytest.fixture
def folder(tmp_path):
    for name in ("index_reader", "index_detector"):
        for ending in (".onnx", ".toml"):
            shutil.copy(models.FOLDER / (name + ending), tmp_path)
    return tmp_path


@pytest.mark.parametrize("name", ["index_reader", "index_detector"])
def test_the_shipped_weights_are_what_their_cards_say(name):
    model = models.load(name)
    assert model.session.get_outputs()[0].shape[1] == model.card.outputs


def test_the_reader_gives_what_its_last_layer_sees():
    model = models.load("index_reader")
    crops = np.random.default_rng(0).random((64, 3, 64, 40), dtype=np.float32)
    logits, features = model.session.run(["logits", "features"], {"crops": crops})
    assert features.shape == (64, model.card.features)
    (alone,) = model.session.run(["logits"], {"crops": crops})
    assert np.array_equal(alone, logits)


def test_a_reader_that_gives_no_features_is_refused(folder):
    card = folder / "index_reader.toml"
    card.write_text(re.sub(r"\nfeatures = \d+.*", "", card.read_text("utf-8")), "utf-8")
    with pytest.raises(models.ModelError, match="gives 1920 features, its card says 0"):
        models.load("index_reader", folder)


def test_missing_weights_are_named(folder):
    (folder / "index_reader.onnx").unlink()
    with pytest.raises(models.ModelError, match=r"index_reader\.onnx is missing"):
        models.load("index_reader", folder)


def test_a_missing_card_is_named(folder):
    (folder / "index_reader.toml").unlink()
    with pytest.raises(models.ModelError, match=r"index_reader\.toml is missing"):
        models.load("index_reader", folder)


def test_changed_weights_are_refused(folder):
    path = folder / "index_reader.onnx"
    data = bytearray(path.read_bytes())
    data[1000] ^= 1
    path.write_bytes(data)
    with pytest.raises(models.ModelError, match="damaged"):
        models.load("index_reader", folder)


def test_a_card_without_a_key_is_refused(folder):
    path = folder / "index_reader.toml"
    path.write_text(path.read_text("utf-8").replace("sha256", "sha255"), "utf-8")
    with pytest.raises(models.ModelError, match="sha256"):
        models.load("index_reader", folder)


def test_weights_of_another_shape_are_refused(folder):
    card = folder / "index_reader.toml"
    card.write_text(card.read_text("utf-8").replace("size = 55", "size = 54"), "utf-8")
    with pytest.raises(models.ModelError, match="its card says 54"):
        models.load("index_reader", folder)
