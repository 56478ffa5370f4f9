"""What an export gives back: each piece by itself, under its number in an empty store, and with all that was known."""

import json
import os
import pty
import re
import shutil
import signal
import subprocess
import time

import pytest

import verify
from evidence import EXECUTABLE, RUN_S, Evidence, play, run
from sentences import sentence
from test_analysers import demo
from test_exporting import export
from test_importing import imports, listed
from test_requests import said
from test_restoring import SCRIPT, both, restored

PHOTOS = 9
CLAIM = {"url": "https://insurer.example/claims/7", "title": "Claim 7", "required_evidence": ["Front", "Damage"]}
# What is another in another store, of lists and of what is shown: where it came from, and that store's own knowledge.
OF_LISTS = {"restored"}
OF_REPORTS = OF_LISTS | {"record", "camera_record", "not_before", "not_after"}


@pytest.fixture(scope="session")
def nine(tmp_path_factory):
    """An export of a store with nine photos."""
    place = tmp_path_factory.mktemp("nine")
    play("".join(f"{2 + number} type snap --in 0\n" for number in range(PHOTOS)) + "20 quit\n", place / "store")
    assert export(place / "store", place / "export").returncode == 0
    return place / "export"


@pytest.fixture
def bundle(nine, tmp_path):
    return shutil.copytree(nine, tmp_path / "export")


@pytest.fixture
def empty(tmp_path):
    """A store without pieces."""
    return Evidence(made(tmp_path / "new"))


def made(place):
    """A new store in the folder `place`."""
    place.mkdir()
    play("1 quit\n", place / "store")
    return place / "store"


def restore(evidence, path, *options):
    return imports(evidence.folder.parent, path, *options)


def numbers(store):
    return [piece["number"] for piece in listed(store)]


