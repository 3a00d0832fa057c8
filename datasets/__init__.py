"""Rendered decks, table scenes and match videos; building, training and scoring the models."""
