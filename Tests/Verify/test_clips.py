"""Clips that a power cut ended: their files are made here, from FORMATS.md alone, and found by the next start."""

import json
import struct
import subprocess
import zlib

import pytest

import verify
from evidence import EXECUTABLE, RUN_S, Evidence, play, run
from sentences import sentence

START = "1 click\n12 quit\n"
FIRST, STEP = 20_000_000_000, 40_123
SEAL = b"exhibit.clip.1\n"


def element(ident, content):
    return bytes.fromhex(ident) + struct.pack(">I", 0x10000000 | len(content)) + content


def header(width, height):
    ebml = element("4282", b"matroska") + element("4287", b"\2") + element("4285", b"\2")
    video = element("b0", struct.pack(">H", width)) + element("ba", struct.pack(">H", height))
    track = element("d7", b"\1") + element("73c5", b"\1") + element("83", b"\1") + element("86", b"V_MJPEG")
    return (element("1a45dfa3", ebml) + bytes.fromhex("1853806701ffffffffffffff")
            + element("1549a966", element("2ad7b1", b"\x03\xe8"))
            + element("1654ae6b", element("ae", track + element("e0", video))))


def cluster(time, picture):
    content = bytes.fromhex("e788") + struct.pack(">Q", time) + element("a3", bytes.fromhex("81000080") + picture)
    return element("1f43b675", bytes.fromhex("bf84") + struct.pack("<I", zlib.crc32(content)) + content)


class Clip:
    """A clip that was begun in a store, and whose end is up to a test."""

    def __init__(self, evidence, count, sealed):
        self.evidence = evidence
        self.number = evidence.run("SELECT max(number) FROM evidence")[0][0] + 1
        self.file = evidence.folder / verify.file_of(self.number, "mkv")
        picture = json.loads(evidence.record(evidence.record_of(2))["payload"])
        self.store = evidence.run("SELECT value FROM settings WHERE name = 'store'")[0][0]
        self.id = "0000200000zzzzzzzzzzzzzzzz"
        size = {name: picture[name] for name in ("width", "height")}
        data = header(**size)
        for index in range(count):
            data += cluster(index * STEP, evidence.file(2).read_bytes())
            if index + 1 == sealed:
                data += self.seal(data)
        self.file.write_bytes(data)
        self.begun = evidence.last + 1
        evidence.append("piece.begun", size | {
            "id": self.id, "number": self.number, "kind": "clip", "file": verify.file_of(self.number, "mkv"),
            "thing": picture["thing"], "camera": picture["camera"], "power_save": False, "requester": "button",
            "planned": FIRST, "taken": picture["taken"] | {"monotonic": FIRST}, "data": {"format": "MJPG"}})
        evidence.rehash(self.begun)
        evidence.sign(self.begun, evidence.key)
        evidence.fit_tables()

    def seal(self, data):
        message = SEAL + f"{self.store}\n{self.id}\n{verify.sha256(data)}".encode()
        return bytes.fromhex("ec408f") + SEAL + self.evidence.key.sign(message).hex().encode()

    def recovered(self):
        """What the list says of it once a program has run."""
        self.evidence.database.close()
        play(START, self.evidence.folder)
        self.evidence = Evidence(self.evidence.folder)
        ended = run([EXECUTABLE, "list", "--store", str(self.evidence.folder), "--json"])
        return next((piece for piece in json.loads(ended.stdout) if piece["number"] == self.number), None)


def probed(file):
    """The times of a clip's frames in microseconds, as ffprobe sees them."""
    ended = subprocess.run(
        ["ffprobe", "-v", "error", "-count_frames", "-show_entries", "frame=pts_time", "-of", "csv=p=0", str(file)],
        capture_output=True, text=True, timeout=RUN_S)
    return [round(float(line.strip(",")) * 1e6) for line in ended.stdout.split()]


def test_cut_off(evidence):
    """a clip that a power cut ended is a piece with its whole frames, and both verifiers find nothing wrong"""
    clip = Clip(evidence, count=5, sealed=3)
    assert evidence.verified()["verdict"] == "good"
    data = clip.file.read_bytes()[:-10]
    clip.file.write_bytes(data)
    piece = clip.recovered()
    assert (piece["kind"], piece["state"], piece["frames"], piece["dropped"]) == ("clip", "adopted", 4, None)
    assert piece["length"] == pytest.approx(3 * STEP / 1e6) and piece["actual"] == pytest.approx(FIRST / 1e9)
    assert clip.file.read_bytes() == data and piece["sha256"] == verify.sha256(data)
    found = clip.evidence.verified()
    assert found["verdict"] == "good" and found["pieces"] == 7
    shown = run([EXECUTABLE, "show", "--store", str(clip.evidence.folder), str(clip.number)]).stdout
    assert sentence("show.sealed", 3).search(shown), shown


