"""What OpenCV's cascades find of the test set, beside what the analyser does; FACES_PEER=yes has it shown."""

import io
import os
import sys
import time
import zipfile

import numpy
import pytest
from PIL import Image

from judging import TELLING, Judgement, add, judge


@pytest.fixture(scope="session")
def cascades(tmp_path_factory):
    folder = tmp_path_factory.mktemp("opencv")
    with zipfile.ZipFile(os.environ["FACES_OPENCV"]) as wheel:
        wheel.extractall(folder)
    sys.path.insert(0, str(folder))
    from cascades import Cascades
    return Cascades()


def test_cascades(looks, cascades, tell):
    """Of the same pictures it finds more than OpenCV's cascades, and has fewer boxes that are no faces."""
    from cascades import ALL_TURNS, UPRIGHT
    ours = judge(looks, least=TELLING)
    tell(f"of all pictures: {shares(ours)}, {sum(look.cpu_s for _, look in looks) / len(looks):.2f} s a picture")
    for what, turns in ("upright", UPRIGHT), ("turned by up to 90°", ALL_TURNS):
        theirs, took_s = judged(looks, cascades, turns)
        tell(f"OpenCV's cascades, {what}: {shares(theirs)}, {took_s / len(looks):.2f} s a picture")
        assert ours.recall > theirs.recall and ours.false < theirs.false, what


def judged(looks, cascades, turns):
    """The judgement, and what the processor took for it."""
    sum_of, took_s = Judgement(), 0.0
    for scene, _ in looks:
        picture = numpy.asarray(Image.open(io.BytesIO(scene.jpeg)).convert("L"))
        began_s = time.process_time()
        boxes = cascades.boxes(picture, turns)
        took_s += time.process_time() - began_s
        add(sum_of, scene, boxes)
    return sum_of, took_s


def shares(judgement):
    return f"{judgement.recall:.2f} found, {judgement.false / judgement.pictures:.2f} false a picture"
