"""What it takes, and that it computes what another build of the same library does."""

import hashlib
import io
import os
import re
import signal
import subprocess
import sys
import time
import zipfile

import numpy
import pytest
from PIL import Image

from analyser import BUILD, MESH, MODEL, PROGRAM, run
from scenes import HEIGHT, WIDTH

MOST_MB, MOST_INSTALLED_MB = 140, 70
# What the processor is to take at most on a quiet machine for a scan of 640 pixels and for a start.
WANTED_SCAN_MS, WANTED_START_MS = 60, 80
# Libraries that every program has: those of the C and C++ compilers.
OF_ALL_PROGRAMS = {"libc6", "libgcc-s1", "libstdc++6", "gcc-14-base"}


def test_memory(looks, tell):
    """It takes 140 MB at most."""
    peaks = [look.peak_mb for _, look in looks]
    tell(f"memory: {min(peaks):.0f} to {max(peaks):.0f} MB")
    assert max(peaks) <= MOST_MB


def test_memory_of_large_pictures(sources, tmp_path, tell):
    """It takes no more for the largest pictures that it looks at."""
    portrait = sources.picture("astronaut.png")
    file, peaks = tmp_path / "picture.jpg", []
    for size, words in ((9990, 9990), {}), ((6000, 3990), {"progressive": True}):
        portrait.resize(size).save(file, "JPEG", **words)
        look = run(file)
        assert len(look.faces) == 1
        peaks.append(look.peak_mb)
    tell(f"memory for 100 megapixels, and for 24 progressive ones: {peaks[0]:.0f} and {peaks[1]:.0f} MB")
    assert max(peaks) <= MOST_MB


def test_time(looks, tmp_path, tell):
    """Its time is told and held to nothing."""
    strip = tmp_path / "strip.jpg"
    Image.new("RGB", (WIDTH, 1)).save(strip)
    starts = sorted(run(strip).cpu_s for _ in range(5))
    times = sorted(look.cpu_s for _, look in looks)
    tell(f"processor: {times[len(times) // 2]:.2f} s a picture, of which {starts[2]:.2f} s for a start and a strip")


def test_parts_of_time(scenes, tell):
    """What a scan and a start take is told beside what is wanted, and held to nothing."""
    scans, starts, waits = zip(*(parts_of_time(file) for _, file in scenes[:5]))
    scan, start = sorted(scans)[2], sorted(starts)[2]
    tell(f"processor: a scan of 640 pixels {told(scan, WANTED_SCAN_MS)}")
    tell(f"processor: a start until the model is open {told(start, WANTED_START_MS)}; "
         f"{sorted(waits)[2]:.0f} ms by the clock")


def parts_of_time(file):
    """Milliseconds of a scan and of a start, and how long that was."""
    began_ms = time.monotonic() * 1000
    start, opened_ms, scan = map(float, output(BUILD / "times-of-detector", MODEL, file).split())
    return scan, start, opened_ms - began_ms


def told(took_ms, wanted_ms):
    return f"{took_ms:.0f} ms, {'no more than' if took_ms <= wanted_ms else 'MORE than'} the {wanted_ms} wanted"


def test_installed_size(tell):
    """With all libraries that it brings along it takes 70 MB of the disk."""
    libraries = re.findall(r"=> (/\S+)", output("ldd", PROGRAM))
    owners = {line.split(":")[0] for library in libraries for line in owner(library)} - OF_ALL_PROGRAMS
    kilobytes = sum(map(int, output("dpkg-query", "--show", "--showformat=${Installed-Size}\n", *owners).split()))
    own = sum(file.stat().st_size for file in (MODEL, MESH, PROGRAM)) / 1e6
    tell(f"installed: {kilobytes / 1000 + own:.0f} MB with {len(owners)} packages")
    assert kilobytes / 1000 + own <= MOST_INSTALLED_MB


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def owner(library):
    """The line of dpkg that says whose a library is; folders of /usr are linked from /."""
    for name in library, f"/usr{library}", os.path.realpath(library):
        found = subprocess.run(["dpkg", "--search", name], capture_output=True, text=True)
        if found.returncode == 0:
            return found.stdout.splitlines()
    return []


def test_origin(scenes):
    """It says which program answered, and by which model."""
    answer = run(scenes[0][1]).answer
    assert answer["program"] == hashlib.sha256(PROGRAM.read_bytes()).hexdigest()
    assert answer["model"] == hashlib.sha256(MODEL.read_bytes()).hexdigest()
    assert answer["options"] == []


def test_same_answer(scenes):
    """It says the same of the same picture each time, and nothing on its standard error."""
    looks = [run(scenes[3][1]) for _ in range(3)]
    assert len({look.output for look in looks}) == 1
    assert {look.errors for look in looks} == {""}


def test_order(looks):
    """The most certain face comes first, and all of each box lies in the picture."""
    for scene, look in looks:
        scores = [face["score"] for face in look.faces]
        assert scores == sorted(scores, reverse=True) and all(0.4 <= score <= 1 for score in scores), scene.subject
        for x, y, width, height in (face["box"] for face in look.faces):
            assert 0 <= x and 0 <= y and x + width <= 1.00001 and y + height <= 1.00001, scene.subject


@pytest.mark.parametrize("after", [0, 0.01, 0.05, 0.1, 0.2], ids=[
    f"it ends at once when it is stopped after {after:g} s" for after in (0, 0.01, 0.05, 0.1, 0.2)])
def test_stopping(after, scenes, tmp_path):
    process = subprocess.Popen([PROGRAM, "--model", MODEL, scenes[0][1]], cwd=tmp_path, stdin=subprocess.DEVNULL,
                               stdout=subprocess.PIPE)
    time.sleep(after)
    process.send_signal(signal.SIGTERM)
    began = time.monotonic()
    process.communicate(timeout=10)
    assert time.monotonic() - began < 1
    assert process.returncode in (0, -signal.SIGTERM)
    assert not list(tmp_path.iterdir())


def test_peer(scenes, tmp_path, tell):
    """Boxes are those of PyPI's ONNX Runtime, to a tenth of a pixel."""
    with zipfile.ZipFile(os.environ["FACES_RUNTIME"]) as wheel:
        wheel.extractall(tmp_path)
    sys.path.insert(0, str(tmp_path))
    from peer import Peer
    peer, most, count = Peer(MODEL), 0.0, 0
    dark = [each for each in scenes if each[0].subject == "very dark"]
    chosen = scenes[3:200:25] + dark[:3]
    for scene, file in chosen:
        ours = [face["box"] for face in run(file).faces]
        theirs = peer.boxes(numpy.asarray(Image.open(io.BytesIO(file.read_bytes())).convert("RGB")))
        assert len(ours) == len(theirs), scene.subject
        differences = (numpy.array(ours) - numpy.array(theirs).reshape(len(ours), 4)) * (WIDTH, HEIGHT, WIDTH, HEIGHT)
        most, count = max(most, float(numpy.abs(differences).max(initial=0))), count + len(ours)
    tell(f"boxes against PyPI's: {most:.2f} pixels at most in {count}")
    assert count >= 8 and most <= 0.1
