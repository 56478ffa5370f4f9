"""Requests: taken in, ticked by pieces, delivered with their proof; and what is no request."""

import json
import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from evidence import EXECUTABLE, RUN_S, VERIFIER, play, report
from sentences import sentence
from test_exporting import export

REQUEST = {
    "url": "https://insurer.example/claims/7", "title": "Claim 7",
    "required_evidence": ["Front of the watch", "Damage from near"],
}


def said(store, *lines):
    """What a demo says when these lines are typed, 2 s apart."""
    script = "".join(f"{number * 2 + 1} type {line}\n" for number, line in enumerate(lines))
    ended = subprocess.run(
        [EXECUTABLE, "demo", "--store", str(store)], input=script + f"{len(lines) * 2 + 2} quit\n",
        capture_output=True, text=True, timeout=RUN_S)
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


def verified(*command):
    ended = subprocess.run([*command], capture_output=True, text=True, timeout=RUN_S)
    return report(ended)


@pytest.fixture
def claim(tmp_path):
    file = tmp_path / "claim.json"
    file.write_text(json.dumps(REQUEST))
    return file


@pytest.fixture
def filled(tmp_path, claim):
    """A store with a photo of before, and one of a request."""
    store = tmp_path / "store"
    said(
        store, "snap --in 0", f"request import {claim}", "request status 1 active", "snap --in 0",
        "request status 1 completed")
    return store


def test_piece_of_active_request_ticks_its_item(tmp_path, claim):
    """a piece that is stored while a request is active ticks the request's item, and is the thing's no more"""
    text = said(
        tmp_path / "store", f"request import {claim}", "request status 1 active", "snap --in 0", "checklist --json",
        "request status 1 cancelled", "checklist --json")
    of_request, of_thing = [
        json.loads(line[line.index("{"):]) for line in text.splitlines() if '{"thing"' in line]
    assert [item["piece"] for item in of_request["items"]] == [1, None] and of_request["request"] == 1
    assert [item["text"] for item in of_request["items"]] == REQUEST["required_evidence"]
    assert of_thing["open"] == 3 and of_thing["request"] is None


def test_delivery_has_the_pieces_of_the_request_alone(filled, tmp_path):
    """what is delivered for a request has its pieces, and both verifiers find it good"""
    ended = export(filled, tmp_path / "out", thing="request:1")
    assert ended.returncode == 0, ended.stderr.decode()
    names = [path.name.split()[0] for path in (tmp_path / "out").glob("1 Unsorted/*.jpg")]
    assert names == ["2"], names
    for command in ([EXECUTABLE, "verify", "--json"], [sys.executable, VERIFIER, "--json"]):
        assert verified(*command, str(tmp_path / "out"))["verdict"] == "good"


@pytest.mark.parametrize("before, after", [
    pytest.param(
        "Front of the watch", "Front of the clock", id="a delivered request that asks for something else is found"),
    pytest.param("completed", "cancelled", id="a delivered request that was completed and is not is found"),
    pytest.param("active", "pending", id="a delivered request that was active and is not is found"),
])
def test_changed_request_is_found(filled, tmp_path, before, after):
    assert export(filled, tmp_path / "out", thing="request:1").returncode == 0
    files = [tmp_path / "out" / "proof" / name for name in ("records.jsonl", "texts.jsonl")]
    assert any(before in file.read_text() for file in files)
    for file in files:
        file.write_text(file.read_text().replace(before, after))
    for command in ([EXECUTABLE, "verify", "--json"], [sys.executable, VERIFIER, "--json"]):
        assert verified(*command, str(tmp_path / "out"))["verdict"] != "good"


@pytest.mark.parametrize("number", [
    pytest.param("2", id="a request that there is not is not delivered"),
    pytest.param("0", id="a request number 0 is not delivered"),
    pytest.param("99999999999999999999", id="a request with a number too high is not delivered"),
    pytest.param("x", id="a request without a number is not delivered"),
])
def test_request_that_there_is_not_is_no_delivery(filled, tmp_path, number):
    ended = export(filled, tmp_path / "out", thing=f"request:{number}")
    assert ended.returncode == 1 and ended.stderr
    assert not (tmp_path / "out").exists()


def wrong_files(folder):
    """Names of files that are no request, each with the sentence that says so."""
    (folder / "deep.json").write_text("[" * 60_000)
    (folder / "huge.json").write_bytes(b" " * 70_000)
    (folder / "twice.json").write_text('{"url": "u", "url": "v", "required_evidence": ["a"]}')
    (folder / "bytes.json").write_bytes(b'{"url": "\xff", "required_evidence": ["a"]}')
    (folder / "private.json").write_text(json.dumps(REQUEST))
    (folder / "private.json").chmod(0o600)
    (folder / "folder.json").mkdir()
    os.mkfifo(folder / "pipe.json")
    (folder / "link.json").symlink_to("deep.json")
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(folder / "socket.json"))
    return {
        "deep": "request.no-json", "huge": "request.too-large", "twice": "request.no-json",
        "bytes": "request.no-json", "private": "import.private", "folder": None, "pipe": "import.no-file",
        "link": "import.no-file", "socket": "import.no-file", "nowhere": "import.unreadable",
    }


def test_whatever_is_no_request_is_refused_by_name(tmp_path):
    """a file that is no request is refused with its name, nothing hangs, and nothing is taken in"""
    folder = tmp_path / "f"
    folder.mkdir()
    wrong = wrong_files(folder)
    text = said(tmp_path / "store", *[f"request import {folder}/{name}.json" for name in wrong], "request list")
    for name, key in wrong.items():
        if key is not None:
            assert sentence(key).search(text), (name, key, text)
    assert sentence("request.none").search(text)
    play("1 quit\n", str(tmp_path / "store"))
    assert Path(tmp_path, "store").exists()
