"""A stick in other computers, by the kernel's own FAT and exFAT: what these leave of an export both verifiers call the
same, and what is whole comes back."""

import contextlib
import subprocess
from pathlib import Path

import pytest

import parts
from copying import check_export, copied, exports, pieces, take
from program import EXECUTABLE, Program
from proof import check_proof, said, verdict
from stick import stick
from travels import (
    MANIFEST, TABLE, by_spreadsheet, decomposed, reformatted, renamed, together, with_mark, with_returns, with_rubbish)

AT_ONCE = {"countdown_s": 0}
pytestmark = pytest.mark.configured(shutter=AT_ONCE)
KINDS = {"vfat": "FAT32", "exfat": "exFAT"}
MEGABYTES = 40
TITLE = "Täschchen"
PROOF = ["proof/head", "proof/list.jsonl", "proof/records.jsonl", "proof/texts.jsonl"]
READ = ["README.txt", "index.html"]
ORIGINAL = "proof/evidence/000/000002.jpg"
# What systems put beside exports.
BESIDE = (".Trashes", "._.Trashes", "System Volume Information/IndexerVolumeGuid", "FSCK0000.REC", "._Exhibit",
          "FOUND.000/FILE0000.CHK", "$RECYCLE.BIN/desktop.ini", "LOST.DIR/a")
IMPORTED_S = 120


def in_each(words: str):
    """A claim for each kind of file system."""
    return pytest.mark.parametrize("kind", KINDS, ids=[words.format(name) for name in KINDS.values()])


def in_each_of(table: dict, words: str):
    """A claim for each kind of file system and case."""
    return pytest.mark.parametrize("kind, case", [
        pytest.param(kind, case, id=words.format(name, on))
        for name, case in table.items() for kind, on in KINDS.items()])


@pytest.fixture(scope="session")
def images() -> dict[str, Path]:
    """By its kind of file system a stick with one export, as the board has left it."""
    made = {}
    with Program(shutter=AT_ONCE) as program:
        program.ask(f"thing add {TITLE}")
        take(program, 3)
        for kind in KINDS:
            with stick(kind, MEGABYTES) as one:
                ended, words = copied(program, one.device)
                assert ended == 0, words
                made[kind] = parts.DISK / f"stick.{kind}"
                one.keep(made[kind])
    return made


@contextlib.contextmanager
def returned(image: Path, kind: str, change):
    """The export on a stick on which another computer has made a change."""
    with stick(kind, MEGABYTES) as one:
        one.put_back(image)
        with one.looked_at() as folder:
            only, = exports(folder)
            change(only)
        # What names it has is read from the stick, and not from memory.
        with one.looked_at() as folder:
            yield exports(folder)[0]


def beside(export: Path) -> None:
    for name in BESIDE:
        (export.parent / name).parent.mkdir(exist_ok=True)
        (export.parent / name).write_bytes(b"rubbish")


ALL = together(
    with_returns(*PROOF, *READ), with_mark(*PROOF), reformatted(indent=2), with_rubbish, beside,
    renamed(lambda name: decomposed(name).upper()))
# By what another computer did: how, and which files are said to be re-written, or re-formatted.
WHOLE = {
    "has spelt its names as macOS does": (renamed(decomposed), [], []),
    "has written its names in capital letters": (renamed(str.upper), [], []),
    "has put files of its own into it and beside it": (together(with_rubbish, beside), [], []),
    "has changed the line ends of its texts": (with_returns(*PROOF, *READ), [*READ, *PROOF], []),
    "has begun its texts with a byte order mark": (with_mark(*PROOF, MANIFEST), [MANIFEST, *PROOF], []),
    "has written its manifest anew": (reformatted(indent=2), [], [MANIFEST]),
    "has done all of that": (ALL, [*READ, *PROOF], [MANIFEST]),
}


@in_each_of(WHOLE, "an export is whole to both verifiers where another computer {} on a stick with {}")
def test_whole(images, kind, case):
    change, rewritten, reformatted_files = case
    with returned(images[kind], kind, change) as export:
        found = verdict(export)
        assert found["verdict"] == "good" and found["strangers"] == [] and found["copies"] == 3, found
        told = found["export"]
        assert (told["rewritten"], told["reformatted"], told["added"]) == (rewritten, reformatted_files, []), told


def shortened(name: str):
    def change(folder: Path) -> None:
        (folder / name).write_bytes((folder / name).read_bytes()[:-1])
    return change


# By what another computer did: how, what both say of it, and which findings and changed files there are.
CHANGED = {
    "a spreadsheet has saved the table of": (by_spreadsheet, "changed", {}, [TABLE]),
    "a program has cut an original of": (shortened(ORIGINAL), "bad", {"file.cut": 1}, []),
    "somebody has taken the page out of": (
        lambda folder: (folder / "index.html").unlink(), "bad", {"listed.missing": 1}, []),
}


@in_each_of(CHANGED, "both verifiers say so where {} an export on a stick with {}")
def test_changed(images, kind, case):
    change, word, counts, files = case
    with returned(images[kind], kind, change) as export:
        found = verdict(export)
        assert (found["verdict"], found["counts"], found["export"]["changed"]) == (word, counts, files), found


# By the program: its command, to which archive and folder are added.
PACKERS = {"zip": ("zip", "-q", "-r"), "7-Zip": ("7zz", "a", "-bd", "-bso0", "-tzip")}


@pytest.mark.parametrize("command", PACKERS.values(), ids=[
    f"an export that {name} has packed on the stick is verified in the archive, and unpacked" for name in PACKERS])
def test_packed(images, command):
    def pack(folder: Path) -> None:
        subprocess.run([*command, "photos.zip", folder.name], cwd=folder.parent, check=True, timeout=IMPORTED_S)

    with returned(images["exfat"], "exfat", pack) as export:
        archive, unpacked = export.parent / "photos.zip", export.parent / "unpacked"
        parts.run("7zz", "x", "-bd", "-bso0", f"-o{unpacked}", str(archive))
        found = verdict(unpacked / export.name)
        assert found["verdict"] == "good" and found["export"]["added"] == [], found
        assert said([EXECUTABLE, "verify"], archive) == found


@in_each("what comes back from a stick with {} after other computers had it is proved, under its numbers")
def test_restored(images, program, kind):
    with returned(images[kind], kind, ALL) as export:
        command = [EXECUTABLE, "import", export, "--config", program.file]
        ended = subprocess.run(command, capture_output=True, text=True, timeout=IMPORTED_S)
        assert ended.returncode == 0, ended
        given = {piece["number"]: piece["sha256"] for piece in pieces(export)}
        assert {row["number"]: row["sha256"] for row in program.photos()} == given and len(given) == 3, given
    check_proof(program.store, program.device)


@in_each("a stick with {} that was not unmounted, and has what systems put on sticks, is copied to")
def test_dirty(images, program, kind):
    take(program, 2)
    with stick(kind, MEGABYTES) as one:
        one.put_back(images[kind])
        with one.looked_at() as folder:
            beside(exports(folder)[0])
        one.make_dirty()
        ended, words = copied(program, one.device)
        assert ended == 0, words
        assert "not properly unmounted" in parts.run("dmesg"), "the kernel takes it for a clean one"
        assert program.status()["stick"] == {"state": "done", "pieces": 2, "left": 0, "held": 0}
        with one.looked_at() as folder:
            own, = (folder for folder in exports(folder) if len(pieces(folder)) == 2)
            check_export(program, own, [1, 2])
