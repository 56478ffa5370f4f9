"""Whether a store is what its device wrote, by both verifiers: the program's, and the one that has only the format."""

import base64
import hashlib
import json
import subprocess
import sys
from pathlib import Path

from program import EXECUTABLE

VERIFIER = Path(__file__).resolve().parents[3] / "docs/verify.py"
# Ed25519's public key is at the end of what a PEM file holds (RFC 8410).
KEY_BYTES = 32
# Python and its cryptography take an emulated board some seconds.
WITHIN_S = 120
# The status of each verifier, by its verdict (docs/FORMATS.md).
STATUSES = {"good": 0, "changed": 0, "unchecked": 4, "bad": 1}
SAID = ("verdict", "counts", "export", "head", "strangers", "copies")


def check_proof(store: Path, device: Path) -> None:
    """Holds that no record is missing or changed, that the device vouches for all, and that the files are those.

    `store` may be an export too.
    """
    for verifier in ([EXECUTABLE, "verify", store], [sys.executable, VERIFIER, store]):
        command = [*verifier, "--json", "--key", fingerprint(device)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=WITHIN_S)
        assert done.returncode == 0, f"{verifier[0]} says: {done.stdout}{done.stderr}"
        devices = json.loads(done.stdout)["devices"]
        assert [each["known_by"] for each in devices] == ["key"], f"it was written by {devices}"


def verdict(folder: Path) -> dict:
    """What both verifiers say of an export: the same, and with the status that goes with it."""
    found = [said(verifier, folder) for verifier in ([EXECUTABLE, "verify"], [sys.executable, VERIFIER])]
    assert found[0] == found[1], f"the verifiers disagree:\n{found[0]}\n{found[1]}"
    return found[0]


def said(verifier: list, path: Path) -> dict:
    """What a verifier says of an export in a folder, or in an archive."""
    done = subprocess.run([*verifier, "--json", path], capture_output=True, text=True, timeout=WITHIN_S)
    assert done.stdout, f"it ended with {done.returncode}: {done.stderr}"
    told = json.loads(done.stdout)
    assert done.returncode == STATUSES[told["verdict"]], f"{told['verdict']}, and {done.returncode}"
    return {name: told[name] for name in SAID}


def fingerprint(device: Path) -> str:
    """The SHA-256 of the device's public key."""
    lines = (device / "public.pem").read_text().splitlines()[1:-1]
    return hashlib.sha256(base64.b64decode("".join(lines))[-KEY_BYTES:]).hexdigest()
