"""What plays the stories: the program, under its own name."""

from pathlib import Path

import pytest

from stories import EXECUTABLE

pytest_plugins = ("claims",)


def pytest_configure(config):
    if not Path(EXECUTABLE).exists():
        raise pytest.UsageError(f"play: there is no {EXECUTABLE}; 'make build' makes it.")


def pytest_sessionfinish(session):
    verdicts = session.config.pluginmanager.get_plugin("verdicts")
    print(f"stories: {verdicts.passed} passed, {verdicts.failed} failed")


@pytest.fixture
def shelf(tmp_path):
    """A folder to play in, where the program and the verifier of one file lie as at a newcomer's."""
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin/exhibit").symlink_to(EXECUTABLE)
    folder = tmp_path / "shelf"
    folder.mkdir()
    (folder / "verify.py").symlink_to(Path(__file__).parents[2] / "docs/verify.py")
    return folder
