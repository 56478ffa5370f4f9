"""Bad pictures and bad models: whoever could not look never says that there is no face."""

import io
import json
import os
import random
import struct
import subprocess

import onnx
import pytest
from PIL import Image

from analyser import CHECKED, LONGEST_S, MESH, MODEL, PROGRAM, failure, run

NO_MESH = "/nowhere.onnx"
PIECE = {"id": "0", "title": 'the "orientation":{"exif":3} of {"a', "options": [{"orientation": 2}]}


def jpeg(image, **words):
    file = io.BytesIO()
    image.save(file, "JPEG", **words)
    return file.getvalue()


@pytest.fixture(scope="session")
def portrait(sources):
    """The astronaut, 512 × 512."""
    return sources.picture("astronaut.png")


def cjpeg(image, *words):
    """What libjpeg's own program makes of it, which knows more kinds than Pillow."""
    file = io.BytesIO()
    image.save(file, "PPM")
    return subprocess.run(["cjpeg", *words], input=file.getvalue(), capture_output=True, check=True).stdout


def at(data, marker):
    """Where that marker begins."""
    return data.index(bytes([0xFF, marker]))


def with_size(data, width, height, marker=0xC0):
    """The same picture with another size in its header."""
    place = at(data, marker) + 5
    return data[:place] + struct.pack(">HH", height, width) + data[place + 4:]


def with_marker(data, before, after):
    place = at(data, before) + 1
    return data[:place] + bytes([after]) + data[place + 1:]


def in_scans(portrait):
    """A baseline picture whose colours come one after the other, as its first scan says."""
    data = jpeg(portrait)
    scan = at(data, 0xDA)
    return data[:scan] + bytes((0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0)) + data[scan + 14:]


def with_samples(data, *samples):
    """The same with other numbers of samples of each colour."""
    place = at(data, 0xC0) + 10
    for index, each in enumerate(samples):
        data = data[:place + 3 * index + 1] + bytes([each]) + data[place + 3 * index + 2:]
    return data


# What the file is, what is in it, and why it can't be looked at.
BAD = {
    "nothing": (lambda portrait: b"", "no_jpeg"),
    "a PNG": (lambda portrait: png(portrait), "no_jpeg"),
    "a text": (lambda portrait: b"exhibit\n" * 100, "no_jpeg"),
    "a JPEG's first two bytes": (lambda portrait: jpeg(portrait)[:2], "incomplete"),
    "a JPEG's header alone": (lambda portrait: jpeg(portrait)[:300], "incomplete"),
    "half of a JPEG": (lambda portrait: jpeg(portrait)[:20000], "incomplete"),
    "half of a progressive JPEG": (lambda portrait: jpeg(portrait, progressive=True)[:20000], "incomplete"),
    "half of a JPEG in CMYK": (lambda portrait: jpeg(portrait.convert("CMYK"))[:20000], "incomplete"),
    "half of a grey JPEG": (lambda portrait: jpeg(portrait.convert("L"))[:10000], "incomplete"),
    "half of a JPEG with an end": (lambda portrait: jpeg(portrait)[:20000] + b"\xFF\xD9", "incomplete"),
    "a JPEG without its last bytes": (lambda portrait: jpeg(portrait)[:-40], "incomplete"),
    "a JPEG with a hole of zeros": (lambda portrait: with_hole(jpeg(portrait)), "incomplete"),
    "a JPEG with 100 bytes too many": (lambda portrait: jpeg(portrait)[:-2] + b"x" * 100 + b"\xFF\xD9", "incomplete"),
    "a JPEG that says it is empty": (lambda portrait: with_size(jpeg(portrait), 0, 0), "no_jpeg"),
    "a JPEG that says it has 4 294 megapixels": (lambda portrait: with_size(jpeg(portrait), 65535, 65535), "no_jpeg"),
    "a JPEG that says it has more than 100 megapixels": (
        lambda portrait: with_size(jpeg(portrait), 10001, 10000), "too_large"),
    "a JPEG that says it has 100 megapixels": (lambda portrait: with_size(jpeg(portrait), 10000, 10000), "incomplete"),
    "a progressive JPEG that says it has more than 24 megapixels": (
        lambda portrait: with_size(jpeg(portrait, progressive=True), 6001, 4000, 0xC2), "too_large"),
    "a progressive JPEG that says it has 24 megapixels": (
        lambda portrait: with_size(jpeg(portrait, progressive=True), 6000, 4000, 0xC2), "incomplete"),
    "a progressive JPEG of 25 megapixels": (
        lambda portrait: jpeg(portrait.resize((5000, 5000)), progressive=True), "too_large"),
    "a JPEG of 101 megapixels": (lambda portrait: jpeg(portrait.resize((10100, 10000))), "too_large"),
    "a JPEG of 25 megapixels in several scans": (
        lambda portrait: with_size(in_scans(portrait), 5000, 5000), "too_large"),
    "an arithmetic JPEG": (lambda portrait: cjpeg(portrait, "-arithmetic"), "no_jpeg"),
    "a lossless JPEG": (lambda portrait: with_marker(jpeg(portrait), 0xC0, 0xC3), "no_jpeg"),
    "a JPEG with samples that don't add up": (
        lambda portrait: with_samples(jpeg(portrait), 0x22, 0x33, 0x11), "no_jpeg"),
}


