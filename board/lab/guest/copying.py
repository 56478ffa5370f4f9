"""Photos that leave by a stick: the command that copies them, and what must be on the stick then."""

import contextlib
import json
import subprocess
from pathlib import Path

from program import EXECUTABLE, Program
from proof import check_proof
from waiting import eventually

COPIED_S = 120


def copying(program: Program, device: str, *words: str, prefix: tuple[str, ...] = ()) -> subprocess.Popen:
    command = [*prefix, EXECUTABLE, "stick", device, *words, "--config", program.file]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


@contextlib.contextmanager
def copying_apart(program: Program, device: str):
    """Gives a program that copies with mounts of its own, as the unit's has, once it has written two originals."""
    process = copying(program, device, prefix=("unshare", "--mount"))
    run = Path(f"/proc/{process.pid}/root/run")
    try:
        eventually("an original on the stick", 60, lambda: list(
            run.glob("exhibit-stick-*/*/proof/evidence/000/000002.jpg")))
        yield process
    finally:
        process.kill()
        process.communicate(timeout=COPIED_S)


def copied(program: Program, device: str, *words: str) -> tuple[int, str]:
    """How the copying ended, and what it said."""
    process = copying(program, device, *words)
    words, _ = process.communicate(timeout=COPIED_S)
    return process.returncode, words


def take(program: Program, count: int, first: int = 1) -> None:
    program.ask(f"snap --in 0 --count {count} --every 0.2", within=60)
    program.photo(first + count - 1)


def exports(folder: Path) -> list[Path]:
    return sorted(folder.glob("Exhibit ????????* *"), key=lambda path: int(path.name.split()[-1]))


def pieces(export: Path) -> list[dict]:
    return json.loads((export / "manifest.json").read_text())["pieces"]


def check_export(program: Program, export: Path, numbers: list[int]) -> None:
    """Holds that an export on the stick has these pieces, as they are in the store, and that all is proved."""
    listed = pieces(export)
    assert [piece["number"] for piece in listed] == numbers, f"{export.name} has {listed}"
    for piece in listed:
        own = (program.store / piece["file"]).read_bytes()
        assert (export / piece["original"]).read_bytes() == own, f"piece {piece['number']} is another"
        assert (export / piece["copy"]).stat().st_size > len(own), "the copy has no Exif"
    check_proof(export, program.device)


def exported(program: Program) -> list[int]:
    return [row["number"] for row in program.photos() if row["exported"]]
