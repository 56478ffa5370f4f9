"""Lists of exports, as a device makes and signs them, and records at the end of an export."""

import json

import verify

RECORDS, HEAD, LIST = "proof/records.jsonl", "proof/head", "proof/list.jsonl"
NOT_LISTED = {RECORDS, HEAD, LIST}


def lines_of(path):
    return [json.loads(line) for line in path.read_bytes().splitlines()]


def write_lines(path, objects):
    path.write_bytes(b"".join(verify.canonical(each) + b"\n" for each in objects))


def certify(folder, key, left=(), head=None):
    """Lists the files of an export and what is `left` out, and has `key` sign that it was made at `head`, or now."""
    write_list(folder, left)
    listed = (folder / LIST).read_bytes()
    last = lines_of(folder / RECORDS)[-1]
    append(folder, key, "export.made", {
        "head": head or f"{last['sequence']}:{last['hash']}", "list": verify.sha256(listed),
        "files": listed.count(b'"path":'), "choice": "all", "program": "0.1.0", "language": "en", "requester": "local"})


def write_list(folder, left=()):
    paths = sorted((path for path in folder.rglob("*") if path.is_file()), key=lambda path: bytes(path))
    names = [(path, path.relative_to(folder).as_posix()) for path in paths]
    files = [{"bytes": path.stat().st_size, "path": name, "sha256": verify.sha256(path.read_bytes())}
             for path, name in names if name not in NOT_LISTED]
    write_lines(folder / LIST, [*files, *left])


def append(folder, key, kind, payload):
    """Adds a record that `key` signs, and makes it the head."""
    records = lines_of(folder / RECORDS)
    last = records[-1]
    row = last | {"sequence": last["sequence"] + 1, "version": 2, "kind": kind, "payload": payload, "signature": None}
    row["hash"] = verify.Record(row, verify.canonical(payload), None).computed_hash(last["hash"])
    row["signature"] = key.sign(f"exhibit.head.1\n{row['hash']}".encode()).hex()
    write_lines(folder / RECORDS, [*records, row])
    (folder / HEAD).write_text(f"{row['sequence']}:{row['hash']}\n")
