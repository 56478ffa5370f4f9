#!/usr/bin/env python3
"""Verifies a store of Exhibit, a bundle of one, or an export, without any part of Exhibit.

    verify.py [--head N:HASH] [--key FINGERPRINT]... [--json] FOLDER

Written from FORMATS.md, "Records" and what follows it. Needs Python 3.11 and the package `cryptography`. Ends with 0
where nothing is wrong, with 1 where something is, or where FOLDER can't be read, and with 64 for a wrong command line.
"""

import argparse
import errno
import hashlib
import json
import os
import re
import sqlite3
import stat
import sys
import time
import urllib.parse
from collections import Counter, defaultdict

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

KINDS = {
    "store.created", "device.changed", "program.started", "program.stopped", "store.reopened", "store.rebuilt",
    "store.reset", "configuration.changed",
    "setting.changed", "setting.kept", "clock.told", "clock.synchronised", "thing.created", "thing.used",
    "thing.changed", "thing.deleted", "camera.opened", "capture.gap",
    "photo.stored", "photo.failed", "clip.stored", "clip.recovered", "piece.begun", "piece.adopted", "piece.imported",
    "records.kept", "thing.restored", "request.restored", "piece.restored", "piece.deleted",
    "piece.undeleted", "piece.locked", "piece.titled", "piece.decided", "piece.exported", "piece.purged",
    "piece.options", "option.confirmed", "option.denied",
    "change.undone", "number.spent",
    "request.imported", "request.changed", "checklist.changed",
    "file.rejected", "file.missing", "file.altered", "file.found",
}
# How the names of files end: a photo's as the first, a clip's in mkv, those of imported pieces in any of them.
ENDINGS = ("jpg", "png", "heic", "avif", "cr3", "mp4", "mov", "mkv", "avi", "pdf", "bin")
VERSION = 1
BEGINNING = "0" * 64
ENVELOPE = ("boot_id", "clock", "kind", "monotonic", "payload", "sequence", "version", "wall_time")
# What a line of a bundle has, and what each may be.
MEMBERS = {
    "boot_id": (str,), "clock": (str,), "hash": (str,), "kind": (str,), "monotonic": (int,), "payload": (dict,),
    "sequence": (int,), "signature": (str, type(None)), "version": (int,), "wall_time": (int, type(None)),
}
MOST_OF_A_KIND = 20
DEEPEST = 16
BLOCK = 1 << 20
# The list of an export, and no longer one; no picture has as many segments before its tables.
MANIFEST, LONGEST_MANIFEST, MOST_SEGMENTS = "manifest.json", 1 << 27, 10_000
# What a list says of a file: where original and copy are, and their digests; of what a piece has beside its own file
# with the name of that before it. Its ending follows the number of the piece.
COPY = ("original", "copy", "original_sha256", "copy_sha256")
COMPANIONS = {"crop": "-crop.jpg", "text": ".txt", "ansi": ".ans"}
# So long a file that is newer than all records may lack its own, while a program writes.
PATIENCE_S = 10

# What is wrong, by the order in which it is told.
SENTENCES = {
    "record.missing": "Records {record} to {last_record} are gone.",
    "record.duplicated": "There is more than one record {record}.",
    "record.altered": "Record {record} does not fit its hash.",
    "record.malformed": "Record {record} is not written as the format says.",
    "record.misplaced": "Record {record} is in the wrong place.",
    "record.unknown": "Record {record} is of a kind or version that this verifier does not know: {words}.",
    "signature.missing": "The last record, {record}, is not signed.",
    "signature.wrong": "The signature of record {record} is not by the key of device {device}.",
    "key.other": "Records {record} to {last_record} are by device {device}, whose key you did not name.",
    "head.gone": "There is no record {record} any more: the end was cut off.",
    "head.other": "Record {record} is another than the one that was written down.",
    "piece.duplicated": "Record {record} tells of piece {number}, whose number or id was there before.",
    "file.missing": "The file of piece {number} is gone: {file}.",
    "file.cut": "The file of piece {number} was cut short: {file}.",
    "file.altered": "The file of piece {number} was changed: {file}.",
    "file.unreadable": "The file of piece {number} can't be read: {file}: {words}.",
    "file.unrecorded": "No record tells of {file}.",
    "row.missing": "The table 'evidence' lacks piece {number}.",
    "row.extra": "The table 'evidence' has piece {number}, which no record tells of.",
    "row.other": "The table 'evidence' says something else of piece {number} than its record.",
    "copy.missing": "The copy of piece {number} is gone: {file}.",
    "copy.altered": "The copy of piece {number} was changed: {file}.",
    "copy.unreadable": "The copy of piece {number} can't be read: {file}: {words}.",
    "copy.unproved": "The copy of piece {number} was not compared: its original is not there, and it is not what its "
                     "record says: {file}.",
    "manifest.missing": "The list {file} of the export is gone: its copies can't be looked at.",
    "manifest.malformed": "The list {file} of the export is not as the format says.",
    "manifest.other": "The list of the export says something else of piece {number} than its record.",
    "manifest.lacking": "The list of the export lacks piece {number}.",
    "origin.missing": "The kept records of another store are gone: {file}.",
    "origin.altered": "The kept records of another store are not what was kept, or not its own: {file}.",
    "origin.other": "Record {record} says of what came back something else than {file}.",
}


class Unusable(Exception):
    """The folder can't be read at all; says why."""


class Findings:
    """What is wrong: the first few of each kind, and how many there are."""

    def __init__(self):
        self.kept = []
        self.counts = Counter()

    def add(self, kind, words=None, **place):
        self.counts[kind] += 1
        if self.counts[kind] <= MOST_OF_A_KIND:
            names = ("record", "last_record", "number", "file", "device")
            finding = {"kind": kind} | {name: place.get(name) for name in names}
            finding["sentence"] = SENTENCES[kind].format(words=words, **{name: place.get(name) for name in names})
            self.kept.append(finding)


