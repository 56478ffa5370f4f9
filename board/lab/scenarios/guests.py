"""Programs at the door, which speak varlink: what they may do is what their users may."""

import grp
import json
import re
import socket
import struct
import subprocess
import sys
from pathlib import Path

import pytest

import parts
from packaged import add_accounts
from program import check_photo, gaps
from rude import CAMERA, DOOR, NOBODY, rude_guest
from sentences import sentence
from waiting import eventually

MANUAL = Path(__file__).resolve().parents[3] / "docs/API.md"
# What a process of another user runs: one call, whose reply it prints.
CALL = f"""
import socket, sys
door = socket.socket(socket.AF_UNIX)
door.connect("{DOOR}")
door.sendall(sys.argv[1].encode() + bytes(1))
reply = b""
while not reply.endswith(bytes(1)):
    reply += door.recv(65536)
print(reply[:-1].decode())
"""
# What a process runs that opens many connections and keeps them; it says which of them were kept.
STAY = f"""
import select, socket
doors = [socket.socket(socket.AF_UNIX) for _ in range(20)]
for door in doors:
    door.connect("{DOOR}")
select.select([doors[-1]], [], [], 30)
for door in doors:
    print("sent-away" if select.select([door], [], [], 0)[0] else "kept")
"""


def message(method: str, **parameters) -> str:
    return json.dumps({"method": f"{CAMERA}.{method}", "parameters": parameters})


def call(method: str, **parameters) -> dict:
    """What the door replies to this process, root's."""
    with socket.socket(socket.AF_UNIX) as door:
        # Where others fill the queue a call waits for its place: with a timeout of Python's it would be sent away.
        door.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, struct.pack("ll", 30, 0))
        door.connect(DOOR)
        door.settimeout(30)
        door.sendall(message(method, **parameters).encode() + b"\0")
        reply = b""
        while not reply.endswith(b"\0"):
            reply += door.recv(65536)
    return json.loads(reply[:-1])


def call_as(user: int, groups: list[int], method: str, **parameters) -> dict:
    """What the door replies to a process of that user."""
    said = subprocess.run(
        [sys.executable, "-c", CALL, message(method, **parameters)],
        user=user, group=user, extra_groups=groups, capture_output=True, text=True, timeout=60, check=True,
    )
    return json.loads(said.stdout)


@pytest.mark.configured(shutter={"countdown_s": 1})
def test_guest_takes_photo_and_is_answered_when_it_is_stored(program):
    """a guest takes a photo by varlink, and is answered when it is stored; the serial line hears of it"""
    (photo,) = call("Snap", after=0)["parameters"]["photos"]
    row = program.photo(photo["number"], within=1)
    assert (row["local_file"], row["sha256"]) == (photo["file"], photo["sha256"]), f"{photo} is not {row}"
    check_photo(program.store, row)
    program.terminal.expect(sentence("photo.stored", photo["number"]))


@pytest.fixture
def group_ids():
    """The ids of the package's groups, which are there before the program looks for them."""
    add_accounts()
    return {name: grp.getgrnam(name).gr_gid for name in ("exhibit-watch", "exhibit-look", "exhibit-press")}


def test_guest_of_another_user_has_the_rights_of_its_groups(group_ids, program):
    """a process of another user may what its groups may: one without such a group nothing at all"""
    for groups in ([], [0]):
        hello = call_as(NOBODY, groups, "Hello")
        assert hello["parameters"]["rights"] == [], f"nobody may {hello}"
    watch, look, press = (group_ids[f"exhibit-{right}"] for right in ("watch", "look", "press"))
    for groups, rights in (([watch], ["watch"]), ([press], ["press"]), ([watch, look], ["watch", "look"])):
        hello = call_as(NOBODY, groups, "Hello")
        assert hello["parameters"]["rights"] == rights, f"{groups} may {hello}"
    for groups, method, right in (
        ([], "Status", "watch"),
        ([], "Snap", "press"),
        ([watch], "Snap", "press"),
        ([press], "Status", "watch"),
        ([press], "Say", "watch"),
        ([watch], "Open", "look"),
    ):
        reply = call_as(NOBODY, groups, method, line="snap", piece=1)
        assert reply["error"] == f"{CAMERA}.NotPermitted", f"{method} was answered {reply}"
        assert reply["parameters"]["right"] == right, f"{method} wants {reply}"
    assert program.status()["pieces"] == 0, "a photo was taken all the same"


