"""What is wrong with the settings, in the language in use; keys and values stay as the file has them."""

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from app.settings import SettingsFault, Wrong

translate = QCoreApplication.translate
_TYPES = {
    "bool": QT_TRANSLATE_NOOP("settings", "true or false"),
    "int": QT_TRANSLATE_NOOP("settings", "a whole number"),
    "float": QT_TRANSLATE_NOOP("settings", "a number"),
    "str": QT_TRANSLATE_NOOP("settings", "a text in quotation marks"),
    "array": QT_TRANSLATE_NOOP("settings", "a list"),
    "object": QT_TRANSLATE_NOOP("settings", "a section"),
}
_WRONG = {
    Wrong.UNREADABLE: QT_TRANSLATE_NOOP("settings", "cannot be read: {why}"),
    Wrong.NOT_TEXT: QT_TRANSLATE_NOOP("settings", "is no text in UTF-8"),
    Wrong.NOT_TOML: QT_TRANSLATE_NOOP("settings", "is no TOML: {why}"),
    Wrong.UNWRITABLE: QT_TRANSLATE_NOOP("settings", "cannot be written: {why}"),
    Wrong.UNKNOWN: QT_TRANSLATE_NOOP("settings", "there is no such setting; it is passed over"),
    Wrong.NO_SECTION: QT_TRANSLATE_NOOP("settings", "must be a section; it is passed over"),
    Wrong.NOT_FOUR: QT_TRANSLATE_NOOP("settings", "must be four different names; {used} are used"),
    Wrong.CHOICE: QT_TRANSLATE_NOOP("settings", "{got} cannot stand here; {used} is used"),
    Wrong.TYPE: QT_TRANSLATE_NOOP("settings", "must be {expected}; {used} is used"),
}


def settings_fault_text(fault: SettingsFault) -> str:
    """A fault with its place."""
    expected = " ".join(filter(None, (_type(fault.expected), fault.bound)))
    used = fault.used or translate("settings", "what the program comes with")
    if fault.wrong is Wrong.UNKNOWN and fault.meant:
        said = translate("settings", "there is no such setting; is {meant} meant?")
    else:
        said = translate("settings", str(_WRONG[fault.wrong]))
    said = said.format(why=fault.why, meant=fault.meant, got=fault.got, expected=expected, used=used)
    return f"{fault.where}: {said}"


def unsaved_text(fault: SettingsFault) -> str:
    """That nothing was saved, and why."""
    return translate("settings", "The settings are not saved: {0}").format(settings_fault_text(fault))


def _type(name: str) -> str:
    return translate("settings", str(_TYPES[name])) if name in _TYPES else name