# Canonical JSON: RFC 8785 with whole numbers of 64 bits, names in the order of their UTF-8.

SHORT = {'"': '\\"', "\\": "\\\\", "\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r"}


def canonical(value):
    """The one spelling of `value`, in bytes; raises ValueError for what records can't have."""
    if isinstance(value, dict):
        members = sorted((name.encode(), name) for name in value)
        return b"{" + b",".join(canonical(name) + b":" + canonical(value[name]) for _, name in members) + b"}"
    if isinstance(value, list):
        return b"[" + b",".join(canonical(element) for element in value) + b"]"
    if isinstance(value, str):
        text = "".join(SHORT.get(letter) or (letter if letter >= " " else f"\\u{ord(letter):04x}") for letter in value)
        return b'"' + text.encode() + b'"'
    if value is None or isinstance(value, bool):
        return {None: b"null", True: b"true", False: b"false"}[value]
    if isinstance(value, int) and -(1 << 63) <= value < 1 << 63:
        return str(value).encode()
    raise ValueError("no value of a record")


def is_record(members):
    """Whether a line's object has the members of a record, each of its type; a bool is no number."""
    return members is not None and members.keys() == MEMBERS.keys() and all(
        type(members[name]) in types for name, types in MEMBERS.items())


def depth(value):
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else None
    return 0 if inner is None else 1 + max(map(depth, inner), default=0)


def read_object(text):
    """The object that `text`, in bytes, spells canonically; None where it doesn't."""
    try:
        value = json.loads(text.decode())
        isright = isinstance(value, dict) and canonical(value) == text and depth(value) <= DEEPEST
        return value if isright else None
    except (ValueError, RecursionError):
        return None


class Record:
    """A record: its members, the bytes of its payload, and the payload as an object, or None where it is none."""

    def __init__(self, members, text, payload):
        self.__dict__.update(members)
        self.text = text
        self.payload = payload

    def computed_hash(self, previous):
        parts = []
        for name in ENVELOPE:
            value = self.text if name == "payload" else spelled(getattr(self, name))
            parts.append(f'"{name}":'.encode() + value)
        return sha256(b"exhibit.record.1\n" + previous.encode() + b"\n{" + b",".join(parts) + b"}")


def spelled(value):
    try:
        return canonical(value)
    except ValueError:
        return b"?"


def sha256(data):
    return hashlib.sha256(data).hexdigest()


class Store:
    """The folder of a store: records and table in `exhibit.sqlite`, read while others may write."""

    has_table = True
    noted_head = None
    left_out = frozenset()
    export = None

    def __init__(self, folder):
        path = os.path.join(folder, "exhibit.sqlite")
        self.folder = folder
        self.database = sqlite3.connect(
            f"file:{urllib.parse.quote(os.path.abspath(path))}?mode=ro", uri=True, isolation_level=None)
        self.database.text_factory = bytes
        self.database.execute("BEGIN")

    def records(self):
        names = ("sequence", "version", "kind", "payload", "boot_id", "monotonic", "wall_time", "clock", "hash",
                 "signature")
        for row in self.database.execute(f"SELECT {', '.join(names)} FROM records ORDER BY sequence"):
            members = dict(zip(names, row))
            text = members.pop("payload")
            text = text if isinstance(text, bytes) else str(text).encode()
            members = {name: self.text(value) for name, value in members.items()}
            yield Record(members, text, read_object(text))

    def rows(self):
        if not self.database.execute("SELECT 1 FROM sqlite_schema WHERE name = 'evidence'").fetchone():
            return
        names = "number, id, local_file, sha256, byte_count, state, record, title, decision"
        version = self.database.execute("PRAGMA user_version").fetchone()[0]
        names += ", deleted, purged, locked" if version > 1 else ""
        names += ", exported" if version > 2 else ""
        for row in self.database.execute(f"SELECT {names} FROM evidence ORDER BY number"):
            yield tuple(self.text(value) for value in row)

    def done_reading(self):
        self.database.execute("COMMIT")

    def has_later_record(self, sequence, number):
        for text, in self.database.execute("SELECT payload FROM records WHERE sequence > ?", (sequence,)):
            if (read_object(text) or {}).get("number") == number:
                return True
        return False

    def is_written(self):
        """Whether a program has the lock on the folder that writers have, by proc_locks(5)."""
        try:
            with open("/proc/locks", encoding="ascii") as file:
                locks = [line.split() for line in file]
        except OSError:
            return False
        inode = f":{os.stat(self.folder).st_ino}"
        return any(lock[1] == "FLOCK" and lock[3] == "WRITE" and lock[5].endswith(inode) for lock in locks)

    @staticmethod
    def text(value):
        return value.decode(errors="replace") if isinstance(value, bytes) else value


class Bundle:
    """A folder with the file `records.jsonl`."""

    has_table = False

    def __init__(self, folder, export):
        self.folder = folder
        # The export that it is the proof of, if it is of one.
        self.export = export
        self.file = open(os.path.join(folder, "records.jsonl"), "rb")
        try:
            with open(os.path.join(folder, "head"), encoding="ascii", errors="replace") as file:
                self.noted_head = parse_head(file.read().strip())
        except FileNotFoundError:
            self.noted_head = None
        self.left_out = self.read_left_out()

    def read_left_out(self):
        """The numbers of the pieces whose files were left out on purpose."""
        try:
            with open(os.path.join(self.folder, "left-out"), encoding="ascii", errors="replace") as file:
                return {int(word) for word in file.read().split() if re.fullmatch("[0-9]{1,9}", word)}
        except FileNotFoundError:
            return set()

    def records(self):
        return records_of(self.file)

    def rows(self):
        return ()

    def done_reading(self):
        self.file.close()

    def has_later_record(self, sequence, number):
        return False

    def is_written(self):
        return False


