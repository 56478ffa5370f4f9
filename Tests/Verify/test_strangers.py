"""Links, pipes and the like in a store's places: each command ends, and nothing is written elsewhere."""

import os
import socket

import pytest

from evidence import EXECUTABLE, run, theirs
from sentences import sentence


def put_link(path, outside):
    path.symlink_to(outside / path.name)


def put_dangling(path, outside):
    path.symlink_to(outside / "nothing")


def put_loop(path, _):
    path.symlink_to(path.name)


def put_pipe(path, _):
    os.mkfifo(path)


def put_socket(path, _):
    with socket.socket(socket.AF_UNIX) as end:
        end.bind(str(path))


def put_folder(path, _):
    path.mkdir()


STRANGERS = {
    "a link": put_link, "a link to nothing": put_dangling, "a link to itself": put_loop, "a pipe": put_pipe,
    "a socket": put_socket, "a folder": put_folder,
}
COMMANDS = {
    "verify": ["verify"], "list": ["list"], "records": ["records"], "rebuild": ["store", "rebuild"],
    "show": ["show", "1"], "export": ["export", "all", "-"],
}
DATABASE = ("exhibit.sqlite", "exhibit.sqlite-wal", "exhibit.sqlite-shm")


def snapshot(folder):
    """Every name below `folder` with its kind, size, time and target; links are not followed."""
    found = {}
    for place, folders, files in os.walk(folder):
        for name in folders + files:
            facts = os.lstat(os.path.join(place, name))
            found[os.path.join(place, name)] = (facts.st_mode, facts.st_size, facts.st_mtime_ns)
    return found


@pytest.fixture
def place(evidence, tmp_path):
    evidence.database.execute("PRAGMA wal_checkpoint")
    evidence.database.close()
    (tmp_path / "outside").mkdir()
    return tmp_path


def replace(place, name, put):
    path = place / "store" / name
    if os.path.lexists(path):
        os.rename(path, place / "outside" / path.name)
    put(path, place / "outside")
    return path


def commands(place, names):
    """What each of those commands says of the store, and doctor of it."""
    told = {name: run([EXECUTABLE, *COMMANDS[name], "--store", str(place / "store")]) for name in names}
    (place / "x.toml").write_text(f'store = "{place}/store"\n[device]\nfolder = "{place}/device"\n')
    told["doctor"] = run([EXECUTABLE, "doctor", "--config", str(place / "x.toml")])
    return told


@pytest.mark.parametrize(
    "stranger", STRANGERS,
    ids=[f"{stranger} in place of a file of the database is named by each command" for stranger in STRANGERS])
def test_database(place, stranger):
    for name in DATABASE:
        path = replace(place, name, STRANGERS[stranger])
        before = snapshot(place / "outside"), snapshot(place / "store")
        for command, ended in commands(place, COMMANDS).items():
            said = ended.stdout + ended.stderr
            assert sentence("store.needs-file", path).search(said), f"{command} with {name}: {said}"
        # Doctor writes to the store, as it says, and takes away what it wrote.
        now = snapshot(place / "outside"), snapshot(place / "store")
        assert now == before, f"{name}: {set(now[1].items()) ^ set(before[1].items())}"
        (path.rmdir if stranger == "a folder" else path.unlink)()
        if os.path.lexists(place / "outside" / name):
            os.rename(place / "outside" / name, path)


@pytest.mark.parametrize(
    "stranger", STRANGERS,
    ids=[f"{stranger} in place of a folder or a picture leads no command outside" for stranger in STRANGERS])
def test_folders(place, stranger):
    for name in ("evidence/000/000001.jpg", "evidence/000", "evidence", "latest.jpg"):
        path = replace(place, name, STRANGERS[stranger])
        before = snapshot(place / "outside")
        told = commands(place, ("verify", "list", "records", "show"))
        told["verify.py"] = theirs(place / "store")
        for command, ended in told.items():
            assert ended.returncode in (0, 1, 2) and "Traceback" not in ended.stderr, f"{command} with {name}: {ended}"
        assert snapshot(place / "outside") == before, name
        (path.rmdir if stranger == "a folder" else path.unlink)()
        os.rename(place / "outside" / path.name, path)