def png(image):
    file = io.BytesIO()
    image.save(file, "PNG")
    return file.getvalue()


def with_hole(data):
    return data[:20000] + b"\0" * 2000 + data[22000:]


@pytest.mark.parametrize("make, why", BAD.values(), ids=[f"it could not look at {what}" for what in BAD])
def test_bad_pictures(make, why, portrait, tmp_path):
    picture = tmp_path / "picture.jpg"
    picture.write_bytes(make(portrait))
    assert failure(run(picture, program=CHECKED)) == why


def test_changed_pictures(portrait, tmp_path):
    """A picture that is changed anywhere is looked at or isn't, and makes no crash."""
    file, chance = tmp_path / "picture.jpg", random.Random(3)
    for words in {}, {"progressive": True}, {"subsampling": 0}:
        whole = jpeg(portrait.resize((256, 256)), **words)
        # Tables and sizes stand at the beginning.
        for place in [*range(2, 600, 100), *(chance.randrange(len(whole)) for _ in range(4))]:
            file.write_bytes(whole[:place] + bytes([whole[place] ^ 1 << chance.randrange(8)]) + whole[place + 1:])
            look = run(file, program=CHECKED)
            assert look.answer["faces"] is not None or failure(look) in REASONS, place
            assert look.errors == "", place


REASONS = {"no_jpeg", "too_large", "incomplete"}
UNREADABLE = {
    "a file that isn't there": lambda folder: folder / "nowhere.jpg", "a folder": lambda folder: folder,
    "a device": lambda folder: "/dev/zero", "a pipe": lambda folder: made(folder, os.mkfifo),
    "a link to itself": lambda folder: made(folder, lambda path: path.symlink_to(path)),
    "a name that is too long": lambda folder: folder / ("x" * 300),
}


def made(folder, make):
    path = folder / "picture.jpg"
    make(path)
    return path


@pytest.mark.parametrize("make", UNREADABLE.values(), ids=[f"it could not read {what}" for what in UNREADABLE])
def test_unreadable_pictures(make, tmp_path):
    assert failure(run(make(tmp_path), program=CHECKED)) == "unreadable"