def records_of(file):
    """The records that the lines of an open file are."""
    sequence = 0
    for line in file:
        members = read_object(line.removesuffix(b"\n"))
        if not is_record(members):
            # Nothing in it can be believed; a number, so that it can be named.
            members = dict.fromkeys(MEMBERS) | {"sequence": sequence + 1, "hash": ""}
        sequence = members["sequence"]
        payload = members.pop("payload")
        yield Record(members, spelled(payload), payload if isinstance(payload, dict) else None)


class Verifier:
    """One look through all of a store or bundle."""

    def __init__(self, source, head=None, keys=()):
        self.source = source
        self.given_head = head
        self.keys = keys
        self.findings = Findings()
        self.store = None
        self.count = 0
        self.sequence, self.hash = 0, BEGINNING
        self.is_unbroken = True
        self.is_signed = True
        self.signers = []
        self.pieces = {}
        # What pieces have beside their own file: by number, and by what it is, file, digest and size.
        self.companions = {}
        self.ids = set()
        self.states = {}
        marks = ("title", "decision", "deleted", "purged", "locked", "exported")
        self.marks = defaultdict(lambda: dict.fromkeys(marks))
        self.other_files = set()
        self.strangers = []
        self.left_out = 0
        # Files that are there as they were recorded.
        self.whole = set()
        self.copies = 0
        # Store, head, file, digest and size of kept records; what came back: its record here, the member `origin`, and
        # the piece, if it is one.
        self.kept = []
        self.returns = []
        self.origins = []

    def verify(self):
        wanted = self.given_head or self.source.noted_head
        seen = None
        for record in self.source.records():
            if wanted and record.sequence == wanted[0]:
                seen = record.hash
            self.take(record)
        if not self.is_signed:
            self.findings.add("signature.missing", record=self.sequence)
        if self.count == 0:
            self.findings.add("record.missing", record=1, last_record=1)
        self.check_keys()
        if wanted and seen != wanted[1]:
            self.findings.add("head.other" if seen else "head.gone", record=wanted[0])
        self.check_rows()
        self.source.done_reading()
        untold = self.untold_files()
        for number in sorted(self.pieces):
            self.check_file(self.pieces[number])
        for name in self.still_untold(untold):
            self.findings.add("file.unrecorded", number=name[0], file=self.place_of(name))
        self.check_origins()
        if self.source.export:
            self.check_copies(self.source.export)
        self.head_check = "unproved" if not self.given_head else "found" if seen == wanted[1] else "other"

    # Records

    def take(self, record):
        self.count += 1
        if record.sequence <= self.sequence:
            is_same = record.sequence == self.sequence
            self.findings.add("record.duplicated" if is_same else "record.misplaced", record=record.sequence)
            return
        if record.sequence > self.sequence + 1:
            self.findings.add("record.missing", record=self.sequence + 1, last_record=record.sequence - 1)
            self.is_unbroken = False
        if self.is_unbroken and record.computed_hash(self.hash) != record.hash:
            self.findings.add("record.altered", record=record.sequence)
        self.take_words(record)
        self.check_signature(record)
        self.is_unbroken = True
        self.sequence, self.hash = record.sequence, str(record.hash)

    def take_words(self, record):
        if record.kind not in KINDS or record.version != VERSION:
            self.findings.add("record.unknown", record=record.sequence, words=f"{record.kind} {record.version}")
        elif record.payload is None or not self.take_payload(record, record.payload):
            self.findings.add("record.malformed", record=record.sequence)
        if (record.kind == "store.created") != (record.sequence == 1):
            self.findings.add("record.misplaced", record=record.sequence)

    def take_payload(self, record, payload):
        """Takes in what it says; whether it has what its kind has."""
        match record.kind:
            case "store.created" | "device.changed":
                return self.take_device(record, payload)
            case "photo.stored" | "clip.stored" | "clip.recovered" | "piece.adopted" | "piece.imported":
                return self.take_piece(record, payload)
            case "records.kept":
                return self.take_kept(payload)
            case "thing.restored" | "request.restored":
                return self.take_return(record, payload, None)
            case "piece.restored":
                return self.take_restored(record, payload)
            case "file.missing" | "file.altered":
                self.states[payload.get("number")] = record.kind.removeprefix("file.")
            case "file.found":
                self.states.pop(payload.get("number"), None)
            case ("piece.deleted" | "piece.undeleted" | "piece.locked" | "piece.purged" | "piece.titled"
                  | "piece.decided" | "piece.options" | "option.confirmed" | "option.denied"):
                return self.take_marks(record, payload)
            case "piece.exported":
                return self.take_exports(record, payload)
            case "change.undone":
                return self.take_undo(record, payload)
            case "piece.begun" | "file.rejected":
                self.other_files.add(payload.get("file"))
            case "setting.kept":
                return is_setting(payload)
        return True

    def take_marks(self, record, payload):
        numbers = payload.get("pieces")
        if not are_numbers(numbers):
            return False
        for number in numbers:
            # What a record does to a piece that there is not yet means nothing.
            marks = self.marks[number] if number in self.pieces else {}
            match record.kind:
                case "piece.deleted" | "piece.purged":
                    name = record.kind.removeprefix("piece.")
                    marks[name] = marks.get(name) or record.sequence
                case "piece.undeleted":
                    marks["deleted"] = None
                case "piece.titled" if is_word(payload, "title"):
                    marks["title"] = payload["title"]
                case "piece.decided" if is_word(payload, "decision"):
                    marks["decision"] = payload["decision"]
                case "piece.options" if are_options(payload):
                    pass
                case "option.confirmed" if isinstance(payload.get("option"), str):
                    marks["decision"] = "confirmed"
                case "option.denied" if isinstance(payload.get("option"), str):
                    pass
                case "piece.locked" if isinstance(payload.get("locked"), bool):
                    marks["locked"] = record.sequence if payload["locked"] else None
                case _:
                    return False
        return True

    def take_exports(self, record, payload):
        """Copies of pieces lie elsewhere, if the digest is that of the pieces with these numbers."""
        numbers = payload.get("pieces")
        if not are_numbers(numbers) or not all(number in self.pieces for number in numbers):
            return False
        lines = "".join(f"{number} {self.pieces[number][3]}\n" for number in numbers)
        if numbers != sorted(set(numbers)) or payload.get("sha256") != sha256(lines.encode()):
            return False
        for number in numbers:
            self.marks[number]["exported"] = self.marks[number]["exported"] or record.sequence
        return True

    def take_undo(self, record, payload):
        """Deleted pieces are so no longer, and captured ones are deleted by this record."""
        undone = payload.get("records")
        if not are_numbers(undone):
            return False
        for marks in self.marks.values():
            if marks["deleted"] in undone:
                marks["deleted"] = None
        for piece in self.pieces.values():
            if piece[6] in undone:
                marks = self.marks[piece[0]]
                marks["deleted"] = marks["deleted"] or record.sequence
        return True

    def take_kept(self, payload):
        store, head = payload.get("store"), head_of(payload)
        file, digest, size = (payload.get(name) for name in ("file", "sha256", "bytes"))
        isright = (is_hexadecimal(store, 32) and head and file == kept_file(store, head) and is_count(size)
                   and isinstance(digest, str) and len(digest) == 64)
        if isright:
            self.kept.append((store, head, file, digest, size))
        return bool(isright)

    def take_return(self, record, payload, piece):
        origin = payload.get("origin")
        origin = origin if isinstance(origin, dict) else {}
        sequence = origin.get("record")
        isright = (is_hexadecimal(origin.get("store"), 32) and head_of(origin) and is_count(sequence) and sequence > 0
                   and is_hexadecimal(origin.get("hash"), 64))
        if isright:
            self.returns.append((record.sequence, origin, piece))
        return bool(isright)

    def take_restored(self, record, payload):
        """A piece of another store, with what it had there."""
        origin = payload.get("origin")
        there = origin.get("number") if isinstance(origin, dict) else None
        if not (is_count(there) and there > 0 and is_word(payload, "title") and is_word(payload, "decision")
                and isinstance(payload.get("locked"), bool)):
            return False
        known = payload.get("number") in self.pieces
        companions = companions_of(record.kind, payload, payload.get("number"))
        piece = (payload.get("id"), payload.get("sha256"), payload.get("bytes"), digests(companions or {}))
        if not is_piece(record.kind, payload) or not self.take_return(record, payload, piece):
            return False
        is_new = not known and payload["id"] not in self.ids
        self.take_piece(record, payload)
        if is_new:
            self.marks[payload["number"]].update(
                title=payload["title"], decision=payload["decision"],
                locked=record.sequence if payload["locked"] else None)
        return True

    def take_device(self, record, payload):
        device = payload.get("device")
        device = device if isinstance(device, dict) else {}
        key = device.get("public_key")
        if not is_hexadecimal(key, 64) or device.get("id") != sha256(bytes.fromhex(key))[:16]:
            return False
        if record.kind == "store.created":
            if not isinstance(payload.get("store"), str):
                return False
            self.store = self.store or payload["store"]
        fingerprint = sha256(bytes.fromhex(key))
        is_named = fingerprint in self.keys or fingerprint[:16] in self.keys
        self.signers.append({
            "id": fingerprint[:16], "fingerprint": fingerprint, "public_key": key, "first_record": record.sequence,
            "last_record": record.sequence, "signatures": 0, "known_by": "key" if is_named else None})
        return True

    def take_piece(self, record, payload):
        number, digest, size, file = (payload.get(name) for name in ("number", "sha256", "bytes", "file"))
        if not is_piece(record.kind, payload):
            return False
        companions = companions_of(record.kind, payload, number)
        if number in self.pieces or payload["id"] in self.ids:
            self.findings.add("piece.duplicated", record=record.sequence, number=number)
        else:
            state = "adopted" if record.kind in ("piece.adopted", "clip.recovered") else "stored"
            self.pieces[number] = (number, payload["id"], file, digest, size, state, record.sequence)
            self.companions[number] = companions
        self.ids.add(payload["id"])
        return True

    def check_signature(self, record):
        if self.signers:
            self.signers[-1]["last_record"] = record.sequence
        self.is_signed = record.signature is not None
        if not self.is_signed:
            return
        if self.signers and is_signed(self.signers[-1]["public_key"], record):
            self.signers[-1]["signatures"] += 1
        else:
            device = self.signers[-1]["id"] if self.signers else None
            self.findings.add("signature.wrong", record=record.sequence, device=device)

    def check_keys(self):
        for signer in self.signers if self.keys else ():
            if not signer["known_by"]:
                self.findings.add(
                    "key.other", record=signer["first_record"], last_record=signer["last_record"],
                    device=signer["id"])

    # Pieces

    def check_rows(self):
        missing = set(self.pieces) if self.source.has_table else set()
        for row in self.source.rows():
            number = row[0]
            if number not in self.pieces:
                self.findings.add("row.extra", number=number)
                continue
            missing.discard(number)
            piece = list(self.pieces[number])
            piece[5] = self.states.get(number, piece[5])
            # Older tables lack the last columns.
            marks = list(self.marks[number].values())[:len(row) - len(piece)]
            if list(row) != piece + marks:
                self.findings.add("row.other", record=piece[6], number=number)
        for number in sorted(missing):
            self.findings.add("row.missing", record=self.pieces[number][6], number=number)

    def check_file(self, piece):
        """Whether its files are there as they were recorded; what was purged may be gone."""
        number, _, file, digest, size, _, record = piece
        flaws = [(name, *file_flaw(os.path.join(self.source.folder, name), count, sha))
                 for name, sha, count in [(file, digest, size), *self.companions[number].values()]]
        flaws = [flaw for flaw in flaws if flaw[1]]
        spoilt = {name for name, _, _ in flaws}
        self.whole |= {name for name in self.files_of(number) if name not in spoilt}
        is_gone = any(kind == "file.missing" for _, kind, _ in flaws)
        is_purged, is_left_out = self.marks[number]["purged"], number in self.source.left_out and is_gone
        for name, kind, words in flaws:
            if kind != "file.missing" or not (is_purged or is_left_out):
                self.findings.add(kind, words=words, record=record, number=number, file=name)
        if is_left_out and not is_purged:
            self.left_out += 1

    def files_of(self, number):
        return [self.pieces[number][2], *(told[0] for told in self.companions[number].values())]

    # What came back from other stores

    def check_origins(self):
        """Compares what came back with the records of the stores that it comes from, which are kept."""
        found, spoilt = {}, set()
        for store, head, file, digest, size in self.kept:
            if (store, head) in found or (store, head) in spoilt:
                continue
            path = os.path.join(self.source.folder, file)
            kind, _ = file_flaw(path, size, digest)
            reader = None if kind else read_kept(path)
            if reader and (reader.findings.counts or (reader.sequence, reader.hash) != head or reader.store != store):
                kind = "file.altered"
            if kind:
                is_there = kind in ("file.altered", "file.cut")
                self.findings.add("origin.altered" if is_there else "origin.missing", file=file)
                spoilt.add((store, head))
                continue
            found[store, head] = reader
            self.origins.append({
                "store": store, "head": f"{head[0]}:{head[1]}", "file": file, "records": reader.count,
                "fingerprints": [signer["fingerprint"] for signer in reader.signers]})
        # What came back may have come back before.
        for returns in [self.returns, *(reader.returns for reader in found.values())]:
            for record, origin, piece in returns:
                self.check_return(record, origin, piece, found, spoilt)

    def check_return(self, record, origin, piece, found, spoilt):
        key = origin["store"], head_of(origin)
        number = self.number_of_record(record) if piece else None
        if key not in found:
            if key not in spoilt:
                self.findings.add("origin.missing", record=record, number=number, file=kept_file(*key))
        elif not found[key].has(origin, piece):
            self.findings.add("origin.other", record=record, number=number, file=kept_file(*key))

    def number_of_record(self, record):
        return next((piece[0] for piece in self.pieces.values() if piece[6] == record), None)

    def has(self, origin, piece):
        """Whether these records tell of what came back."""
        if self.hashes.get(origin["record"]) != origin["hash"]:
            return False
        if piece is None:
            return True
        there = self.pieces.get(origin["number"])
        if not there or there[6] != origin["record"]:
            return False
        return piece == (there[1], there[3], there[4], digests(self.companions[origin["number"]]))

    # The copies of an export

    def check_copies(self, export):
        """Compares the copies with the export's list, which nobody has signed, and with the originals."""
        manifest = read_manifest(os.path.join(export, MANIFEST))
        if manifest is None:
            self.findings.add("manifest.missing", file=MANIFEST)
            return
        entries = [entry for entry in manifest["pieces"] if is_entry(entry)]
        if manifest["malformed"] or len(entries) < len(manifest["pieces"]):
            self.findings.add("manifest.malformed", file=MANIFEST)
        for entry in entries:
            self.check_copy(export, entry)
        if manifest["complete"]:
            lacking = set(self.pieces) - {entry["number"] for entry in entries} - self.source.left_out
            for number in sorted(lacking):
                if not self.marks[number]["purged"] and self.whole.issuperset(self.files_of(number)):
                    self.findings.add("manifest.lacking", record=self.pieces[number][6], number=number)

    def check_copy(self, export, entry):
        number = entry["number"]
        _, _, file, digest, _, _, record = self.pieces.get(number, [None] * 7)
        self.check_pair(export, number, record, file, digest, [entry[name] for name in COPY])
        told = self.companions.get(number, {})
        for kind in COMPANIONS:
            if is_listed(entry, kind) or kind in told and told[kind][0] in self.whole:
                file, digest, _ = told.get(kind, [None] * 3)
                self.check_pair(export, number, record, file, digest, [entry.get(f"{kind}_{name}") for name in COPY])

    def check_pair(self, export, number, record, file, digest, listed):
        """Compares what the list says of a file and its copy with the record and with both.

        Where the original is not there, the copy is compared with its record, which is of a file without Exif of ours.
        """
        original, copy, original_digest, copy_digest = listed
        is_whole, is_other = file in self.whole, file is None or original != f"proof/{file}"
        # What was altered is exported as it is, and is told of already.
        if is_other or is_whole and original_digest != digest:
            self.findings.add("manifest.other", record=record, number=number)
        if copy is None:
            return
        kind, words, whole, bare = picture_flaw(os.path.join(export, copy), copy_digest)
        if whole and not is_other:
            is_same = digest in (whole, bare)
            if is_whole:
                is_same = bare == picture_flaw(os.path.join(export, original), digest)[3]
                kind = kind if is_same else "copy.altered"
            elif not is_same and not os.path.lexists(os.path.join(export, "proof", file)):
                kind = kind or "copy.unproved"
            self.copies += is_whole or is_same
        if kind:
            self.findings.add(kind, words=words, record=record, number=number, file=copy)

    def untold_files(self):
        """The files with a piece's name that no record tells of, as numbers and what they are beside a piece's own;
        strangers are put aside.
        """
        untold = []
        for folder in self.names("evidence"):
            if folder == "evidence/rejected":
                continue
            if folder_index(folder) is None or not is_folder(os.path.join(self.source.folder, folder)):
                self.strangers.append(folder)
                continue
            for file in self.names(folder):
                number, kind = companion(file)
                number = number or number_of(file)
                if number is None:
                    self.strangers.append(file)
                elif not self.is_told(number, file):
                    untold.append((number, kind))
        return untold

    def is_told(self, number, file):
        """Whether a record tells of the file; a second one of the same number is nobody's."""
        own = [self.pieces[number][2]] if number in self.pieces else []
        return file in self.other_files or file in own + [told[0] for told in self.companions.get(number, {}).values()]

    def names(self, folder):
        try:
            return [f"{folder}/{name}" for name in sorted(os.listdir(os.path.join(self.source.folder, folder)))]
        except OSError:
            self.strangers.append(folder)
            return []

    def still_untold(self, names):
        """Those that no record tells of: a program may have recorded them while the other files were read, and may be
        about to record one that is newer than all.
        """
        newest = max(self.pieces, default=0)
        end = time.monotonic() + PATIENCE_S
        while True:
            names = [name for name in names if self.lacks_record(name)]
            is_due = any(number > newest for number, _ in names) and self.source.is_written()
            if not is_due or time.monotonic() > end:
                return names
            time.sleep(0.05)

    def lacks_record(self, name):
        is_there = os.path.lexists(os.path.join(self.source.folder, self.place_of(name)))
        return is_there and not self.source.has_later_record(self.sequence, name[0])

    def place_of(self, name):
        """Where the file of a piece is, whatever its name ends in, or what it has beside that; where there is none,
        where a photo's would be.
        """
        number, kind = name
        if kind:
            return companion_file(number, kind)
        names = [file_of(number, ending) for ending in ENDINGS]
        return next((name for name in names if os.path.lexists(os.path.join(self.source.folder, name))), names[0])

    # What comes of it

    def byte_count(self):
        beside = (told[2] for companions in self.companions.values() for told in companions.values())
        return sum(piece[4] for piece in self.pieces.values()) + sum(beside)

    def report(self):
        kinds = [kind for kind in SENTENCES if self.findings.counts[kind]]
        return {
            "verdict": "bad" if kinds else "good", "store": self.store, "records": self.count,
            "pieces": len(self.pieces), "bytes": min(self.byte_count(), (1 << 63) - 1),
            "left_out": self.left_out, "copies": self.copies,
            "restored": sum(piece is not None for _, _, piece in self.returns), "origins": self.origins,
            "head": f"{self.sequence}:{self.hash}" if self.sequence else None, "head_check": self.head_check,
            "devices": self.signers, "counts": {kind: self.findings.counts[kind] for kind in kinds},
            "findings": [finding for kind in kinds for finding in self.findings.kept if finding["kind"] == kind],
            "strangers": self.strangers[:MOST_OF_A_KIND], "stranger_count": len(self.strangers)}


