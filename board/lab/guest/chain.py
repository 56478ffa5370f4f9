"""The chain of a store's records, and the device's signatures: checked by docs/FORMATS.md, without the program."""

import hashlib
import json
import subprocess
import tempfile
from pathlib import Path

from program import rows

COLUMNS = ("boot_id", "clock", "kind", "monotonic", "payload", "sequence", "version", "wall_time")


def check_chain(store: Path, device: Path) -> list[dict]:
    """Holds that no record is missing or changed, and that the device vouches for all; returns them."""
    records = rows(store, "SELECT * FROM records ORDER BY sequence")
    assert records, "there are no records"
    previous = "0" * 64
    for place, record in enumerate(records, 1):
        assert record["sequence"] == place, f"in place {place} is record {record['sequence']}"
        text = f"exhibit.record.1\n{previous}\n{envelope(record)}"
        previous = hashlib.sha256(text.encode()).hexdigest()
        assert record["hash"] == previous, f"record {place} is not what its hash says: {record}"
    assert records[-1]["signature"], "the latest record is not signed"
    for record in records:
        if record["signature"]:
            check_signature(record, device / "public.pem")
    return records


def envelope(record: dict) -> str:
    """The record as it is hashed: the payload is spelled as it has to be already."""
    spelled = [
        f'"{name}":{record[name] if name == "payload" else json.dumps(record[name])}' for name in COLUMNS
    ]
    return "{" + ",".join(spelled) + "}"


def check_signature(record: dict, key: Path) -> None:
    with tempfile.TemporaryDirectory() as folder:
        message, signature = Path(folder, "message"), Path(folder, "signature")
        message.write_text(f"exhibit.head.1\n{record['hash']}")
        signature.write_bytes(bytes.fromhex(record["signature"]))
        command = ["openssl", "pkeyutl", "-verify", "-pubin", "-inkey", key, "-rawin"]
        done = subprocess.run(
            [*command, "-in", message, "-sigfile", signature], capture_output=True, text=True, timeout=30
        )
    assert done.returncode == 0, f"record {record['sequence']} is not signed by the device: {done.stdout}"
