"""What every claim about tampering has: a store with photos, and one of another device."""

import json
import shutil
from pathlib import Path

import pytest

from evidence import EXECUTABLE, Evidence, play, run

pytest_plugins = ("claims",)

FIRST_RUN = "1 click\n5 click\n9 type snap --in 0\n12 quit\n"
SECOND_RUN = "1 click\n5 unplug\n7 plug\n10 click\n15 quit\n"
# Two hours east of UTC.
OFFSET = 7200
# The first thing has a document, the second a photo, a clip and one that is deleted.
EAST = """\
0.5 type clock is 2026-03-27T15:44:28Z
1 type thing add Omega watch
1.2 type thing set title Gold ring
1.4 type thing set price 1200.50
1.6 type thing set tags steel, blue
1.8 type thing set notes =one, "two"
1.9 type thing set description Bought in Basel
2 type mask id
3 type snap --in 0
8 type mask off
9 type thing add Bag
10 type snap --in 0 --glyphs
15 type title Front of it --piece 2
16 type snap --in 0
21 type clip start
25 type clip stop
26 type delete 3
30 quit
"""


def pytest_configure(config):
    if not Path(EXECUTABLE).exists():
        raise pytest.UsageError(f"tampering: there is no {EXECUTABLE}; 'make build' makes it.")


def pytest_sessionfinish(session):
    verdicts = session.config.pluginmanager.get_plugin("verdicts")
    print(f"tampering: {verdicts.passed} passed, {verdicts.failed} failed")


@pytest.fixture(scope="session")
def untouched(tmp_path_factory):
    """A store with five photos of two runs, which nobody changes."""
    return played(tmp_path_factory, "untouched")


@pytest.fixture(scope="session")
def others(tmp_path_factory):
    """The store of another device."""
    return Evidence(played(tmp_path_factory, "others"))


def played(tmp_path_factory, name):
    store = tmp_path_factory.mktemp(name) / "store"
    for script in (FIRST_RUN, SECOND_RUN):
        play(script, store)
    return store


@pytest.fixture
def evidence(untouched, tmp_path):
    """A copy of the store, to be tampered with."""
    shutil.copytree(untouched, tmp_path / "store", symlinks=True)
    return Evidence(tmp_path / "store")


@pytest.fixture(scope="session")
def east(tmp_path_factory):
    """An export, which nobody changes, of a store of a place east of UTC."""
    place = tmp_path_factory.mktemp("east")
    play(EAST, place / "store")
    (place / "receipt.pdf").write_bytes(b"%PDF-1.7 a receipt")
    run_well("import", place / "receipt.pdf", "--store", place / "store")
    move_east(Evidence(place / "store"))
    run_well("export", "all", place / "out", "--store", place / "store")
    return place


def run_well(*words):
    ended = run([EXECUTABLE, *words])
    assert ended.returncode == 0, ended.stderr


def move_east(evidence):
    """Has the records of a store say that its place is east of UTC, where those of a script say that it is not."""
    told = [sequence for sequence in range(1, evidence.last + 1)
            if "utc_offset" in json.loads(evidence.record(sequence)["payload"])]
    for sequence in told:
        evidence.change_payload(sequence, utc_offset=OFFSET)
    evidence.rehash(1)
    evidence.sign(1, evidence.key)
    evidence.fit_tables()