def read_kept(path):
    """A look through the records alone that are kept of another store, with their hashes."""
    reader = Verifier(None)
    reader.hashes = {}
    with open(path, "rb") as file:
        for record in records_of(file):
            reader.hashes[record.sequence] = record.hash
            reader.take(record)
    if not reader.is_signed or not reader.count:
        reader.findings.add("signature.missing", record=reader.sequence)
    return reader


def kept_file(store, head):
    return f"restored/{store}/{head[0]}-{head[1][:16]}.jsonl"


def head_of(value):
    """The head that the member `head` names, as number and hash; None where it names none."""
    try:
        return parse_head(value["head"])
    except (argparse.ArgumentTypeError, KeyError, TypeError):
        return None


def is_piece(kind, payload):
    """Whether a record of a piece names its file, digest, size and what it has beside that as its kind does."""
    number, digest, size, file = (payload.get(name) for name in ("number", "sha256", "bytes", "file"))
    is_clip = kind in ("clip.stored", "clip.recovered")
    endings = ENDINGS if kind in ("piece.imported", "piece.restored") else ("mkv",) if is_clip else ENDINGS[:1]
    return (is_count(number) and number > 0 and file in [file_of(number, ending) for ending in endings]
            and is_count(size) and isinstance(digest, str) and len(digest) == 64 and isinstance(payload.get("id"), str)
            and companions_of(kind, payload, number) is not None)