def flip(path):
    contents = bytearray(path.read_bytes())
    contents[len(contents) // 2] ^= 1
    path.write_bytes(contents)


def cut(path):
    path.write_bytes(path.read_bytes()[:-1])


def link(path):
    path.rename(path.with_suffix(".other"))
    path.symlink_to(path.with_suffix(".other"))


def folder(path):
    path.unlink()
    path.mkdir()


@pytest.mark.parametrize("harm, key", [
    pytest.param(flip, "verify.file-altered", id="a piece whose file was changed is named, and the others come back"),
    pytest.param(cut, "verify.file-cut", id="a piece whose file was cut is named, and the others come back"),
    pytest.param(lambda path: path.unlink(), "verify.file-missing",
                 id="a piece whose file is gone is named, and the others come back"),
    pytest.param(link, "verify.file-altered", id="a piece whose file is a link is named, and the others come back"),
    pytest.param(folder, "verify.file-altered", id="a piece whose file is a folder is named, and the others come back"),
])
def test_one_bad_file(empty, bundle, harm, key):
    harm(bundle / "proof" / verify.file_of(4))
    ended = restore(empty, bundle)
    why = sentence(key, 4, verify.file_of(4)).pattern.removeprefix("^").removesuffix("$")
    assert ended.returncode == 1 and re.search(why, ended.stdout), ended.stdout
    assert sentence("restore.end", PHOTOS - 1, 1, PHOTOS, 0, 1).search(ended.stdout), ended.stdout
    assert numbers(empty.folder) == [1, 2, 3, 5, 6, 7, 8, 9]
    assert empty.verified()["verdict"] == "good"


def test_missing_piece_comes_later(empty, nine, bundle):
    """what was left for its file comes back from another copy of the export, under the next number"""
    flip(bundle / "proof" / verify.file_of(4))
    assert restore(empty, bundle).returncode == 1
    ended = restore(empty, nine)
    assert ended.returncode == 0 and sentence("restore.end", 1, 10, 10, 8, 0).search(ended.stdout), ended.stdout
    assert empty.verified()["verdict"] == "good"


def test_what_is_no_proof_costs_nothing(empty, bundle):
    """a list, table, page or copy that is another or gone keeps nothing from coming back"""
    for path in (bundle / "manifest.json", bundle / "index.html", *bundle.glob("1 */*.jpg")):
        flip(path)
    (bundle / "inventory.csv").unlink()
    (bundle / "proof/evidence/000/000077.jpg").write_bytes(b"of nobody")
    ended = restore(empty, bundle)
    assert ended.returncode == 0 and numbers(empty.folder) == list(range(1, PHOTOS + 1)), ended.stdout


@pytest.mark.parametrize("is_copy_good", [
    pytest.param(True, id="a copy that is what was recorded comes back in the place of its original"),
    pytest.param(False, id="a copy that is not what was recorded stands in for nothing"),
])
def test_copy_stands_in(empty, tmp_path, is_copy_good):
    play("1 click\n5 quit\n", tmp_path / "store")
    (tmp_path / "receipt.pdf").write_bytes(b"%PDF-1.7 a receipt")
    assert imports(tmp_path, tmp_path / "receipt.pdf").returncode == 0
    assert export(tmp_path / "store", tmp_path / "out").returncode == 0
    flip(tmp_path / "out/proof/evidence/000/000002.pdf")
    [copy] = tmp_path.glob("out/*/*.pdf")
    if not is_copy_good:
        flip(copy)
    copy.rename(copy.with_name("called otherwise"))
    ended = restore(empty, tmp_path / "out")
    assert ended.returncode == (0 if is_copy_good else 1), ended.stdout
    assert bool(sentence("restore.by-copy", 2).search(ended.stdout)) == is_copy_good
    assert numbers(empty.folder) == ([1, 2] if is_copy_good else [1])
    assert empty.verified()["verdict"] == "good"


@pytest.fixture(scope="session")
def known(tmp_path_factory):
    """A store of which much is known: guesses and who decided, an active request, things, clips, documents."""
    place = tmp_path_factory.mktemp("known")
    store = place / "store"
    demo(store, "0.5 type watch\n2 click\n8 click\n14 click\n20 type deny\n"
         "21 type face select 2 --piece 1\n22 type face hide --piece 1\n26 type unwatch\n28 quit\n")
    (place / "claim.json").write_text(json.dumps(CLAIM))
    play(SCRIPT, store)
    (place / "receipt.pdf").write_bytes(b"%PDF-1.7 a receipt")
    assert imports(place, place / "receipt.pdf").returncode == 0
    said(store, f"request import {place / 'claim.json'}", "request status 1 active", "snap --in 0", "thing add Ring",
         "lock 2", "delete 3")
    return store


def described(members, besides):
    return {name: value for name, value in members.items() if name not in besides}


def shown(store, number):
    return json.loads(run([EXECUTABLE, "show", str(number), "--store", str(store), "--json"]).stdout)


def answer(store, line, start):
    """The object with which the console answers `line`."""
    [found] = [text for text in said(store, line).splitlines() if start in text]
    return json.loads(found[found.index("{"):])


def test_round_trip(empty, known, tmp_path):
    """from one empty store into another all is what it was, but for what is named here"""
    source = shutil.copytree(known, tmp_path / "known/store", symlinks=True)
    assert export(source, tmp_path / "out", "--faces", "show").returncode == 0
    ended = restore(empty, tmp_path / "out")
    assert ended.returncode == 0, ended.stdout + ended.stderr
    before = [piece for piece in listed(source) if piece["state"] != "deleted"]
    there = listed(empty.folder)
    assert [described(piece, OF_LISTS) for piece in there] == [described(piece, OF_LISTS) for piece in before]
    assert any(piece["options"] for piece in there) and any(piece["decided_by"] == "button" for piece in there)
    assert any(option["denied"] for piece in there for option in piece["options"])
    for piece in before:
        one, other = shown(source, piece["number"]), shown(empty.folder, piece["number"])
        assert described(other, OF_REPORTS) == described(one, OF_REPORTS)
    assert any(shown(empty.folder, piece["number"])["camera"] for piece in there)
    faces = [answer(store, "face list --piece 1 --json", '{"number"') for store in (source, empty.folder)]
    assert faces[0] == faces[1] and faces[0]["faces"][1]["hidden"], faces
    times = "SELECT number, id, title, created_at, updated_at FROM things WHERE number > 1 AND title <> 'Unsorted'"
    assert empty.run(times) == Evidence(source).run(times)
    requests = "SELECT number, id, status, created_at, completed_at FROM requests"
    assert empty.run(requests) == Evidence(source).run(requests) and "active" in str(empty.run(requests))
    assert empty.verified()["verdict"] == "good"
    # And once more, by way of that store.
    assert export(empty.folder, tmp_path / "again", "--faces", "show").returncode == 0
    third = Evidence(made(tmp_path / "third"))
    assert restore(third, tmp_path / "again").returncode == 0
    assert [described(piece, OF_LISTS) for piece in listed(third.folder)] == [
        described(piece, OF_LISTS) for piece in there]
    assert third.verified()["verdict"] == "good"


def test_rebuilt(empty, known, tmp_path):
    """guesses, numbers and all else that came back are there again in a database that is made anew"""
    assert export(known, tmp_path / "out", "--faces", "show").returncode == 0
    assert restore(empty, tmp_path / "out").returncode == 0
    before = listed(empty.folder)
    empty.database.close()
    assert run([EXECUTABLE, "store", "rebuild", "--store", str(empty.folder)]).returncode == 0
    assert listed(empty.folder) == before


@pytest.mark.parametrize("member", [
    pytest.param("requester", id="a false word of who asked for a piece is told, though this device signed it"),
    pytest.param("camera", id="a false camera of a piece is told, though this device signed it"),
])
def test_false_making(empty, known, tmp_path, member):
    assert export(known, tmp_path / "out", "--faces", "show").returncode == 0
    assert restore(empty, tmp_path / "out").returncode == 0
    sequence = empty.record_of(1)
    made = json.loads(empty.record(sequence)["payload"])["made"]
    assert made[member]
    made[member] = {"card": "another"} if member == "camera" else "bundle"
    empty.change_payload(sequence, made=made)
    empty.rehash(sequence)
    empty.sign(sequence, empty.key)
    empty.fit_tables()
    assert empty.counts() == {"origin.other": 1}


def test_numbers_of_others_stay(evidence, nine):
    """into a store with pieces of its own all comes under new numbers"""
    assert restore(evidence, nine).returncode == 0
    assert [piece["number"] for piece in restored(evidence.folder)] == list(range(6, 6 + PHOTOS))


def test_option_that_is_gone(empty, known, tmp_path):
    """options of a piece that came back can be made to be gone, as those of any other"""
    assert export(known, tmp_path / "out", "--faces", "show").returncode == 0
    assert restore(empty, tmp_path / "out").returncode == 0
    said(empty.folder, "redact 1 options --yes")
    [piece] = [piece for piece in listed(empty.folder) if piece["number"] == 1]
    assert piece["options"] == [] and not piece["option"], piece
    assert empty.verified()["verdict"] == "good"


@pytest.fixture(scope="session")
def spared(tmp_path_factory):
    """A store whose second photo went for its room, with an export from before that, and one from after it."""
    place = tmp_path_factory.mktemp("spared")
    play("1 click\n6 click\n12 quit\n", place / "store")
    assert export(place / "store", place / "before").returncode == 0
    store = Evidence(place / "store")
    purge(store, 2, "room")
    store.database.close()
    shutil.copytree(place / "before", place / "after")
    assert export(place / "store", place / "after").returncode == 0
    return place


def purge(store, number, reason):
    """As the program does it where it needs the room."""
    store.append("piece.purged", {"pieces": [number], "reason": reason}, version=2, signature=None)
    store.rehash(store.last)
    store.sign(store.last, store.key)
    store.fit_tables()
    store.file(number).unlink()


def test_purged_into_its_store(spared, tmp_path):
    """what went for its room comes back where a person says so, and not before"""
    store = Evidence(shutil.copytree(spared / "store", tmp_path / "own/store", symlinks=True))
    ended = restore(store, spared / "before")
    assert ended.returncode == 1 and re.search("--purged", ended.stdout), ended.stdout
    assert not store.file(2).exists()
    ended = restore(store, spared / "before", "--purged")
    assert ended.returncode == 0 and sentence("restore.end", 1, 2, 2, 1, 0).search(ended.stdout), ended.stdout
    assert [piece["state"] for piece in listed(store.folder)] == ["stored", "stored"]
    assert not restored(store.folder) and store.verified()["verdict"] == "good"
    store.file(2).unlink()
    assert store.counts() == {"file.missing": 1}


def test_purged_into_another_store(spared, empty):
    """the same goes for another store, and an export that has it still"""
    ended = restore(empty, spared / "after")
    assert ended.returncode == 0 and sentence("restore.spare", 1).search(ended.stdout), ended.stdout
    assert numbers(empty.folder) == [1]
    ended = restore(empty, spared / "after", "--purged")
    assert ended.returncode == 0 and numbers(empty.folder) == [1, 2], ended.stdout
    assert empty.verified()["verdict"] == "good"


def test_wanted_away_stays_away(spared, tmp_path):
    """what people had removed stays away, whoever says what"""
    store = Evidence(shutil.copytree(spared / "store", tmp_path / "own/store", symlinks=True))
    said(store.folder, "delete 1 --now --yes")
    ended = restore(store, spared / "before", "--purged")
    assert ended.returncode == 1 and sentence("restore.purged", 1).search(ended.stdout), ended.stdout
    assert not store.file(1).exists() and store.file(2).exists()


def begun(command, **environment):
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                            env=os.environ | environment)


