"""What is compared: the program, the same with other words, and the same in German."""

import os
from pathlib import Path

import pytest

import rewording
from session import Speaker

EXECUTABLE = Path(os.environ.get("EXHIBIT_BIN", ".build/debug/exhibit")).resolve()

pytest_plugins = ("claims",)


def pytest_configure():
    for program in EXECUTABLE, EXECUTABLE.with_name("simulate"):
        if not program.exists():
            raise pytest.UsageError(f"paraphrase: there is no {program}; 'make build' makes it.")


def pytest_sessionfinish(session):
    verdicts = session.config.pluginmanager.get_plugin("verdicts")
    print(f"reworded: {verdicts.passed} passed, {verdicts.failed} failed")


@pytest.fixture(scope="session")
def english():
    """The program as it is."""
    return Speaker(EXECUTABLE)


@pytest.fixture(scope="session")
def said():
    """The letters of the sentences in the copy before they were changed, by their keys."""
    files, sentences = rewording.contents()
    rewording.write(files)
    return sentences


@pytest.fixture(scope="session")
def other(said):
    """Whoever says the same in other words, by how."""
    rewording.build("exhibit-tools")
    reworded = Speaker(rewording.build("exhibit"))
    return {"in other words": reworded, "in German": Speaker(EXECUTABLE, "de")}
