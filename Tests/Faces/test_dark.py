"""What it finds in the dark."""

import io

import numpy
import pytest
from PIL import Image

from analyser import run
from judging import HIDING, judge
from scenes import LIGHTS, NOISE, QUALITY, WIDTH, Scene, covering, image

DARK = "very dark"
LAMP_WIDTH, LAMP_TOP, LAMP_BOTTOM, LAMP_LUMA = 160, 100, 300, 240


@pytest.fixture
def look(tmp_path):
    """Looks at a picture."""
    def look(pixels):
        file = tmp_path / "picture.jpg"
        image(pixels).save(file, "JPEG", quality=QUALITY)
        return run(file)
    return look


def test_lamp(scenes, look):
    """Of six faces in the dark five are found beside a bright window."""
    looks = []
    for scene in (scene for scene, _ in scenes if scene.subject == DARK):
        pixels = numpy.array(Image.open(io.BytesIO(scene.jpeg)).convert("RGB"))
        left = 20 if scene.faces[0].x > WIDTH / 2 else WIDTH - 20 - LAMP_WIDTH
        pixels[LAMP_TOP:LAMP_BOTTOM, left:left + LAMP_WIDTH] = LAMP_LUMA
        looks.append((scene, look(pixels)))
    judged = judge(looks)
    assert judged.there == 6 and judged.found >= 5, judged


def test_dark_grounds(sources, look):
    """Nothing is taken for a face in very dark pictures without any."""
    random, looks = numpy.random.default_rng(1), []
    for ground in sources.grounds():
        pixels = LIGHTS[DARK](covering(ground), None, None)
        noise = random.standard_normal(pixels.shape, dtype=numpy.float32) * NOISE[DARK]
        looks.append((Scene(DARK, pixels), look(pixels + noise)))
    judged = judge(looks, least=HIDING)
    assert judged.pictures == 18 and judged.false == 0, judged