def wait_until(is_so, process):
    end = time.monotonic() + RUN_S
    while not is_so():
        assert time.monotonic() < end and process.poll() is None, "it ended before that"
        time.sleep(0.001)


@pytest.fixture(scope="session")
def many(tmp_path_factory):
    """An export, as folder and ZIP, of as many small pieces as take some time."""
    place = tmp_path_factory.mktemp("many")
    play("1 quit\n", place / "store")
    (place / "files").mkdir()
    for number in range(300):
        (place / f"files/{number}.pdf").write_bytes(b"%%PDF-1.7 a receipt, number %d" % number)
    assert imports(place, place / "files").returncode == 0
    assert export(place / "store", place / "export").returncode == 0
    assert export(place / "store", place / "all.zip").returncode == 0
    return place


@pytest.mark.parametrize("how", [
    pytest.param(signal.SIGTERM, id="SIGTERM leaves whole pieces and nothing else, and the same command goes on"),
    pytest.param(signal.SIGHUP, id="SIGHUP leaves whole pieces and nothing else, and the same command goes on"),
])
def test_broken_off(empty, many, how):
    command = [EXECUTABLE, "import", str(many / "export"), "--store", str(empty.folder)]
    process = begun(command)
    wait_until(lambda: (empty.folder / verify.file_of(20, "pdf")).exists(), process)
    process.send_signal(how)
    text, _ = process.communicate(timeout=RUN_S)
    assert process.returncode == 1 and sentence("import.broken-off").search(text), text
    count = len(listed(empty.folder))
    assert 20 <= count < 300 and len(list(empty.folder.glob("evidence/000/*"))) == count
    assert not (empty.folder / "incoming.part").exists() and empty.verified()["verdict"] == "good"
    ended = restore(empty, many / "export")
    assert ended.returncode == 0 and len(listed(empty.folder)) == 300, ended.stdout
    assert numbers(empty.folder) == list(range(1, 301)) and empty.verified()["verdict"] == "good"