def test_strangers_take_no_place_from_others(program):
    """who may nothing has two places at the door together, and whoever comes after that is sent away"""
    said = subprocess.run(
        [sys.executable, "-c", STAY],
        user=NOBODY, group=NOBODY, extra_groups=[], capture_output=True, text=True, timeout=60, check=True,
    )
    assert said.stdout.split() == ["kept", "kept"] + ["sent-away"] * 18, said.stdout
    assert call("Hello")["parameters"]["api"] == 1


@pytest.mark.configured(shutter={"countdown_s": 1})
def test_guest_that_may_press_alone_takes_photo(group_ids, program):
    """a process that may press and no more takes a photo, and hears that it is stored"""
    (photo,) = call_as(NOBODY, [group_ids["exhibit-press"]], "Snap")["parameters"]["photos"]
    assert program.photo(photo["number"], within=1)["sha256"] == photo["sha256"]


def test_guest_begins_things_records_clips_and_deletes(program):
    """a guest begins a thing, records a clip of it and deletes that; what can't be done is refused"""
    for line in ("camera set nonsense 3", "camera use nonsense", "guide nonsense"):
        assert call("Say", line=line)["parameters"]["outcome"] == "failed", f"{line} was done"
    assert call("AddThing", name="red cup", category="other") == {"parameters": {}}
    assert call("Clip", start=True) == {"parameters": {}}
    eventually("a clip under way", 10, lambda: program.status()["clip"]["state"] == "recording")
    assert program.status()["thing"] == "red cup"
    assert call("Clip", start=False) == {"parameters": {}}
    program.photo(1)
    clip = call("Open", piece=1)["parameters"]["piece"]
    assert (clip["kind"], clip["state"]) == ("clip", "stored"), clip
    refused = call("Clip", start=False)
    assert refused["error"] == f"{CAMERA}.Refused", refused
    assert call("Delete", pieces=[1]) == {"parameters": {}}
    assert call("Open", piece=1)["parameters"]["piece"]["state"] == "deleted"
    refused = call("Delete", pieces=[7])
    assert refused["error"] == f"{CAMERA}.Refused", refused


@pytest.mark.configured(shutter={"countdown_s": 1})
def test_rude_guest_costs_nobody_anything(group_ids, program):
    """a guest that behaves as badly as it can costs no photo, no gap, no memory and no answer to others"""
    before = resident_kb(program.process.pid)
    with rude_guest():
        for number in range(1, 4):
            parts.press()
            check_photo(program.store, program.photo(number))
            assert call("Status")["parameters"]["report"]["pieces"] == number
    assert gaps(program.store) == []
    grown = resident_kb(program.process.pid) - before
    assert grown < 4000, f"it has {grown} kB more"


def resident_kb(process: int) -> int:
    status = Path(f"/proc/{process}/status").read_text()
    return int(re.search(r"^RssAnon:\s+(\d+)", status, re.MULTILINE)[1])


@pytest.mark.configured(shutter={"countdown_s": 1})
def test_client_of_manual_fetches_its_photo(program, tmp_path):
    """the manual's client takes a photo, hears that it is stored, and fetches it by its descriptor"""
    (client,) = re.findall(r"```python\n(.*?)```", MANUAL.read_text(), re.S)
    said = subprocess.run(
        [sys.executable, "-c", client], cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False
    )
    assert said.returncode == 0, said.stderr
    row = program.photo(1, within=1)
    copy = (tmp_path / "1.jpg").read_bytes()
    assert copy == (program.store / row["local_file"]).read_bytes(), "it is not what was stored"
    assert said.stdout == f"{len(copy)} of {len(copy)} bytes of photo 1\n", said.stdout
