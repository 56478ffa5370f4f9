"""The analyser, as it is started by the camera, and what it takes."""

import json
import os
import subprocess
from dataclasses import dataclass
from pathlib import Path

BUILD = Path(os.environ.get("FACES_BUILD", "."))
MODEL = Path(os.environ.get("FACES_MODEL", "centerface.onnx"))
MESH = Path(os.environ.get("FACES_MESH", "face-mesh.onnx"))
PROGRAM, CHECKED = BUILD / "exhibit-faces", BUILD / "checked/exhibit-faces"
# One that takes less for a face.
WARY = BUILD / "wary/exhibit-faces"
LONGEST_S = 120


@dataclass(frozen=True)
class Run:
    """How one ended: its status, what it wrote, and what it took of the processor and of memory."""

    status: int
    output: str
    errors: str
    cpu_s: float
    peak_mb: float

    @property
    def answer(self) -> dict:
        assert self.status == 0, f"it ended with {self.status}: {self.errors}"
        assert self.output.count("\n") == 1 and self.output.endswith("\n"), f"that is no line: {self.output!r}"
        return json.loads(self.output)

    @property
    def faces(self) -> list[dict]:
        faces = self.answer["faces"]
        assert faces is not None, f"it failed: {self.answer['failed']}"
        return faces


def failure(look: Run) -> str:
    """Why it could not look, said in its answer and nowhere else."""
    answer = look.answer
    assert answer["faces"] is None and not look.errors, f"it found {answer['faces']} and wrote {look.errors!r}"
    return answer["failed"]


def run(*words, piece: str = "", model: Path = MODEL, mesh: Path = MESH, program: Path = PROGRAM, by=()) -> Run:
    """Runs it by the command `by`, and that by GNU time.

    What Python would be told of a child's memory begins with Python's own.
    """
    reader, writer = os.pipe()
    command = ["time", "--quiet", "--format", "%U %S %M", "--output", f"/dev/fd/{writer}", *by, program,
               "--model", model, "--mesh", mesh]
    try:
        ended = subprocess.run([*command, *words], input=piece, text=True, capture_output=True, timeout=LONGEST_S,
                               pass_fds=(writer,), env={"PATH": os.environ["PATH"], "ASAN_OPTIONS": "detect_leaks=0"})
    finally:
        os.close(writer)
    with os.fdopen(reader) as figures:
        user, system, kilobytes = figures.read().split()
    return Run(ended.returncode, ended.stdout, ended.stderr, float(user) + float(system), int(kilobytes) / 1024)