# What is unusual, and no reason to fail.
GOOD = {
    "a picture with 64 bytes too many before its end": lambda portrait: jpeg(portrait)[:-2] + b"x" * 64 + b"\xFF\xD9",
    "a picture with bytes behind its end": lambda portrait: jpeg(portrait) + b"\0" * 3000,
    "a progressive picture": lambda portrait: jpeg(portrait, progressive=True),
    "a grey picture": lambda portrait: jpeg(portrait.convert("L")),
    "a picture in CMYK": lambda portrait: jpeg(portrait.convert("CMYK")),
    "a picture with all samples of colour": lambda portrait: jpeg(portrait, subsampling=0),
    "a picture whose two colours are sampled in two ways, as TurboJPEG knows none":
        lambda portrait: cjpeg(portrait, "-sample", "2x2,2x1,1x2"),
    "a picture of 20 megapixels": lambda portrait: jpeg(portrait.resize((4472, 4472))),
    "a picture of 100 × 100": lambda portrait: jpeg(portrait.crop((150, 0, 350, 200)).resize((100, 100))),
    "a picture with markers between its rows": lambda portrait: jpeg(portrait, restart_marker_rows=1),
}


@pytest.mark.parametrize("make", GOOD.values(), ids=[f"one face is found in {what}" for what in GOOD])
def test_unusual_pictures(make, portrait, tmp_path):
    picture = tmp_path / "picture.jpg"
    picture.write_bytes(make(portrait))
    assert len(run(picture, program=CHECKED).faces) == 1


@pytest.mark.parametrize("size", [(1, 1), (17, 13), (3000, 1), (1, 3000)], ids=[
    "no face is found in a pixel", "no face is found in 17 × 13 pixels", "no face is found in a row of pixels",
    "no face is found in a column of pixels"])
def test_small_pictures(size, portrait, tmp_path):
    picture = tmp_path / "picture.jpg"
    picture.write_bytes(jpeg(portrait.resize(size)))
    assert run(picture, program=CHECKED).faces == []


@pytest.mark.parametrize("size", [(1, 1), (17, 13), (3000, 1), (1, 3000)], ids=[
    "no face is found in a black pixel", "no face is found in 17 × 13 black pixels",
    "no face is found in a row of black pixels", "no face is found in a column of black pixels"])
def test_small_black_pictures(size, tmp_path):
    picture = tmp_path / "picture.jpg"
    picture.write_bytes(jpeg(Image.new("RGB", size)))
    assert run(picture, program=CHECKED).faces == []


def test_orientations(portrait, tmp_path):
    """A face is the same however the camera was held, by what the piece says and by what is told."""
    file = tmp_path / "picture.jpg"
    # How a picture that is seen upright is stored with each orientation.
    ways = [None, Image.FLIP_LEFT_RIGHT, Image.ROTATE_180, Image.FLIP_TOP_BOTTOM, Image.TRANSPOSE, Image.ROTATE_90,
            Image.TRANSVERSE, Image.ROTATE_270]
    shown, upright = portrait.crop((0, 0, 512, 400)), None
    for orientation, way in enumerate(ways, start=1):
        file.write_bytes(jpeg(shown if way is None else shown.transpose(way), quality=95, subsampling=0))
        piece = {**PIECE, "orientation": {"exif": orientation, "clockwise_degrees": 90, "mirrored": True}}
        for words, told in ((), json.dumps(piece) + "\n"), (("--orientation", str(orientation)), "{}"):
            face, = run(*words, file, piece=told, mesh=NO_MESH).faces
            upright = upright or face
            assert face["box"] == pytest.approx(upright["box"], abs=0.02), orientation
            assert face["roll"] == pytest.approx(upright["roll"], abs=5), orientation
            assert face["points"]["eye_left"] == pytest.approx(upright["points"]["eye_left"], abs=0.02), orientation
    assert abs(upright["roll"]) < 15 and 0.3 < upright["box"][0] < 0.4 and 0.1 < upright["box"][1] < 0.2


