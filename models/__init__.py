"""Weights, one card per weight file, and the loader that checks them."""

from models.registry import FOLDER, Model, ModelCard, ModelError, load, read_card

__all__ = ["FOLDER", "Model", "ModelCard", "ModelError", "load", "read_card"]