def are_numbers(value):
    return isinstance(value, list) and value != [] and all(is_count(number) and number > 0 for number in value)


def are_options(payload):
    """Whether a payload has an analyser and at least one option, each a text and how certain it is in thousandths."""
    options = payload.get("options")
    return isinstance(payload.get("analyser"), str) and isinstance(options, list) and options and all(
        isinstance(option, dict) and isinstance(option.get("text"), str)
        and type(option.get("per_mille")) is int and 0 <= option["per_mille"] <= 1000 for option in options)


def is_setting(payload):
    """Whether it names a setting, its value and who wanted that; null is what it is without a wish."""
    texts = all(isinstance(payload.get(name), str) for name in ("name", "requester"))
    return texts and "value" in payload and isinstance(payload["value"], (str, type(None)))


def is_word(payload, name):
    return name in payload and isinstance(payload[name], (str, type(None)))


def is_count(value):
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def is_hexadecimal(value, digits):
    return isinstance(value, str) and re.fullmatch(f"[0-9a-f]{{{digits}}}", value) is not None


def is_signed(key, record):
    if not is_hexadecimal(record.signature, 128):
        return False
    try:
        message = f"exhibit.head.1\n{record.hash}".encode()
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(key)).verify(bytes.fromhex(record.signature), message)
        return True
    except (InvalidSignature, ValueError):
        return False


