"""What every claim about the face analyser has: the test set, and what the analyser says of it."""

import os

import pytest

from analyser import CHECKED, PROGRAM, run
from heads import Sources
from scenes import Album

pytest_plugins = ("claims",)
collect_ignore = [] if os.environ.get("FACES_OPENCV") else ["test_cascades.py"]
TOLD = []


def pytest_configure():
    for program in PROGRAM, CHECKED:
        if not program.exists():
            raise pytest.UsageError(f"measure: there is no {program}")


def pytest_sessionfinish(session):
    verdicts = session.config.pluginmanager.get_plugin("verdicts")
    for line in TOLD:
        print(f"faces: {line}")
    print(f"faces: {verdicts.passed} passed, {verdicts.failed} failed")


@pytest.fixture(scope="session")
def tell():
    """Takes what is printed at the end and held to nothing."""
    return TOLD.append


@pytest.fixture(scope="session")
def sources():
    return Sources(os.environ["FACES_SKIMAGE"], os.environ["FACES_HEADS"])


@pytest.fixture(scope="session")
def scenes(sources, tmp_path_factory):
    """Each scene with the file of its picture."""
    folder = tmp_path_factory.mktemp("scenes")
    scenes = []
    for index, scene in enumerate(Album(sources.heads(), sources.grounds()).scenes()):
        file = folder / f"{index:03}.jpg"
        file.write_bytes(scene.jpeg)
        scenes.append((scene, file))
    return scenes


@pytest.fixture(scope="session")
def looks(scenes):
    """Each scene with what the analyser made of it."""
    return [(scene, run(file)) for scene, file in scenes]
