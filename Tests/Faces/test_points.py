"""Where the parts of a face are, by the mesh and without it."""

import hashlib
import math

import pytest

from analyser import MESH, run
from judging import TELLING, is_hit
from scenes import HEIGHT, WIDTH

FIVE = {"eye_left", "eye_right", "nose", "mouth_left", "mouth_right"}
ELEVEN = {"brow_left", "brow_right", "eye_left_outer", "eye_left_inner", "eye_right_inner", "eye_right_outer", "crest",
          "nose", "mouth_left", "mouth_right", "chin"}
UPRIGHT = {f"{per_cent} % at {roll}°": roll for per_cent in (10, 20) for roll in (0, 15, 30, 45)}


@pytest.fixture(scope="session")
def faces(looks):
    """Of each head, the faces that were found of it, with how far it was turned."""
    found = []
    for scene, look in looks:
        if scene.subject in UPRIGHT:
            hits = [face for face in look.faces if face["score"] >= TELLING and is_hit(face["box"], scene.faces[0])]
            found += [(scene, face) for face in hits]
    return found


def test_mesh(faces, tell):
    """Nine of ten faces that are a tenth wide have the eleven points of the mesh, and each other one the detector's."""
    meshed = [face for _, face in faces if set(face["points"]) == ELEVEN]
    tell(f"the mesh knows {len(meshed)} of {len(faces)} faces")
    assert len(meshed) >= 0.9 * len(faces)
    assert all(set(face["points"]) in (FIVE, ELEVEN) for _, face in faces)


def test_order(faces):
    """Seen upright, brows are above eyes, these above the nose, the mouth and the chin, and left is left."""
    for scene, face in faces:
        if set(face["points"]) != ELEVEN:
            continue
        at = {name: upright(point, face["roll"]) for name, point in face["points"].items()}
        down = ["brow_left", "eye_left_inner", "nose", "mouth_left", "chin"]
        assert sorted(down, key=lambda name: at[name][1]) == down, scene.subject
        across = ["eye_left_outer", "eye_left_inner", "eye_right_inner", "eye_right_outer"]
        assert sorted(across, key=lambda name: at[name][0]) == across, scene.subject
        assert at["mouth_left"][0] < at["mouth_right"][0], scene.subject


def upright(point, roll):
    x, y, angle = point[0] * WIDTH, point[1] * HEIGHT, math.radians(-roll)
    return x * math.cos(angle) - y * math.sin(angle), x * math.sin(angle) + y * math.cos(angle)


def test_roll(faces, tell):
    """Nine of ten faces lean as they were turned, to fifteen degrees; some heads were not held straight."""
    away = sorted(abs(face["roll"] - signed(scene)) for scene, face in faces)
    tell(f"roll: half within {away[len(away) // 2]:.1f}°, nine of ten within {away[len(away) * 9 // 10]:.1f}°")
    assert away[len(away) * 9 // 10] <= 15


def signed(scene):
    """The scenes at 30 degrees are turned to the left."""
    roll = UPRIGHT[scene.subject]
    return -roll if roll == 30 else roll


def test_fit(faces, tell):
    """Heads are fitted where they are: the width is right to a fifth, and it turns as the face does."""
    fitted = [(scene, face) for scene, face in faces if face["fit"]]
    assert len(fitted) == len(faces)
    ratios = sorted(face["fit"]["width"] / 1000 * WIDTH / scene.faces[0].width for scene, face in fitted)
    tell(f"fitted width: {ratios[len(ratios) // 10]:.2f} to {ratios[len(ratios) * 9 // 10]:.2f} of the box's")
    assert 0.8 <= ratios[len(ratios) // 10] and ratios[len(ratios) * 9 // 10] <= 1.2
    for scene, face in fitted:
        assert abs(face["fit"]["roll"] / 10 - face["roll"]) <= 25, scene.subject


def test_middle(faces, tell):
    """The middle of nine of ten heads lies within a quarter of the face's width of its box's middle."""
    away = []
    for scene, face in faces:
        left, top, width, height = face["box"]
        x, y = face["fit"]["x"] / 1000 * WIDTH, face["fit"]["y"] / 1000 * WIDTH
        away.append(math.hypot(x - (left + width / 2) * WIDTH, y - (top + height / 2) * HEIGHT) / scene.faces[0].width)
    away.sort()
    tell(f"fitted middle: half within {away[len(away) // 2]:.2f} widths of the box's, nine of ten within "
         f"{away[len(away) * 9 // 10]:.2f}")
    assert away[len(away) * 9 // 10] <= 0.25


def test_without_mesh(scenes):
    """Where there is no mesh the five points of the detector are named, and nothing fails."""
    for scene, file in scenes[:6]:
        answer = run(file, mesh="/nowhere.onnx").answer
        assert "mesh" not in answer and {frozenset(face["points"]) for face in answer["faces"]} <= {frozenset(FIVE)}


def test_origin(scenes):
    """It says by which mesh the points were found."""
    assert run(scenes[0][1]).answer["mesh"] == hashlib.sha256(MESH.read_bytes()).hexdigest()