def file_of(number, ending=ENDINGS[0]):
    return f"evidence/{number // 1000:03}/{number:06}.{ending}"


def companion_file(number, kind):
    return f"evidence/{number // 1000:03}/{number:06}{COMPANIONS[kind]}"


def companion(file):
    """The number of the piece that the file would stand beside, and as what; None twice where it has no such name."""
    match = re.search(r"/([0-9]{6,9})[-.][a-z.]+$", file)
    number = int(match[1]) if match else 0
    kind = next((kind for kind in COMPANIONS if number and companion_file(number, kind) == file), None)
    return (number, kind) if kind else (None, None)


def digests(companions):
    return {kind: told[1] for kind, told in companions.items()}


def companions_of(kind, payload, number):
    """What a piece has beside its own file: by what it is, file, digest and size; None where it isn't told as it should
    be.

    A photo whose crop did not reach the medium was adopted as a photo, whatever its facts say, and comes back as one;
    one without its glyphs does not say that it has them.
    """
    is_adopted = kind == "piece.adopted"
    facts = payload.get("facts") if is_adopted else payload
    data = facts.get("data") if isinstance(facts, dict) else None
    data = data if isinstance(data, dict) else {}
    may_have = kind in ("photo.stored", "piece.restored")
    told = {}
    is_document = "crop" in data if kind == "photo.stored" else payload.get("kind") == "document"
    if is_document and (is_adopted or may_have):
        told["crop"] = data.get("crop")
    if "glyphs" in payload if is_adopted else may_have and "glyphs" in data:
        glyphs = data.get("glyphs") if not is_adopted or payload["glyphs"] is True else None
        glyphs = glyphs if isinstance(glyphs, dict) else {}
        told |= {name: glyphs.get(name) for name in ("text", "ansi")}
    found = {name: told_file(number, name, value) for name, value in told.items()}
    return None if None in found.values() else found


