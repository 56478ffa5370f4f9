"""How verifying is asked for: while the program writes, of a bundle, and wrongly."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import verify
from evidence import EXECUTABLE, fingerprint, ours, report, run, theirs, writing
from sentences import sentence


def bundle(evidence, folder):
    """A bundle of the store: records, texts, head and files, and nothing else."""
    folder.mkdir()
    for name, words in (("records.jsonl", []), ("texts.jsonl", ["--texts"])):
        lines = run([EXECUTABLE, "records", "--store", str(evidence.folder), *words])
        assert lines.returncode == 0, lines.stderr
        (folder / name).write_text(lines.stdout)
    (folder / "head").write_text(evidence.head + "\n")
    shutil.copytree(evidence.folder / "evidence", folder / "evidence")
    return folder


def verified(folder, *arguments):
    return report(theirs(folder, "--json", *arguments))


def test_bundle(evidence, tmp_path):
    """a bundle says what its store says"""
    folder = bundle(evidence, tmp_path / "bundle")
    assert verified(folder) == evidence.verified()
    assert verified(folder, "--key", fingerprint(evidence.key))["devices"][0]["known_by"] == "key"


def test_bundle_altered(evidence, tmp_path):
    """in a bundle too, changed, moved, repeated and missing lines are seen, and a changed file"""
    folder = bundle(evidence, tmp_path / "bundle")
    lines = (folder / "records.jsonl").read_text().splitlines(keepends=True)
    fifth, sixth = lines[4:6]
    last_photo = max(index for index, line in enumerate(lines) if '"photo.stored"' in line)
    for changed, expected in (
        (lines[:4] + [fifth.replace("button", "console"), *lines[5:]], {"record.altered": 1}),
        (lines[:4] + [sixth, fifth, *lines[6:]], None),
        (lines[:5] + [fifth, *lines[5:]], {"record.duplicated": 1}),
        (lines[:3] + lines[4:], {"record.missing": 1}),
        (lines[:3] + ["no record\n", *lines[4:]], None),
        (lines[:last_photo], {"head.gone": 1, "file.unrecorded": 1}),
        (lines[:-1] + [lines[-1].replace('"signature":"', '"signature":"00')], {"signature.wrong": 1}),
    ):
        (folder / "records.jsonl").write_text("".join(changed))
        found = verified(folder)
        assert found["verdict"] == "bad", "nothing was found"
        assert expected in (None, found["counts"]), f"{found['counts']} in place of {expected}"
    (folder / "records.jsonl").write_text("".join(lines))
    (folder / "evidence/000/000001.jpg").unlink()
    assert verified(folder)["counts"] == {"file.missing": 1}


def test_change_cut_off(evidence):
    """a database whose change was cut off is read by nobody, before its journal has taken that back"""
    evidence.database.close()
    for name in ("exhibit.sqlite-wal", "exhibit.sqlite-shm"):
        (evidence.folder / name).unlink(missing_ok=True)
    (evidence.folder / "exhibit.sqlite-journal").write_bytes(bytes.fromhex("d9d505f920a163d7") + bytes(504))
    for verifier in (ours, theirs):
        ended = verifier(evidence.folder)
        assert ended.returncode == 1 and "journal" in ended.stderr and not ended.stdout, ended


def kept(evidence):
    """What the device keeps of the latest comparison, without when that was."""
    file, = (evidence.folder / "device").glob("*.compared")
    return file.read_text().split()[:2]


def test_telling(evidence):
    """what is found is kept for the next start, which tells of it, and in its status; then of what is mended"""
    own = ("--tell", "--device", str(evidence.folder / "device"))
    content = evidence.file(2).read_bytes()
    evidence.file(2).write_bytes(content[:-1] + b"\0")
    told = ours(evidence.folder, *own)
    assert told.returncode == 1 and sentence("compared.kept").search(told.stderr), told
    assert kept(evidence) == ["1", "5"]
    play = subprocess.run([EXECUTABLE, "demo", "--store", str(evidence.folder)], input="3 type status\n5 quit\n",
                          capture_output=True, text=True)
    said = sentence("compared.bad", ..., 1).findall(play.stdout)
    assert len(said) >= 2, play.stdout
    evidence.file(2).write_bytes(content)
    assert ours(evidence.folder, *own).returncode == 0 and kept(evidence) == ["0", "5"]


def test_telling_while_writing(evidence):
    """a program that writes to the store hears it over its socket"""
    with writing(evidence.folder, 6):
        told = ours(evidence.folder, "--tell", "--device", str(evidence.folder / "device"))
        assert told.returncode == 0 and sentence("compared.told").search(told.stderr), told
        status = run([EXECUTABLE, "status", "--json", "--store", str(evidence.folder)])
        assert json.loads(status.stdout)["comparison"]["pieces"] == 6, status


def test_telling_elsewhere(evidence, others, tmp_path):
    """nothing is kept for the store of another device, or of a folder that is named"""
    told = ours(evidence.folder, "--tell", "--device", str(others.folder / "device"))
    assert told.returncode == 1 and sentence("compared.elsewhere", ...).search(told.stderr), told
    assert not list((others.folder / "device").glob("*.compared"))
    assert run([EXECUTABLE, "verify", "--tell", str(evidence.folder)]).returncode == 64


def test_while_writing(evidence):
    """a store is verified while a program writes to it"""
    with writing(evidence.folder, 6):
        found = evidence.verified()
        assert found["verdict"] == "good" and found["pieces"] == 6, found


def test_other_device(evidence):
    """a store that another device goes on with is good, and both are named"""
    shutil.rmtree(evidence.folder / "device")
    play = [EXECUTABLE, "demo", "--store", str(evidence.folder)]
    assert subprocess.run(play, input="1 click\n9 quit\n", text=True, capture_output=True).returncode == 0
    found = evidence.verified()
    assert found["verdict"] == "good" and len(found["devices"]) == 2, found
    assert evidence.counts("--key", fingerprint(evidence.key)) == {"key.other": 1}


def test_wrong_words(evidence, tmp_path):
    """a head or a key that is none ends with 64, and a folder without a store with 1"""
    for wrong in (("--head", "12"), ("--head", "0:" + "0" * 64), ("--key", "abc"), ("--key", "x" * 16)):
        for verifier in (ours, theirs):
            assert verifier(evidence.folder, *wrong).returncode == 64, f"{wrong} is taken"
    for verifier in (ours, theirs):
        ended = verifier(tmp_path)
        assert ended.returncode == 1 and ended.stderr and not ended.stdout, ended


def test_words(evidence):
    """a good store is told with its device, its head to write down, and what can't be proved"""
    told = ours(evidence.folder).stdout
    for key, *values in (
        ("verify.store", ..., evidence.last, 5), ("verify.signer", 1, evidence.last, fingerprint(evidence.key)[:16]),
        ("verify.end-unproved", evidence.last), ("verify.head", evidence.head), ("verify.good",),
    ):
        assert sentence(key, *values).search(told), f"{key} is missing in\n{told}"
    told = ours(evidence.folder, "--head", evidence.head, "--key", fingerprint(evidence.key)).stdout
    for key in ("verify.head-found", "verify.key-named"):
        assert sentence(key).search(told), f"{key} is missing in\n{told}"


