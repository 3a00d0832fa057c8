"""The only place that imports cv2.

opencv-python carries a Qt of its own and, on import, points the environment at that Qt's plugins and
fonts. PySide6 would then look there (and child processes too), so both names are put back as they were.
Its own messages are kept off standard error: whoever calls it says what went wrong, in one sentence.
"""

import os

_QT_NAMES = ("QT_QPA_PLATFORM_PLUGIN_PATH", "QT_QPA_FONTDIR")
_before = {name: os.environ.get(name) for name in _QT_NAMES}
os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")

import cv2  # noqa: E402

for _name, _value in _before.items():
    if _value is None:
        os.environ.pop(_name, None)
    else:
        os.environ[_name] = _value
cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)

__all__ = ["cv2"]