def told_file(number, kind, value):
    """File, digest and size as a record tells them; None where it doesn't as it should."""
    file, digest, size = (value.get(name) if isinstance(value, dict) else None for name in ("file", "sha256", "bytes"))
    isright = (is_count(number) and file == companion_file(number, kind) and isinstance(digest, str)
               and len(digest) == 64 and is_count(size))
    return (file, digest, size) if isright else None


def number_of(file):
    match = re.search(r"/([0-9]{6,9})\.([a-z0-9]+)$", file)
    number = int(match[1]) if match and match[2] in ENDINGS else 0
    return number if number and file_of(number, match[2]) == file else None


def folder_index(folder):
    match = re.fullmatch(r"evidence/([0-9]{3,6})", folder)
    return int(match[1]) if match and f"{int(match[1]):03}" == match[1] else None


def is_folder(path):
    return stat.S_ISDIR(os.lstat(path).st_mode)


def file_flaw(path, size, digest):
    """What is wrong with a file, and the system's words for it; two None where nothing is."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        with open(descriptor, "rb", buffering=0) as file:
            facts = os.fstat(descriptor)
            if not stat.S_ISREG(facts.st_mode) or facts.st_size > size:
                return "file.altered", None
            if facts.st_size < size:
                return "file.cut", None
            os.posix_fadvise(descriptor, 0, 0, os.POSIX_FADV_SEQUENTIAL)
            found = hashlib.sha256()
            while block := file.read(BLOCK):
                found.update(block)
    except OSError as error:
        if error.errno in (errno.ENOENT, errno.ENOTDIR):
            return "file.missing", None
        if error.errno in (errno.ELOOP, errno.EISDIR):
            return "file.altered", None
        return "file.unreadable", error.strerror
    return (None, None) if found.hexdigest() == digest else ("file.altered", None)


def read_manifest(path):
    """The list of an export, `pieces` of which may be anything; None where there is none."""
    try:
        with open(path, "rb") as file:
            text = file.read(LONGEST_MANIFEST + 1)
    except FileNotFoundError:
        return None
    try:
        # Of two members with one name the first counts.
        found = json.loads(
            text.decode() if len(text) <= LONGEST_MANIFEST else "", parse_constant=no_number,
            object_pairs_hook=lambda pairs: dict(reversed(pairs)))
    except (ValueError, RecursionError):
        found = None
    found = found if isinstance(found, dict) else {}
    pieces = found.get("pieces")
    is_list = isinstance(pieces, list)
    return {
        "pieces": pieces if is_list else [], "malformed": not is_list, "complete": found.get("complete") is True}


def no_number(text):
    raise ValueError(f"{text} is no number of JSON")


def is_entry(value):
    """Whether it names a piece, its original, and a copy that is in the export."""
    return (isinstance(value, dict) and is_count(value.get("number")) and 0 < value["number"] <= 999_999_999
            and all(isinstance(value.get(name), str) for name in COPY) and is_inside(value["copy"])
            and all(isinstance(value.get(f"{kind}_{name}"), str) for kind in COMPANIONS if is_listed(value, kind)
                    for name in COPY)
            and all(is_inside(value[f"{kind}_copy"]) for kind in COMPANIONS if is_listed(value, kind)))


def is_listed(entry, kind):
    """Whether it says anything of what a piece has beside its own file as this kind."""
    return any(entry.get(f"{kind}_{name}") is not None for name in COPY)


def is_inside(path):
    return all(part not in ("", ".", "..") and "\0" not in part for part in path.split("/"))


def picture_flaw(path, digest):
    """What is wrong with a copy, the system's words for it, and the SHA-256 of all of it and of all but its Exif."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        with open(descriptor, "rb", buffering=0):
            facts = os.fstat(descriptor)
            if not stat.S_ISREG(facts.st_mode):
                return "copy.altered", None, None, None
            whole, bare, offset = hashlib.sha256(), hashlib.sha256(), 0
            for begin, end in [*exif_of(descriptor, facts.st_size), (None, None)]:
                while block := os.pread(descriptor, BLOCK if begin is None else min(BLOCK, begin - offset), offset):
                    whole.update(block)
                    bare.update(block)
                    offset += len(block)
                if begin is not None:
                    whole.update(os.pread(descriptor, end - begin, begin))
                    offset = end
    except OSError as error:
        if error.errno in (errno.ENOENT, errno.ENOTDIR):
            return "copy.missing", None, None, None
        if error.errno == errno.ELOOP:
            return "copy.altered", None, None, None
        return "copy.unreadable", error.strerror, None, None
    whole = whole.hexdigest()
    return (None if whole == digest else "copy.altered"), None, whole, bare.hexdigest()


