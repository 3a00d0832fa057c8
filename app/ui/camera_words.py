"""What is wrong with the camera, in a sentence that says what to do."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

if TYPE_CHECKING:
    from app.trouble import CameraNews

_SAID = {
    "gone": QT_TRANSLATE_NOOP("camera", "No picture from the camera: check its cable. Go on typing."),
    "frozen": QT_TRANSLATE_NOOP("camera", "The picture stands still: plug the camera in anew. Go on typing."),
    "dark": QT_TRANSLATE_NOOP("camera", "The picture is black: is the lens covered? Go on typing."),
}
_SHORT = {
    "gone": QT_TRANSLATE_NOOP("camera", "no picture for {0} s"),
    "frozen": QT_TRANSLATE_NOOP("camera", "picture stands still for {0} s"),
    "dark": QT_TRANSLATE_NOOP("camera", "picture black for {0} s"),
}


def trouble_text(news: "CameraNews") -> str:
    """One sentence for the picture's place; nothing while the camera is well."""
    said = _SAID.get(news.trouble.value)
    return QCoreApplication.translate("camera", str(said)) if said else ""


def trouble_short(news: "CameraNews", seconds: int) -> str:
    """A few words for the line below, after the camera's name."""
    said = _SHORT.get(news.trouble.value)
    return QCoreApplication.translate("camera", str(said)).format(seconds) if said else ""
