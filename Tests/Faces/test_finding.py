"""What it finds of the faces of the test set, and what else it takes for one."""

import pytest

from judging import HIDING, TELLING, judge
from scenes import COVERS, EDGES, LIGHTS

UPRIGHT = (0, 15, 30, 45)


def named(per_cents, rolls):
    return {f"{per_cent} % at {roll}°" for per_cent in per_cents for roll in rolls}


def test_wide_faces(looks, tell):
    """98 of 100 faces are found that are at least a tenth of the picture wide and lean by 45 degrees at most."""
    judged = judge(looks, named((10, 20), UPRIGHT).__contains__)
    tell(f"a tenth wide and upright: {judged}")
    assert judged.recall >= 0.98, judged


def test_narrow_faces(looks, tell):
    """95 of 100 are found that are a twentieth wide."""
    judged = judge(looks, named((5,), UPRIGHT).__contains__)
    tell(f"a twentieth wide: {judged}")
    assert judged.recall >= 0.95, judged


def test_faces_on_their_side(looks, tell):
    """95 of 100 are found that lie on their side."""
    judged = judge(looks, named((5, 10, 20), (90,)).__contains__)
    tell(f"on their side: {judged}")
    assert judged.recall >= 0.95, judged


HARD = [*LIGHTS, *COVERS, *(f"cut off at the {edge}" for edge in EDGES), "a poor JPEG"]


@pytest.mark.parametrize("subject", HARD, ids=[f"of six faces five are found: {subject}" for subject in HARD])
def test_hard_faces(looks, subject):
    judged = judge(looks, subject.__eq__)
    assert judged.there == 6 and judged.found >= 5, judged


def test_several_faces(looks):
    """95 of 100 are found of three in a picture, and of two of which one is five times as large."""
    judged = judge(looks, lambda subject: subject in ("three faces", "a small face beside a large one"))
    assert judged.there == 60 and judged.recall >= 0.95, judged


def test_large_faces(looks):
    """Faces are found that fill most of the picture, and of those of a twenty-fifth five of six."""
    for subject, least in ("40 % wide", 6), ("60 % wide", 6), ("4 % wide", 5):
        judged = judge(looks, subject.__eq__)
        assert judged.found >= least, (subject, judged)


@pytest.mark.parametrize("least, most", [(TELLING, 0.02), (HIDING, 0.05)], ids=[
    "at the score that tells of faces two are told in a hundred pictures that are not there",
    "at the score that hides faces five are hidden in a hundred pictures that are not there",
])
def test_false_faces(looks, tell, least, most):
    judged = judge(looks, least=least)
    tell(f"at {least}: {judged}; missed: {', '.join(judged.missed)}")
    assert judged.pictures == 270
    assert judged.false <= most * judged.pictures, judged