def exif_of(descriptor, size):
    """Where the segments of Exif are that a JPEG picture has before its tables: beginning and end of each."""
    places, offset = [], 2
    if os.pread(descriptor, 2, 0) != b"\xff\xd8":
        return places
    for _ in range(MOST_SEGMENTS):
        head = os.pread(descriptor, 10, offset)
        if len(head) < 4 or head[0] != 0xFF or not (0xE0 <= head[1] <= 0xEF or head[1] == 0xFE):
            break
        length = int.from_bytes(head[2:4], "big")
        if length < 2 or offset + 2 + length > size:
            break
        if head[1] == 0xE1 and length >= 8 and head[4:10] == b"Exif\0\0":
            places.append((offset, offset + 2 + length))
        offset += 2 + length
    return places


def parse_head(text):
    match = re.fullmatch(r"([1-9][0-9]*):([0-9a-fA-F]{64})", text)
    if not match:
        raise argparse.ArgumentTypeError(f"'{text}' is no head: a number, a colon, 64 hexadecimal digits")
    return int(match[1]), match[2].lower()


def parse_key(text):
    if not re.fullmatch(r"[0-9a-fA-F]{16}([0-9a-fA-F]{48})?", text):
        raise argparse.ArgumentTypeError(f"'{text}' is no key: its 64 hexadecimal digits, or the id's 16")
    return text.lower()


class Arguments(argparse.ArgumentParser):
    def error(self, message):
        self.print_usage(sys.stderr)
        self.exit(64, f"verify.py: {message}\n")


def arguments():
    parser = Arguments(prog="verify.py", description="Verifies a store of Exhibit, a bundle of one, or an export.")
    parser.add_argument("folder", help="the store, the bundle, or the export")
    parser.add_argument("--head", type=parse_head, help="the head that was written down, NUMBER:HASH")
    parser.add_argument("--key", type=parse_key, action="append", default=[], help="a fingerprint, or a device's id")
    parser.add_argument("--json", action="store_true", help="one object on one line")
    return parser.parse_args()


def opened(folder):
    # A store comes first: nobody is to hide it behind a bundle.
    if os.path.exists(os.path.join(folder, "exhibit.sqlite")):
        return Store(folder)
    for place in (folder, os.path.join(folder, "proof")):
        if os.path.exists(os.path.join(place, "records.jsonl")):
            return Bundle(place, folder if place != folder else None)
    raise Unusable(f"{folder} has neither 'records.jsonl' nor 'exhibit.sqlite'")


def tell(report, head):
    print(f"Store {report['store']}: {report['records']} records, {report['pieces']} pieces, {report['bytes']} bytes.")
    if report["left_out"]:
        print(f"Files that were left out on purpose, of which only the records are here: {report['left_out']}.")
    if report["copies"]:
        print(f"Copies that were compared with the originals, or their records: {report['copies']}.")
    if report["restored"]:
        print(f"Pieces that came back from a bundle, for which the records of that store vouch: {report['restored']}.")
    for origin in report["origins"]:
        print(f"Kept from store {origin['store']}: {origin['records']} records, with the key "
              f"{', '.join(origin['fingerprints'])}. Compare it with the one of that device.")
    for device in report["devices"]:
        known = "A key that you named." if device["known_by"] else "Compare it with the one that was written down."
        print(f"Records {device['first_record']} to {device['last_record']} are by device {device['id']}, "
              f"with the key {device['fingerprint']}. {known}")
    for kind, count in report["counts"].items():
        told = [finding for finding in report["findings"] if finding["kind"] == kind]
        for finding in told:
            print(finding["sentence"])
        if count > len(told):
            print(f"And {count - len(told)} more of that kind.")
    for file in report["strangers"]:
        print(f"{file} is not one of the store's files.")
    if report["head_check"] == "found":
        print(f"Record {head[0]} is the one that was written down: nothing is cut off there.")
    elif report["head_check"] == "unproved":
        print("Whether anything came after the last record can't be proved: it could have been cut off.")
    print(f"The present head, to write down elsewhere: {report['head']}")
    print("Nothing is wrong." if report["verdict"] == "good" else "Something is wrong: see above.")


def main():
    wanted = arguments()
    try:
        verifier = Verifier(opened(wanted.folder), wanted.head, wanted.key)
        verifier.verify()
    except (Unusable, OSError, sqlite3.Error, argparse.ArgumentTypeError) as error:
        print(f"verify.py: {error}", file=sys.stderr)
        return 1
    report = verifier.report()
    if wanted.json:
        print(json.dumps(report, ensure_ascii=False, separators=(",", ":")))
    else:
        tell(report, wanted.head)
    return 0 if report["verdict"] == "good" else 1


if __name__ == "__main__":
    sys.exit(main())