def test_turned_faces(portrait, tmp_path):
    """A face's points keep their names and it says how far it is turned, clockwise."""
    file = tmp_path / "picture.jpg"
    for turned in (-90, -45, 0, 45, 90):
        file.write_bytes(jpeg(portrait.crop((100, 0, 380, 280)).rotate(-turned)))
        face, = run(file, mesh=NO_MESH).faces
        assert face["roll"] == pytest.approx(turned + 4, abs=10)
        assert set(face["points"]) == {"eye_left", "eye_right", "nose", "mouth_left", "mouth_right"}


PIECES = {
    "nothing": "", "no object": "[3]", "half of an object": '{"orientation":{"exif":', "a null": '{"orientation":null}',
    "a number that is none": '{"orientation":{"exif":9}}', "half of a text": '{"title":"\\',
    "many brackets": "[" * 100000, "zeros": "\0" * 100, "other objects": '{"a":{"orientation":{"exif":3}}}',
}


@pytest.mark.parametrize("piece", PIECES.values(), ids=[f"a picture is upright where {what} is told of it"
                                                        for what in PIECES])
def test_bad_pieces(piece, portrait, tmp_path):
    file = tmp_path / "picture.jpg"
    file.write_bytes(jpeg(portrait))
    face, = run(file, piece=piece, program=CHECKED).faces
    assert abs(face["roll"]) < 15


