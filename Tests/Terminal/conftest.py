"""What every claim of the session has: a store, and the demo on a terminal."""

import tempfile
from pathlib import Path

import pytest

from demo import EXECUTABLE, Demo

pytest_plugins = ("claims",)


def pytest_configure(config):
    config.addinivalue_line("markers", "started(**arguments): the terminal and the environment of `demo`")
    if not Path(EXECUTABLE).exists():
        raise pytest.UsageError(f"session: there is no {EXECUTABLE}; 'make build' makes it.")


def pytest_sessionfinish(session):
    verdicts = session.config.pluginmanager.get_plugin("verdicts")
    print(f"session: {verdicts.passed} passed, {verdicts.failed} failed")


@pytest.fixture
def store():
    """A folder's path of which the demo makes its store; short enough for one line of a screen."""
    with tempfile.TemporaryDirectory(prefix="exhibit-session-") as folder:
        yield f"{folder}/store"


@pytest.fixture
def demo(request, store):
    """The demo on its own store, ready, started as the mark `started` says."""
    mark = request.node.get_closest_marker("started")
    with Demo(store, **(mark.kwargs if mark else {})) as demo:
        yield demo
