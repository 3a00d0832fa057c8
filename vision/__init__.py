"""From a picture of the table to the cards that lie in each seat's area. Knows no rules of the game."""

from vision.frames import FrameSource, SourceError, open_source
from vision.table import Table, TableError
from vision.values import Detections, Frame, Index, SeenCard, ZoneReading

__all__ = [
    "Detections",
    "Frame",
    "FrameSource",
    "Index",
    "SeenCard",
    "SourceError",
    "Table",
    "TableError",
    "ZoneReading",
    "open_source",
]
