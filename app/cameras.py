"""Cameras by their identity: a name stays when the plugs are changed, a number does not."""

from collections.abc import Sequence

from vision.frames import CameraName, cameras

PREFIX = "camera:"


def camera_choices(found: Sequence[CameraName] | None = None) -> list[tuple[str, str]]:
    """Source and name of each camera that is plugged in; cameras of one name go by their number."""
    found = cameras() if found is None else found
    return [(PREFIX + _identity(camera, found), camera.name or f"{camera.number}") for camera in found]


def _identity(camera: CameraName, found: Sequence[CameraName]) -> str:
    is_known = camera.name and not camera.name.isdecimal()
    alike = sum(each.fits(camera.name) for each in found)
    return camera.name if is_known and alike == 1 else str(camera.number)
