"""The table in the first picture, where no file tells of it."""

from vision.table import Table, TableError
from vision.values import Image

FOUND = {
    "markers": "no table file was given: the table is placed by the markers in the picture",
    "whole": "no table file was given and no markers are seen: the whole picture is taken as the table",
}
"""What is said of either way, for whoever sees no window."""


def find_table(image: Image) -> tuple[Table, str]:
    """A table told by its markers, or else the whole picture; and which of `FOUND` it was."""
    try:
        return Table.from_markers(image), "markers"
    except TableError:
        height, width = image.shape[:2]
        return Table.whole((width, height)), "whole"