def other_model(name):
    model = MODEL.read_bytes()
    if name == "one with another name for its input":
        return model.replace(b"input.1", b"input.9")
    if name == "one that takes one colour":
        return model.replace(b"\x0a\x02\x08\x03\x0a\x02\x08\x20", b"\x0a\x02\x08\x01\x0a\x02\x08\x20", 1)
    if name == "noise":
        return random.Random(1).randbytes(100000)
    if name == "half of it":
        return model[:len(model) // 2]
    return TINY[name]() if name in TINY else b""


def network(operator, picture, outputs, kind=onnx.TensorProto.FLOAT, **words):
    """A whole model that does the same for each output."""
    nodes = [onnx.helper.make_node(operator, [picture], [output], **words) for output in outputs]
    shape = [10, 3, 32, 32]
    graph = onnx.helper.make_graph(
        nodes, "tiny", [onnx.helper.make_tensor_value_info(picture, onnx.TensorProto.FLOAT, shape)],
        [onnx.helper.make_tensor_value_info(output, kind, shape) for output in outputs])
    made = onnx.helper.make_model(graph, ir_version=4, opset_imports=[onnx.helper.make_opsetid("", 9)])
    return made.SerializeToString()


OUTPUTS = ["537", "538", "539", "540"]
TINY = {
    "another one that is tiny": lambda: network("Identity", "x", ["y"]),
    "a tiny one with other shapes behind the same names": lambda: network("Identity", "input.1", OUTPUTS),
    "a tiny one with whole numbers behind the same names":
        lambda: network("Cast", "input.1", OUTPUTS, onnx.TensorProto.INT64, to=onnx.TensorProto.INT64),
}
MODELS = ["none", "nothing", "noise", "half of it", "one with another name for its input", "one that takes one colour",
          *TINY]


@pytest.mark.parametrize("name", MODELS, ids=[f"with {name} as a model nothing is looked at" for name in MODELS])
def test_bad_models(name, portrait, tmp_path):
    file, model = tmp_path / "picture.jpg", tmp_path / "model.onnx"
    file.write_bytes(jpeg(portrait))
    if name != "none":
        model.write_bytes(other_model(name))
    look = run(file, model=model, program=CHECKED)
    assert failure(look) == "model"
    assert (look.answer["model"] is None) == (name == "none")


def test_cut_models(portrait, tmp_path):
    """A model that is cut off is none, and one that is changed anywhere makes no crash."""
    file, model = tmp_path / "picture.jpg", tmp_path / "model.onnx"
    file.write_bytes(jpeg(portrait))
    whole, chance = MODEL.read_bytes(), random.Random(2)
    cuts = [1, 2, 3, 7, 8, 9, 100, len(whole) - 1, *(chance.randrange(len(whole)) for _ in range(12))]
    for cut in cuts:
        model.write_bytes(whole[:cut])
        assert failure(run(file, model=model, program=CHECKED)) == "model", cut
    # What says what the model is stands at its ends.
    for place in [*range(0, 40, 4), *(len(whole) - chance.randrange(1, 20000) for _ in range(20))]:
        model.write_bytes(whole[:place] + bytes([whole[place] ^ 0x41]) + whole[place + 1:])
        assert run(file, model=model, program=CHECKED).answer["options"] == [], place


MESHES = {
    "nothing": lambda: b"", "noise": lambda: random.Random(1).randbytes(100000), "the detector": MODEL.read_bytes,
    "half of it": lambda: MESH.read_bytes()[:MESH.stat().st_size // 2],
    "another one that is tiny": lambda: network("Identity", "x", ["y"]),
    "a tiny one with other shapes behind the same names":
        lambda: network("Identity", "input_1", ["conv2d_20", "conv2d_30"]),
    "one with another name for its input": lambda: MESH.read_bytes().replace(b"input_1", b"input_9"),
}


@pytest.mark.parametrize("make", MESHES.values(), ids=[f"with {what} as a mesh nothing is said" for what in MESHES])
def test_bad_meshes(make, portrait, tmp_path):
    file, mesh = tmp_path / "picture.jpg", tmp_path / "mesh.onnx"
    file.write_bytes(jpeg(portrait))
    mesh.write_bytes(make())
    assert failure(run(file, mesh=mesh, program=CHECKED)) == "model"


def test_wrong_words():
    """Whoever names no picture, or something that is no orientation, is told so and gets no answer."""
    for words in (), ("--orientation", "9", "x.jpg"), ("--orientation", "6x", "x.jpg"), ("--what", "x.jpg"):
        ended = run(*words)
        assert (ended.status, ended.output) == (1, "")
        assert ended.errors.startswith("exhibit-faces: ") or "exhibit-faces" in ended.errors


@pytest.mark.parametrize("megabytes", [50, 70, 90, 110], ids=[
    f"with {megabytes} MB of memory it says that it had too little" for megabytes in (50, 70, 90, 110)])
def test_little_memory(megabytes, portrait, tmp_path):
    file = tmp_path / "picture.jpg"
    file.write_bytes(jpeg(portrait))
    assert failure(run(file, by=("prlimit", f"--as={megabytes << 20}"))) == "memory"


def test_answer_that_nobody_takes(portrait, tmp_path):
    """Where its answer can't be written it ends with 1."""
    file = tmp_path / "picture.jpg"
    file.write_bytes(jpeg(portrait))
    with open("/dev/full", "w") as full:
        ended = subprocess.run([PROGRAM, "--model", MODEL, file], stdin=subprocess.DEVNULL, stdout=full, timeout=60)
    assert ended.returncode == 1


def test_frame_in_memory(portrait, tmp_path):
    """A frame that is in no file, and inherited open, is looked at as the same picture in a file."""
    file = tmp_path / "portrait.jpg"
    file.write_bytes(jpeg(portrait))
    frame = os.memfd_create("frame", 0)
    os.write(frame, file.read_bytes())
    try:
        # As the camera has it: the lowest descriptor behind the standard ones.
        ended = subprocess.run(
            ["sh", "-c", f'exec 3</proc/self/fd/{frame}; exec "$@" /proc/self/fd/3', "sh", PROGRAM, "--model", MODEL,
             "--mesh", MESH], input='{"kind":"frame","orientation":null}\n', text=True, capture_output=True,
            pass_fds=(frame,), timeout=LONGEST_S, check=True)
    finally:
        os.close(frame)
    faces = json.loads(ended.stdout)["faces"]
    assert len(faces) == 1 and faces == run(file).faces
