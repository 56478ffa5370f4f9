"""A store in the hands of somebody who changes it, and what both verifiers say of it."""

import contextlib
import json
import os
import sqlite3
import subprocess
import sys
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat, load_pem_private_key

import verify
from sentences import sentence

EXECUTABLE = os.path.abspath(os.environ.get("EXHIBIT_BIN", ".build/debug/exhibit"))
VERIFIER = str(Path(verify.__file__).resolve())
RUN_S = 120
NAMES = ("sequence", "version", "kind", "payload", "boot_id", "monotonic", "wall_time", "clock", "hash", "signature")


def play(script, store):
    command = [EXECUTABLE, "demo", "--store", store]
    run = subprocess.run(command, input=script, capture_output=True, text=True, timeout=RUN_S)
    assert run.returncode == 0, f"the demo ended with {run.returncode}: {run.stderr}"


@contextlib.contextmanager
def writing(store, number):
    """Meanwhile a program has the store open, and has just stored the photo `number` in it."""
    command = [EXECUTABLE, "demo", "--store", str(store)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as demo:
        try:
            demo.stdin.write("1 type snap --in 0\n3 type status\n")
            demo.stdin.flush()
            stored = sentence("photo.stored", number)
            assert any(stored.search(line) for line in demo.stdout), "no photo was stored"
            yield
            demo.stdin.close()
            demo.stdout.read()
            assert demo.wait(timeout=RUN_S) == 0, "it did not end well"
        finally:
            demo.kill()


def run(command, *arguments):
    return subprocess.run([*command, *arguments], capture_output=True, text=True, timeout=RUN_S)


def ours(store, *arguments):
    return run([EXECUTABLE, "verify", "--store", str(store)], *arguments)


def theirs(folder, *arguments):
    return run([sys.executable, VERIFIER], *arguments, str(folder))


def report(ended):
    """What a verifier found, the words aside, which each has of its own."""
    assert ended.returncode in (0, 1, 4) and ended.stdout, f"it ended with {ended.returncode}: {ended.stderr}"
    found = json.loads(ended.stdout)
    assert ended.returncode == {"bad": 1, "unchecked": 4}.get(found["verdict"], 0), "verdict and exit code disagree"
    for finding in found["findings"]:
        assert finding.pop("sentence")
    for device in found["devices"]:
        # Whether this machine is a device itself is no concern of the other verifier.
        device["known_by"] = device["known_by"] if device["known_by"] != "device" else None
    found["findings"].sort(key=lambda finding: json.dumps(finding, sort_keys=True))
    return found


def new_key():
    return Ed25519PrivateKey.generate()


def public(key):
    return key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw).hex()


def fingerprint(key):
    return verify.sha256(bytes.fromhex(public(key)))


def device(key):
    return {"device": {"id": fingerprint(key)[:16], "public_key": public(key)}}