@pytest.mark.parametrize("wanted", [
    pytest.param(1, id="a signal leaves nothing of an archive that is being unpacked"),
    pytest.param(100, id="a signal leaves nothing of an archive that was unpacked"),
])
def test_archive_broken_off(empty, many, tmp_path, wanted):
    (tmp_path / "tmp").mkdir()
    command = [EXECUTABLE, "import", str(many / "all.zip"), "--store", str(empty.folder)]
    process = begun(command, TMPDIR=str(tmp_path / "tmp"))
    where = empty.folder / verify.file_of(100, "pdf")
    wait_until(lambda: where.exists() if wanted == 100 else list((tmp_path / "tmp").iterdir()), process)
    process.send_signal(signal.SIGTERM)
    process.communicate(timeout=RUN_S)
    assert process.returncode == 1 and not list((tmp_path / "tmp").iterdir())
    assert not (empty.folder / "incoming.part").exists() and empty.verified()["verdict"] == "good"


def test_progress(empty, many):
    """whoever waits at a terminal hears how far it is"""
    main, other = pty.openpty()
    command = [EXECUTABLE, "import", str(many / "export"), "--store", str(empty.folder)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=other)
    os.close(other)
    text = b""
    while True:
        try:
            more = os.read(main, 4096)
        except OSError:
            break
        if not more:
            break
        text += more
    assert process.wait(timeout=RUN_S) == 0
    lines = text.decode().split("\r\n")
    assert all(re.fullmatch(r"(Restoring: [0-9 ]+ of 302)?", line) for line in lines) and len(lines) > 1, lines


def test_both_agree(known, tmp_path):
    """both verifiers say the same of an export of what came back"""
    store = made(tmp_path / "new")
    assert export(known, tmp_path / "out", "--faces", "show").returncode == 0
    assert imports(tmp_path / "new", tmp_path / "out").returncode == 0
    assert export(store, tmp_path / "second", "--faces", "show").returncode == 0
    assert both(tmp_path / "second")["verdict"] == "good"