def test_of_a_study(evidence):
    """a clip of a study that a power cut ended is still for its slot, and both verifiers find nothing wrong"""
    clip = Clip(evidence, count=5, sealed=5)
    evidence.change_payload(clip.begun, technique="train", slot=3)
    evidence.rehash(clip.begun)
    evidence.sign(clip.begun, evidence.key)
    piece = clip.recovered()
    assert (piece["kind"], piece["technique"], piece["slot"]) == ("clip", "train", 3)
    assert clip.evidence.verified()["verdict"] == "good"


def test_one_byte(evidence):
    """a changed byte of a clip that was cut off costs its frame, and both verifiers find nothing wrong"""
    clip = Clip(evidence, count=5, sealed=2)
    data = bytearray(clip.file.read_bytes())
    data[data.index(SEAL) + 1000] ^= 1
    clip.file.write_bytes(data)
    piece = clip.recovered()
    assert (piece["kind"], piece["frames"]) == ("clip", 4)
    assert clip.evidence.verified()["verdict"] == "good"


@pytest.mark.parametrize("change", ["other", "none"])
def test_not_sealed(evidence, change):
    """frames without a seal of the device are an import: nothing proves that its camera took them"""
    clip = Clip(evidence, count=3, sealed=2 if change == "other" else 0)
    if change == "other":
        data = clip.file.read_bytes()
        seal = data.index(SEAL) + len(SEAL)
        clip.file.write_bytes(data[:seal] + b"0" * 128 + data[seal + 128:])
    piece = clip.recovered()
    assert (piece["kind"], piece["frames"]) == ("imported", 3)
    assert clip.evidence.verified()["verdict"] == "good"


def test_no_whole_frame(evidence):
    """a clip without a whole frame is moved aside, and its number is no piece's"""
    clip = Clip(evidence, count=1, sealed=0)
    clip.file.write_bytes(clip.file.read_bytes()[:-1])
    assert clip.recovered() is None and not clip.file.exists()
    assert (clip.evidence.folder / "evidence/rejected" / clip.file.name).exists()
    assert clip.evidence.verified()["verdict"] == "good"


@pytest.mark.parametrize("flaw", ["file.altered", "file.cut", "file.missing", "row.other", "record.altered"])
def test_tampering(evidence, flaw):
    """whatever is changed of a clip both verifiers find it"""
    clip = Clip(evidence, count=3, sealed=3)
    clip.recovered()
    data = clip.file.read_bytes()
    match flaw:
        case "file.altered":
            clip.file.write_bytes(data[:500] + bytes([data[500] ^ 1]) + data[501:])
        case "file.cut":
            clip.file.write_bytes(data[:-1])
        case "file.missing":
            clip.file.unlink()
        case "row.other":
            clip.evidence.run("UPDATE evidence SET state = 'stored' WHERE number = ?", clip.number)
        case "record.altered":
            clip.evidence.change_payload(clip.evidence.record_of(clip.number), frames=2)
            clip.evidence.fit_tables()
    assert clip.evidence.counts() == {flaw: 1}


def test_another_ending(evidence):
    """a record of a clip whose file has another name is none"""
    clip = Clip(evidence, count=3, sealed=3)
    clip.recovered()
    record = clip.evidence.record_of(clip.number)
    clip.evidence.change_payload(record, file=verify.file_of(clip.number))
    clip.evidence.rehash(record)
    clip.evidence.sign(record, clip.evidence.key)
    assert clip.evidence.counts()["record.malformed"] == 1


@pytest.mark.parametrize("cut", [0, 1, 2000])
def test_players(evidence, cut):
    """ffmpeg finds the frames that the program finds, at their times, whatever a power cut left of the last"""
    clip = Clip(evidence, count=4, sealed=4)
    data = clip.file.read_bytes()
    clip.file.write_bytes(data[:len(data) - cut - (len(SEAL) + 131 if cut else 0)])
    piece = clip.recovered()
    assert piece["frames"] == (3 if cut else 4)
    assert probed(clip.file) == [index * STEP for index in range(piece["frames"])]