class Evidence:
    """A store that is tampered with: no trigger keeps anybody from that, and each change stays."""

    def __init__(self, folder):
        self.folder = Path(folder)
        self.database = sqlite3.connect(self.folder / "exhibit.sqlite", isolation_level=None)
        self.database.execute("PRAGMA synchronous = OFF")
        self.triggers = self.run("SELECT name, tbl_name, sql FROM sqlite_schema WHERE type = 'trigger'")
        self.key = load_pem_private_key((self.folder / "device/key.pem").read_bytes(), None)

    # What both verifiers say

    def verified(self, *arguments):
        found = report(ours(self.folder, "--json", *arguments))
        independent = report(theirs(self.folder, "--json", *arguments))
        assert found == independent, f"the verifiers disagree:\n{found}\n{independent}"
        return found

    def counts(self, *arguments):
        return self.verified(*arguments)["counts"]

    # What is there

    def file(self, number):
        return self.folder / verify.file_of(number)

    def run(self, sql, *values):
        with self.unguarded() if sql.startswith(("INSERT", "UPDATE", "DELETE")) else contextlib.nullcontext():
            return self.database.execute(sql, values).fetchall()

    @contextlib.contextmanager
    def unguarded(self):
        """Meanwhile there are no triggers; those of tables that are there then come back as they were."""
        self.database.execute("BEGIN")
        for name, _, _ in self.triggers:
            self.database.execute(f"DROP TRIGGER IF EXISTS {name}")
        yield
        tables = [name for name, in self.database.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        for _, table, sql in self.triggers:
            if table in tables:
                self.database.execute(sql)
        self.database.execute("COMMIT")

    def record(self, sequence):
        return dict(zip(NAMES, self.run(f"SELECT {', '.join(NAMES)} FROM records WHERE sequence = ?", sequence)[0]))

    @property
    def last(self):
        return self.run("SELECT max(sequence) FROM records")[0][0]

    @property
    def head(self):
        return self.head_at(self.last)

    def head_at(self, sequence):
        return f"{sequence}:{self.record(sequence)['hash']}"

    def record_of(self, number):
        """The sequence of the record of piece `number`."""
        return self.run("SELECT record FROM evidence WHERE number = ?", number)[0][0]

    # What somebody does to it

    def change(self, record, /, **members):
        columns = ", ".join(f"{name} = ?" for name in members)
        self.run(f"UPDATE records SET {columns} WHERE sequence = ?", *members.values(), record)

    def change_payload(self, sequence, **members):
        payload = json.loads(self.record(sequence)["payload"]) | members
        self.change(sequence, payload=verify.canonical(payload).decode())

    def tell(self, sequence, kind, payload):
        """Makes a record one of this kind that says `payload`, and puts the texts at its top beside it."""
        self.run("DELETE FROM texts WHERE record = ?", sequence)
        payload = dict(payload)
        for member in set(verify.TOLD[kind]) & payload.keys():
            salt, text = os.urandom(16).hex(), verify.canonical(payload[member])
            payload[member] = {"told": verify.sha256(f"exhibit.text.2\n{salt}\n".encode() + text)}
            self.run("INSERT INTO texts VALUES (?, ?, ?, ?)", sequence, member, salt, text.decode())
        self.change(sequence, kind=kind, payload=verify.canonical(payload).decode())

    def append(self, kind, payload, **members):
        newest = self.record(self.last)
        row = newest | {"sequence": newest["sequence"] + 1, "version": 1, "kind": kind} | members
        row["payload"] = payload if isinstance(payload, str) else verify.canonical(payload).decode()
        self.insert(row)

    def insert(self, row):
        names = ", ".join(row)
        self.run(f"INSERT INTO records ({names}) VALUES ({', '.join('?' * len(row))})", *row.values())

    def rehash(self, first, last=None):
        """Computes the hashes of records anew, so that each fits its contents and the one before it."""
        for sequence in range(first, (last or self.last) + 1):
            row = self.record(sequence)
            previous = self.record(sequence - 1)["hash"] if sequence > 1 else verify.BEGINNING
            record = verify.Record(row, row["payload"].encode(), None)
            self.change(sequence, hash=record.computed_hash(previous))

    def sign(self, first, key):
        """Puts signatures of `key` in the places of those that are there, and signs the last record."""
        for sequence in range(first, self.last + 1):
            if self.record(sequence)["signature"] or sequence == self.last:
                message = f"exhibit.head.1\n{self.record(sequence)['hash']}".encode()
                self.change(sequence, signature=key.sign(message).hex())

    def remove_after(self, sequence):
        """Cuts the end off, with all that would tell of it."""
        for number, in self.run("SELECT number FROM evidence WHERE record > ?", sequence):
            self.file(number).unlink()
        self.run("DELETE FROM records WHERE sequence > ?", sequence)
        self.fit_tables()

    def fit_tables(self):
        """Makes the tables say what the records say by now, as somebody would who knows how they are made."""
        verifier = verify.Verifier(verify.Store(self.folder))
        verifier.take_texts()
        for record in verifier.source.records():
            verifier.take(record)
        verifier.source.done_reading()
        for table, rows in verifier.tables.rows.items():
            self.run(f"DELETE FROM {table}")
            for row in rows.values():
                values = ", ".join("?" * len(row.cells))
                self.run(f"INSERT INTO {table} ({', '.join(row.cells)}) VALUES ({values})", *row.cells.values())
