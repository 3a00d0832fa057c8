"""`serve`: the overlay server alone."""

import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from app import SOFTWARE
from app.air.rows import Followed
from app.cli import main
from app.live import header_for
from app.places import records_folder
from app.session import Session
from app.store import Log
from tests.unit.air_clients import RULES, Feed, lead, wait_for
from vision.table import SEATS


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        return int(found.getsockname()[1])


@pytest.mark.parametrize(
    ("given", "status", "sentence"),
    [
        ([], 2, "one of the arguments --record --live is required"),
        (["--record", "a.jsonl", "--live"], 2, "not allowed with argument"),
        (["--record", "a.jsonl", "--port", "0"], 2, "'0' is no port"),
        (["--record", "a.jsonl", "--port", "70000"], 2, "'70000' is no port"),
        (["--record", "a.jsonl", "--delay", "-1"], 2, "'-1' is no delay"),
        (["--live", "--replay"], 2, "say which record"),
        (["--live"], 1, "holds no match that is not over"),
        (["--record", "nowhere.jsonl", "--replay"], 1, "cannot be read"),
    ],
)
def test_what_cannot_be_served_is_said(
    capsys: pytest.CaptureFixture[str], given: list[str], status: int, sentence: str
) -> None:
    assert main(["serve", *given]) == status
    assert sentence in capsys.readouterr().err


@pytest.mark.parametrize("text", ["hello\n", "\n", "{}\n", '{"event": "match_end"}\n', "hello"])
def test_what_is_no_record_is_refused_at_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str
) -> None:
    record = tmp_path / "a.jsonl"
    record.write_text(text, "utf-8")
    assert main(["serve", "--record", str(record)]) == 1
    assert f"{record}: is no record: its header cannot be read" in capsys.readouterr().err
    assert main(["serve", "--record", str(tmp_path)]) == 1
    assert f"{tmp_path}: is no record but a folder" in capsys.readouterr().err


def ended_when(said: Callable[[], bool]) -> threading.Thread:
    """Asks this process to end, as Ctrl-C does, once that is said."""

    def end() -> None:
        wait_for(said)
        os.kill(os.getpid(), signal.SIGINT)

    ending = threading.Thread(target=end)
    ending.start()
    return ending


class Said:
    """What was printed so far."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys, self.out, self.err = capsys, "", ""

    def read(self) -> "Said":
        out, err = self._capsys.readouterr()
        self.out, self.err = self.out + out, self.err + err
        return self


@pytest.mark.parametrize(("there", "words"), [(False, "is not there yet"), (True, "is still empty")])
def test_a_record_that_is_to_come_is_waited_for_and_that_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], there: bool, words: str
) -> None:
    record, said = tmp_path / "a.jsonl", Said(capsys)
    if there:
        record.touch()
    ending = ended_when(lambda: "delay:" in said.read().out)
    assert main(["serve", "--record", str(record), "--port", str(free_port())]) == 0
    ending.join()
    assert said.read().err == f"guandan-eye: {record} {words}; waiting for it\n"


def test_a_port_that_is_taken_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert main(["serve", "--record", str(tmp_path / "a.jsonl"), "--port", str(port)]) == 3
    assert f"port {port} is taken" in capsys.readouterr().err


def test_a_record_that_cannot_be_followed_any_more_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(self: Followed) -> bytes:
        raise ZeroDivisionError("so it is")

    said = Said(capsys)
    monkeypatch.setattr(Followed, "_new", broken)
    ending = ended_when(lambda: "ZeroDivisionError: so it is" in said.read().err)
    assert main(["serve", "--record", str(tmp_path / "a.jsonl"), "--port", str(free_port())]) == 0
    ending.join()
    assert said.read().err.count("guandan-eye: nothing new of the match comes on air") == 1


def test_the_newest_match_is_followed_while_another_program_writes_it(own_home: Path) -> None:
    record, port = records_folder() / "match-20261201-120000.jsonl", free_port()
    session = Session(None, None, RULES, Log.create(record, header_for(RULES, SEATS, SOFTWARE)))
    session.start()
    lead(session)
    wait_for(lambda: record.read_text("utf-8").count("\n") == 3)
    command = [sys.executable, "-m", "app.cli", "serve", "--live", "--port", str(port), "--delay", "0"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=dict(os.environ))
    try:
        assert server.stdout is not None
        said = [server.stdout.readline() for _ in range(4)]
        assert said == [
            f"record: {record}\n",
            f"index: http://127.0.0.1:{port}/\n",
            f"overlay: http://127.0.0.1:{port}/overlay/table.html\n",
            "delay: 0 s\n",
        ]
        with Feed(port) as feed:
            assert feed.until(2)["trick"][0]["cards"] == ["S3"]
            session.type_pass("S")
            assert len(feed.until(3)["trick"]) == 2
        server.send_signal(signal.SIGTERM)
        assert server.wait(60) == 0
    finally:
        server.kill()
        server.communicate()
        session.stop()


def test_a_finished_record_is_replayed_at_its_own_pace(tmp_path: Path) -> None:
    assert main(["simulate", "--record", str(tmp_path / "match.jsonl")]) == 0
    port = free_port()
    command = [sys.executable, "-m", "app.cli", "serve", "--record", str(tmp_path / "match.jsonl")]
    server = subprocess.Popen(
        [*command, "--replay", "--port", str(port), "--delay", "0", "--network"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert server.stdout is not None
        assert "#token=" in server.stdout.readline()
        with Feed(port) as feed:
            while feed.next()[1]["deal"] != 1:
                pass
        server.send_signal(signal.SIGINT)
        _, err = server.communicate(timeout=60)
        assert server.returncode == 0
        assert "every machine in this network" in err
    finally:
        server.kill()
        server.communicate()
