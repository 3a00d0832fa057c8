"""Weights, one model card beside each, and the loader that checks them."""
