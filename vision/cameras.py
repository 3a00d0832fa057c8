"""The cameras that are plugged in, and which of them is the one that was there before.

Only Linux lists them; elsewhere a camera is opened by its number.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class CameraName:
    """A camera that is plugged in: its number, and the name it gives itself.

    plug: where it is plugged in; serial: what its maker numbered it; both may be empty.
    """

    number: int
    name: str
    plug: str = ""
    serial: str = ""

    def fits(self, text: str) -> bool:
        return text.casefold() in self.name.casefold()


def cameras(
    root: Path = Path("/sys/class/video4linux"), devices: Path = Path("/dev")
) -> tuple[CameraName, ...]:
    """Cameras that the system lists."""
    found = []
    for entry in root.glob("video*"):
        # A camera has further nodes for its side data; the first of them gives the pictures.
        if (devices / entry.name).exists() and _line(entry / "index") in ("0", ""):
            device = entry / "device"
            plug = str(device.resolve()) if device.exists() else ""
            serial = _line(Path(plug).parent / "serial") if plug else ""
            number = int(entry.name.removeprefix("video"))
            found.append(CameraName(number, _line(entry / "name"), plug, serial))
    return tuple(sorted(found, key=lambda camera: camera.number))


def same_camera(
    camera: CameraName, before: Sequence[CameraName], now: Sequence[CameraName]
) -> CameraName | None:
    """``camera`` among those plugged in now, which may have given it another number; None: it is not there.

    before: all that were there with it.  One that stood beside it then, with the name of the same maker, is
    another table's.
    """
    others = {each.plug for each in before if each.number != camera.number and each.plug}
    alike = [each for each in now if each.name == camera.name and each.plug not in others]
    for each in alike:
        if camera.plug and each.plug == camera.plug:
            return each
    for each in alike:
        if camera.serial and each.serial == camera.serial:
            return each
    return alike[0] if len(alike) == 1 else None


def _line(path: Path) -> str:
    try:
        return path.read_text("utf-8", errors="replace").strip()
    except OSError:
        return ""