def test_own_key(evidence):
    """the key of the device on which a store is verified is told as its own, and another as unknown"""
    own = ("--device", str(evidence.folder / "device"))
    told = ours(evidence.folder, *own)
    assert sentence("verify.key-own").search(told.stdout), told.stdout
    assert json.loads(ours(evidence.folder, "--json", *own).stdout)["devices"][0]["known_by"] == "device"
    told = ours(evidence.folder, "--device", str(evidence.folder / "evidence"))
    assert sentence("verify.key-unknown").search(told.stdout), told.stdout


def test_example():
    """the example in FORMATS has the hash and the signature that it is said to have"""
    text = Path(verify.__file__).with_name("FORMATS.md").read_text()
    example = text[text.index("The first record of a store of version 1"):text.index("### Told texts")]
    first, third = re.findall("`([0-9a-f]{64})`", example)
    lines = [line[4:] for line in example.splitlines() if line.startswith("    ")]
    envelope = json.loads("".join(lines[:-2]))
    assert verify.canonical(envelope).decode() == "".join(lines[:-2]), "it is not canonical"
    record = verify.Record(envelope, verify.canonical(envelope["payload"]), None)
    assert record.computed_hash(verify.BEGINNING) == first
    signed = verify.Record({"hash": third, "signature": "".join(lines[-2:])}, b"", None)
    assert verify.is_signed(envelope["payload"]["device"]["public_key"], signed)
