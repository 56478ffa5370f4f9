"""What every claim about tampering has: a store with photos, and one of another device."""

import shutil
from pathlib import Path

import pytest

from evidence import EXECUTABLE, Evidence, play

pytest_plugins = ("claims",)

FIRST_RUN = "1 click\n5 click\n9 type snap --in 0\n12 quit\n"
SECOND_RUN = "1 click\n5 unplug\n7 plug\n10 click\n15 quit\n"


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
