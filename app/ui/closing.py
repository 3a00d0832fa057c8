"""Whether the window of a match is to be closed while a deal runs."""

from PySide6.QtWidgets import QMessageBox, QWidget


class ClosingQuestion(QMessageBox):
    """Enter closes (`accepted`), Esc stays. It says that the record is kept, and whether it is on air."""

    def __init__(self, parent: QWidget, *, on_air: bool) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Close the match"))
        self.setText(self.tr("A deal is being played. Close the window?"))
        said = self.tr("All is recorded; the match can be gone on with from the start window.")
        if on_air:
            said += "\n" + self.tr("It is on air: closing ends that.")
        self.setInformativeText(said)
        close = self.addButton(self.tr("Close (Enter)"), QMessageBox.ButtonRole.AcceptRole)
        stay = self.addButton(self.tr("Stay (Esc)"), QMessageBox.ButtonRole.RejectRole)
        self.setDefaultButton(close)
        self.setEscapeButton(stay)
