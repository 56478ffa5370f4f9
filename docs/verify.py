#!/usr/bin/env python3
"""Verifies a store of Exhibit, a bundle of one, or an export, without any part of Exhibit.

    verify.py [--head N:HASH] [--key FINGERPRINT]... [--json] FOLDER

Written from FORMATS.md, "Records" and what follows it. Needs Python 3.11, for signatures the package `cryptography`.
Ends with 0 where nothing is wrong, with 1 where something is, or where FOLDER can't be used, with 4 where nothing is,
but not everything could be checked, and with 64 for a wrong command line.
"""

import argparse
import contextlib
import csv
import errno
import hashlib
import heapq
import json
import os
import pickle
import re
import shutil
import sqlite3
import stat
import struct
import sys
import tempfile
import time
import unicodedata
import urllib.parse
from collections import Counter
from decimal import Decimal

try:
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
except ImportError:
    # All else can be verified without it.
    Ed25519PublicKey = None

# What records say: by kind, each member and what it has to be. Those within another are named with it, and looked at
# where that is there; what isn't named here may be there too.
WHO = {"requester": "text"}
NAMED = {"id": "text", "number": "number"}
FILE = NAMED | {"file": "text", "sha256": "digest", "bytes": "count"}
SIZE = {"width": "count", "height": "count"}
MOMENT = {"boot_id": "text", "monotonic": "whole", "wall_time": "whole or null", "clock": "text"}
SERIES = {
    "press": "whole or null", "series": "object", "series.id": "text", "series.index": "number",
    "series.count": "number", "planned": "whole",
}
# Of the zone that the board is in, in seconds east of UTC; no place is further away.
ZONE, FARTHEST_ZONE = {"utc_offset": "whole, may lack"}, 64_800
DEVICE = {"device": "object", "device.id": "text", "device.public_key": "digest"}
ORIGIN = {
    "origin": "object", "origin.store": "text", "origin.head": "text", "origin.device": "text",
    "origin.number": "number", "origin.record": "number", "origin.hash": "digest",
    "origin.remains": "flag, may lack", "origin.redacted": "number, may lack",
}
REQUEST = NAMED | {
    "url": "text, told", "type": "text", "title": "text, told", "required_evidence": "texts, told",
    "priority": "text or null", "due_date": "text or null", "delivery_target": "text or null, told",
}
PIECES = {"pieces": "numbers"}


def within(parent, words, members):
    """A member that is an object, and its members."""
    return {parent: words} | {f"{parent}.{name}": told for name, told in members.items()}


BESIDE = {"file": "text", "sha256": "digest", "bytes": "count"}
CLIP = NAMED | {"file": "text", "thing": "text"} | SIZE | WHO | {"planned": "whole"} | within(
    "taken", "object", MOMENT) | {
    "camera": "number or null", "power_save": "flag", "data": "object", "data.format": "text",
    "data.orientation": "number, may lack", "technique": "text, may lack", "slot": "number, may lack",
}
CLIP_CONTENT = {
    "sha256": "digest", "bytes": "count", "frames": "count", "length": "whole", "dropped": "count", "last": "whole",
}
SHAPES = {
    "store.created": {
        "store": "text", "program": "text or null", "schema": "count", "former": "text, may lack",
        "reason": "text, may lack"} | DEVICE,
    "device.changed": DEVICE | {"endorsement": "text, may lack"},
    "history.resumed": {"seen": "text", "boot_id": "text", "head": "text"},
    "program.started": {"program": "text", "configuration": "text or null"} | ZONE,
    "program.stopped": {"shutdown": "flag"},
    "store.reopened": {}, "store.reset": {},
    "store.rebuilt": {"lost": "objects or null, may lack", "head": "text or null, may lack"},
    "configuration.changed": {"configuration": "text"},
    "setting.changed": {"name": "text", "value": "text or null"} | WHO,
    "setting.kept": {"name": "text", "value": "text or null"} | WHO,
    "clock.told": {"previous": "text"} | ZONE, "clock.synchronised": {"previous": "text"} | ZONE,
    "thing.created": NAMED | {"title": "text, told", "category": "text", "requester": "text, may lack"},
    "thing.used": NAMED | WHO,
    "thing.changed": NAMED | {"field": "text", "value": "text or texts or null, told"} | WHO,
    "thing.deleted": NAMED | {"current": "number or null"} | WHO,
    "camera.opened": {
        "card": "text", "driver": "text", "bus": "text", "serial": "text or null", "path": "text", "format": "text",
        "frames_per_1000_s": "count or null", "controls": "object"} | SIZE,
    "capture.gap": {"from": "whole", "to": "whole", "cause": "text"},
    "photo.stored": FILE | SIZE | WHO | SERIES | within("taken", "object", MOMENT) | {
        "thing": "text", "camera": "number or null", "power_save": "flag", "data": "object", "data.format": "text",
        "data.sequence": "count", "data.tables_inserted": "flag, may lack", "data.end_added": "flag, may lack",
        "data.bytes_cut": "count, may lack", "data.under_voltage": "flag, may lack",
        "data.orientation": "number, may lack", "data.mask": "text, may lack",
    } | within("data.crop", "object, may lack", BESIDE | SIZE | {"x": "count", "y": "count"})
    | within("data.glyphs", "object, may lack", {"columns": "count", "rows": "count", "settings": "object"})
    | within("data.glyphs.text", "object", BESIDE) | within("data.glyphs.ansi", "object", BESIDE),
    "photo.failed": WHO | SERIES | {"reason": "text", "sentence": "text, told"},
    "clip.stored": CLIP | CLIP_CONTENT,
    "clip.recovered": CLIP | CLIP_CONTENT | {
        "kind": "text", "dropped": "count or null", "reason": "text", "sealed_frames": "count",
        "whole_bytes": "count", "broken_bytes": "count, may lack"},
    "request.imported": REQUEST | WHO,
    "request.changed": NAMED | {"status": "text"} | WHO,
    "checklist.changed": {
        "thing": "text or null", "request": "text or null", "action": "text", "item": "number"} | WHO,
    "piece.begun": {"number": "number", "kind": "text", "file": "text"},
    "piece.adopted": FILE | SIZE | {
        "kind": "text", "thing": "text", "facts": "object or null", "facts.planned": "whole", "facts.data": "object",
        "reason": "text", "glyphs": "flag, may lack",
    } | within("facts.taken", "object", MOMENT),
    "piece.imported": FILE | {
        "thing": "text", "width": "count or null", "height": "count or null", "batch": "text", "data": "object",
        "data.source": "text, told", "data.type": "text"},
    "records.kept": BESIDE | {"store": "text", "head": "text", "device": "text", "remains": "flag, may lack"},
    "thing.restored": NAMED | ORIGIN | {
        "title": "text, told", "category": "text", "description": "text or null, told", "brand": "text or null, told",
        "model": "text or null, told", "color": "text or null, told", "upc": "text or null, told",
        "tags": "texts, told", "data": "object, told", "collect": "text or null",
        "created_at": "whole or null, may lack", "updated_at": "whole or null, may lack"},
    "request.restored": REQUEST | ORIGIN | {
        "status": "text", "completed_at": "whole or null", "created_at": "whole or null, may lack"},
    "piece.restored": FILE | ORIGIN | {
        "kind": "text", "thing": "text", "request": "text or null", "width": "count or null",
        "height": "count or null", "planned": "whole or null", "captured": "object or null",
        "captured.wall_time": "whole", "captured.clock": "text", "utc_offset": "whole, may lack",
        "technique": "text or null", "slot": "number or null",
        "title": "text or null, told", "decision": "text or null", "locked": "flag", "data": "object",
        "data.source": "text or null, may lack, told", "batch": "text", "made": "object, may lack",
        "options": "objects, may lack, told", "option": "text, may lack, told", "decided_by": "text, may lack",
    } | within("taken", "object or null", MOMENT) | within("faces", "object, may lack", {
        "analyser": "text or null", "failed": "text or null", "faces": "objects or null", "active": "number or null"}),
    "piece.deleted": PIECES | WHO, "piece.undeleted": PIECES | WHO,
    "piece.locked": PIECES | WHO | {"locked": "flag"},
    "piece.titled": PIECES | WHO | {"title": "text or null, told"},
    "piece.decided": PIECES | WHO | {"decision": "text or null"},
    "piece.options": PIECES | WHO | {"analyser": "text", "options": "objects, told"},
    "option.confirmed": PIECES | WHO | {"option": "text, told"},
    "option.denied": PIECES | WHO | {"option": "text, told"},
    "piece.examined": PIECES | WHO | {
        "analyser": "text", "program": "digest or null", "model": "digest or null",
        "mesh": "digest, may lack", "failed": "text or null", "faces": "objects or null"},
    "faces.changed": PIECES | WHO | {
        "action": "text", "analyser": "text or null", "faces": "objects or null", "active": "number or null"},
    "faces.undone": PIECES | WHO | {"record": "number"},
    "piece.redacted": PIECES | WHO | {
        "original": "digest", "faces": "number", "analyser": "text or null", "decided": "text", "areas": "objects",
        "sha256": "digest", "bytes": "number", "crop_sha256": "digest, may lack", "crop_bytes": "number, may lack"},
    "piece.exported": PIECES | WHO | {"sha256": "digest", "medium": "text, may lack"},
    "piece.purged": PIECES | {"reason": "text"},
    "change.undone": {"records": "numbers"} | WHO,
    "number.spent": {"number": "number", "reason": "text"},
    "file.rejected": {
        "file": "text", "moved_to": "text or null", "reason": "text", "number": "count or null",
        "bytes": "count or null", "sha256": "digest or null, may lack"},
    "file.missing": {"number": "number", "file": "text"}, "file.found": {"number": "number", "file": "text"},
    "file.altered": {"number": "number", "file": "text", "bytes": "count"},
    "format.changed": {"format": "number"},
    "text.redacted": {"texts": "objects", "reason": "text"} | WHO,
    "export.made": WHO | {
        "head": "text", "list": "digest", "files": "number", "choice": "text", "number": "number, may lack",
        "program": "text", "language": "text"},
}
KINDS = SHAPES.keys()
# What is wrong with records themselves, as `Findings` calls it.
CHAIN = {
    "record.missing", "record.duplicated", "record.altered", "record.malformed", "record.misplaced", "record.unknown",
    "signature.missing", "signature.wrong", "endorsement.bad"}
# The same, to be looked at: how a member is reached, and what it has to be.
MEMBERS_OF = {kind: [(path.split("."), words) for path, words in shape.items()] for kind, shape in SHAPES.items()}
# Those that are free text: a record of version 2 has their digests.
TOLD = {kind: [path for path, words in shape.items() if words.endswith(", told")] for kind, shape in SHAPES.items()}
# A member of a thing's `data`, as the field of a `thing.changed`.
MEMBER_OF_THING = r"data\.[a-z0-9_]+"

# The database of a store: who made it, the version of its tables, their columns, and what else it has by name.
APPLICATION, SCHEMA = 0x45786862, 10
COLUMNS = {
    "records": "sequence version kind payload boot_id monotonic wall_time clock hash signature",
    "texts": "record member salt text",
    "migrations": "version boot_id",
    "translations": "lang key value context",
    "boots": "ordinal boot_id clock known_at wall_time earliest latest",
    "things": "number id title description category brand model color upc tags data collect remote_id remote_state "
              "created_at updated_at deleted origin",
    "requests": "id url type data delivery_target created_at completed_at status number record origin",
    "checklist_wishes": "record thing request action item",
    "evidence": "number id thing request kind technique slot data local_file sha256 byte_count width height planned "
                "actual boot_id wall_time clock utc_offset decision title adopted state record remote_id remote_state "
                "created_at updated_at deleted purged locked exported origin titled decided",
    "totals": "thing kind state pieces",
    "options": "record place piece text per_mille analyser denied",
    "choices": "piece record text requester",
    "faces": "record piece analyser failed faces active requester undone",
    "redacted_copies": "record piece original areas sha256 byte_count crop_sha256 crop_byte_count",
    "rejected": "file moved_to reason record",
    "redactions": "record member redacted",
    "gaps": "record began ended cause boot_id wall_time clock",
    "origins": "store head device file sha256 byte_count record",
    "settings": "name value",
}
# The tables that records make, and what tells their rows apart.
KEYS = {
    "boots": ("ordinal",), "things": ("number",), "requests": ("id",), "checklist_wishes": ("record",),
    "evidence": ("number",), "totals": ("thing", "kind", "state"), "options": ("record", "place"),
    "choices": ("piece",), "faces": ("record",), "redacted_copies": ("record",), "rejected": ("file",),
    "redactions": ("record", "member"), "gaps": ("record",),
    "origins": ("store", "head", "file"),
    "settings": ("name",),
}
# The parts of faces that have names.
PARTS_OF_FACES = {
    "brow_left", "brow_right", "chin", "crest", "eye_left", "eye_left_inner", "eye_left_outer", "eye_right",
    "eye_right_inner", "eye_right_outer", "mouth_left", "mouth_right", "nose"}
# By which of their columns rows are looked for besides.
INDEXES = {
    "boots": ("boot_id",), "things": ("id", "deleted"), "requests": ("status", "url"), "options": ("piece",),
    "evidence": ("id", "made_by", "deleted"), "choices": ("record",),
}
OBJECTS = COLUMNS.keys() | {
    "records_have_no_gap", "records_do_not_change", "records_stay", "texts_come_with_records",
    "texts_do_not_change", "texts_stay", "evidence_counts", "evidence_counts_again",
    "things_deleted", "requests_active", "checklist_wishes_list", "evidence_adopted", "evidence_deleted",
    "evidence_purgeable", "evidence_exported", "evidence_thing", "evidence_clips", "evidence_request",
    "options_piece", "faces_piece", "redacted_copies_piece",
}
# So many steps SQLite may make between two rows, in portions.
STEPS_OF_A_PORTION, MOST_PORTIONS = 1_000_000, 5
# The latest time of a boot is noted to ten minutes, in microseconds.
LATEST_STEP = 600_000_000
FIELDS_OF_THINGS = ("title", "category", "description", "brand", "model", "color", "upc", "tags", "collect")
KINDS_OF_PIECES = ("photo", "clip", "document", "imported")
# The kinds of records that tell of a new piece.
KINDS_THAT_ADD = (
    "photo.stored", "clip.stored", "clip.recovered", "piece.adopted", "piece.imported", "piece.restored")
STATUSES = ("active", "pending", "completed", "expired", "cancelled")
# How the names of files end: a photo's as the first, a clip's in mkv, those of imported pieces in any of them.
ENDINGS = ("jpg", "png", "heic", "avif", "cr3", "mp4", "mov", "mkv", "avi", "pdf", "bin")
VERSIONS = (1, 2)
BEGINNING = "0" * 64
ENVELOPE = ("boot_id", "clock", "kind", "monotonic", "payload", "sequence", "version", "wall_time")
# What a line of a bundle has, and what each may be.
MEMBERS = {
    "boot_id": (str,), "clock": (str,), "hash": (str,), "kind": (str,), "monotonic": (int,), "payload": (dict,),
    "sequence": (int,), "signature": (str, type(None)), "version": (int,), "wall_time": (int, type(None)),
}
# What comes back says of its making, besides its camera, where its first record said so.
MAKING = ("requester", "press", "series", "power_save", "last", "sealed_frames")
MOST_OF_A_KIND = 20
DEEPEST = 16
BLOCK = 1 << 20
# The list of an export, and no longer one; no picture has as many segments before its tables.
# The list of an export's files; what it hasn't, and what earlier versions wrote; why something is not in an export.
LIST = "list.jsonl"
OWN_FILES = {f"proof/{name}" for name in ("records.jsonl", "head", LIST, "left-out", "texts-left-out")}
REASONS = ("deleted", "purged", "redacted", "held", "other-thing")
# Where an export has copies in which faces are blank, as they are recorded.
REDACTED = "redacted/"
# What systems put into folders that they show, in whatever case.
SYSTEMS_FILES = {
    ".ds_store", "__macosx", "thumbs.db", "desktop.ini", "system volume information", ".trashes", ".spotlight-v100",
    ".fseventsd", "lost+found", "$recycle.bin", ".directory"}
# What they put before a text; which files are texts, and which are for people to go on with.
MARK = b"\xef\xbb\xbf"
TEXT_FILE = re.compile(r".*\.(txt|jsonl|json|html|py|ans)", re.DOTALL)
TABLE_FILE = re.compile(r"inventory[^/]*\.csv")
TOKEN = re.compile(rb'"(?:[^"\\]|\\.)*"|[\[\]{}:,]|[^ \t\n\r"\[\]{}:,]+|"', re.DOTALL)
# So many listings of folders are kept.
MOST_LISTINGS = 8
# What can't be read for one of these reasons is no file, or too long a one; for all others it is said to be unreadable.
NO_FILE = {errno.EFBIG, errno.EINVAL, errno.ENOENT, errno.ENOTDIR, errno.ELOOP, errno.EISDIR, errno.ENXIO}
DEEPEST = 16
MANIFEST, MOST_SEGMENTS = "manifest.json", 10_000
# A manifest is read in portions of so many characters; no value in it is longer than that, but for its long lists.
PORTION, LONGEST_VALUE = 1 << 16, 1 << 24
LONGEST_HEAD = 1 << 18
SPACE = re.compile(r"[ \t\r\n]*")
# What a list says of a file: where original and copy are, and their digests; of what a piece has beside its own file
# with the name of that before it. Its ending follows the number of the piece.
COPY = ("original", "copy", "original_sha256", "copy_sha256")
COMPANIONS = {"crop": "-crop.jpg", "text": ".txt", "ansi": ".ans"}
PATHS = ["original", "copy", *(f"{kind}_{name}" for kind in COMPANIONS for name in COPY[:2])]
# The most bytes that a copy's name has, and the ending of what an imported file was called; what names keep, by its
# general category.
LONGEST_NAME, LONGEST_ENDING = 100, 12
KEPT_IN_NAMES = {"Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc", "Nd"}
# The table of things: its columns, with what a cell begins that a spreadsheet takes for a formula, and how many
# characters a line may have before it is none.
FIELDS_OF_TABLE = (
    "description", "brand", "model", "color", "upc", "tags", "collect", "serial_number", "purchase_date",
    "purchase_place", "price", "currency", "location", "notes")
COLUMNS_OF_TABLE = ["number", "title", "category", "pieces", "first", "last", *FIELDS_OF_TABLE]
FORMULAS, LONGEST_ROW = tuple("=+-@\t\r\n"), 1 << 20
# What of an export's meaning may be wrong; and what has to be right before anything is said of that.
MEANT = ("manifest.untrue", "name.untrue", "exif.untrue", "table.untrue", "list.untrue")
TRUSTED = ("record.", "signature.", "endorsement.", "key.", "head.", "text.", "piece.")
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
    "endorsement.bad": "Record {record} says that the key before vouches for that of device {device}, and what stands "
                       "there is not that key's word for it in this place.",
    "key.other": "Records {record} to {last_record} are by device {device}, whose key you did not name.",
    "head.gone": "There is no record {record} any more: the end was cut off.",
    "head.other": "Record {record} is another than the one that was written down.",
    "history.forked": "One key has signed two histories of one store, which part at record {record}; the other one is "
                      "in {file}.",
    "text.altered": "The text '{words}' of record {record} is not the one that was recorded.",
    "text.gone": "The text '{words}' of record {record} is gone, and no record says that it was taken out.",
    "text.unrecorded": "There is a text '{words}' of record {record}, which does not tell it.",
    "piece.duplicated": "Record {record} tells of piece {number}, whose number or id was there before.",
    "file.missing": "The file of piece {number} is gone: {file}.",
    "file.cut": "The file of piece {number} was cut short: {file}.",
    "file.altered": "The file of piece {number} was changed: {file}.",
    "file.unreadable": "The file of piece {number} can't be read: {file}: {words}.",
    "file.unrecorded": "No record tells of {file}.",
    "row.missing": "{words}, which record {record} made, is not in the tables here.",
    "row.extra": "{words} is in the tables here, and no record tells of it.",
    "row.other": "{words} (record {record}).",
    "schema.other": "The database has not the tables of this program: see '{words}'.",
    "copy.missing": "The copy of piece {number} is gone: {file}.",
    "copy.altered": "The copy of piece {number} was changed: {file}.",
    "copy.unreadable": "The copy of piece {number} can't be read: {file}: {words}.",
    "copy.unproved": "The copy of piece {number} was not compared: its original is not there, and it is not what its "
                     "record says: {file}.",
    "manifest.missing": "The list {file} of the export is gone: its copies can't be looked at.",
    "manifest.malformed": "The list {file} of the export is not as the format says.",
    "manifest.other": "The list of the export says something else of piece {number} than its record.",
    "manifest.lacking": "The list of the export lacks piece {number}.",
    "manifest.untrue": "{words}",
    "name.untrue": "The name of a copy of piece {number} is not what the records make it: {file}.",
    "exif.untrue": "What a copy of piece {number} says of itself is not what the records say: {file}.",
    "table.untrue": "The table {words} was not written from these records.",
    "list.untrue": "{words}",
    "list.missing": "The list of the export's files, {file}, is gone; record {record} tells of it.",
    "list.altered": "The list of the export's files, {file}, is not the one of record {record}.",
    "list.older": "The list of the export's files, {file}, is of an earlier export, that of record {record}.",
    "list.malformed": "A line of {file} is not as the format says.",
    "listed.missing": "The file {file} of the export is gone.",
    "listed.altered": "The file {file} of the export was changed.",
    "listed.unreadable": "The file {file} of the export can't be read: {words}.",
    "origin.missing": "The kept records of another store are gone: {file}.",
    "origin.unreadable": "The kept records of another store can't be read: {file}: {words}.",
    "origin.altered": "The kept records of another store are not what was kept, or not its own: {file}.",
    "origin.other": "Record {record} says of what came back something else than {file}.",
}

# What could not be checked, and is not wrong for that.
UNCHECKED = {"file.unreadable", "copy.unreadable", "listed.unreadable", "origin.unreadable"}
WITHOUT_SIGNATURES = ("Signatures can't be checked here: Python's package 'cryptography' is not installed. That is no "
                      "fault of the records.")
REWRITTEN = "{file} was re-written with other line ends; its content is whole."
REFORMATTED = "{file} was re-written by another program; its content is whole."
UNLOOKED = "{file} has folders deeper than 16, which were not looked at."
VERDICTS = {
    "unchecked": "Not everything could be checked. What could be is whole.",
    "good": "Nothing is wrong.", "bad": "Something is wrong: see above.",
    "changed": "Nothing else is changed, and nothing is wrong."}

# What is said of the list of an export's files, by what it proves.
PROVED = {
    "none": "The export has no list of its files, as those of earlier versions: its pieces are proved by their "
            "records; table, pages and names are not.",
    "recorded": "The last record is of this export, and of the list of all its files.",
    "unsigned": "The export is not signed: it was made without the device. Its pieces, names and table are proved by "
                "their records; the page is not."}

# What is said of a key: whether the one before it vouches for it, and on whose word it is known.
VOUCHED = {
    None: "", True: "The key before it vouches for that one. ",
    False: "Nobody vouches for it: the key before was gone, or another device went on with the store, or somebody else "
           "did. "}
KNOWN = {
    None: "Compare it with the one that was written down.", "key": "A key that you named.",
    "endorsed": "You named that one, or one that vouches for it."}


class Unusable(Exception):
    """The folder can't be read at all; says why."""


# What people call a row of a table, and what most cells and some say otherwise than the records.
ROWS = {"evidence": "Piece {row}", "things": "Thing {row}", "boots": "Boot {row}", "requests": "Request {row}"}
CELLS = {
    ("things", "title"): "{place} is called {here} here; the records call it {told}",
    ("evidence", "title"): "{place} is called {here} here; the records call it {told}",
    ("evidence", "thing"): "{place} is of thing {here} here; by the records it is of thing {told}",
}
# Where SQLite spells numbers.
MEMORY = sqlite3.connect(":memory:")
OTHER_ROW, OTHER_CELL = "Row {row} of '{table}'", "{place}: '{column}' is {here} here; by the records it is {told}"
LONGEST_SHOWN = 100
# So much of what is looked at stays in memory, beside the disk.
CACHE_KB = 6000


class Findings:
    """What is wrong: the first few of each kind, and how many there are."""

    def __init__(self):
        self.kept = []
        self.counts = Counter()

    def add(self, kind, words=None, **place):
        self.counts[kind] += 1
        if self.counts[kind] <= MOST_OF_A_KIND:
            names = ("record", "last_record", "number", "file", "device", "table", "row", "column", "here", "told")
            finding = {"kind": kind} | {name: place.get(name) for name in names}
            finding["sentence"] = SENTENCES[kind].format(words=words, **{name: place.get(name) for name in names})
            self.kept.append(finding)

    def any(self, beginnings):
        return any(kind.startswith(beginnings) and count for kind, count in self.counts.items())

    def drop(self, kinds):
        for kind in kinds:
            self.counts.pop(kind, None)
        self.kept = [finding for finding in self.kept if finding["kind"] not in kinds]


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


def text_digest(told):
    """What a record has in place of a text, by its salt and its bytes; None where it is none."""
    if told is None or not all(isinstance(part, bytes) for part in told):
        return None
    salt, text = told
    return sha256(b"exhibit.text.2\n" + salt + b"\n" + text)


def read_value(text):
    """The value that `text`, in bytes, spells canonically; None where it doesn't."""
    holder = read_object(b'{"text":' + text + b"}")
    return holder.get("text") if holder and holder.keys() == {"text"} else None


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
        beginning = f"exhibit.record.{spelled(self.version).decode()}\n{previous}\n"
        return sha256(beginning.encode() + b"{" + b",".join(parts) + b"}")


def spelled(value):
    try:
        return canonical(value)
    except ValueError:
        return b"?"


def sha256(data):
    return hashlib.sha256(data).hexdigest()


class Scratch:
    """A database of nobody else, for all that grows with a store: on the disk, and gone with this value."""

    def __init__(self):
        # Its name is empty: SQLite makes a file that has none, where SQLITE_TMPDIR or TMPDIR says or in /var/tmp.
        self.connection = sqlite3.connect("", isolation_level=None, cached_statements=1024)
        for setting in ("journal_mode=OFF", "synchronous=OFF", f"cache_size=-{CACHE_KB}", "temp_store=FILE"):
            self.run(f"PRAGMA {setting}")
        self.run("BEGIN")
        self.count = 0

    def run(self, sql, values=()):
        return self.connection.execute(sql, values)

    def named(self):
        self.count += 1
        return f"t{self.count}"

    def shelf(self, width=1):
        return Shelf(self, width)


class Shelf:
    """Values by keys of so many parts, as a dict has them, but on the disk; what is taken from it is a copy."""

    def __init__(self, scratch, width):
        self.scratch, self.table, self.is_single = scratch, scratch.named(), width == 1
        names = [f"k{place}" for place in range(width)]
        self.names = ", ".join(names)
        scratch.run(f"CREATE TABLE {self.table} ({self.names}, value, PRIMARY KEY ({self.names}))")
        self.place = "WHERE " + " AND ".join(f"{name} = ?" for name in names)
        self.marks = ", ".join("?" * (width + 1))

    def parts(self, key):
        return (key,) if self.is_single else key

    def __contains__(self, key):
        return self.scratch.run(f"SELECT 1 FROM {self.table} {self.place}", self.parts(key)).fetchone() is not None

    def get(self, key, default=None):
        found = self.scratch.run(f"SELECT value FROM {self.table} {self.place}", self.parts(key)).fetchone()
        return pickle.loads(found[0]) if found else default

    def __getitem__(self, key):
        found = self.get(key, self)
        if found is self:
            raise KeyError(key)
        return found

    def __setitem__(self, key, value):
        self.put("REPLACE", key, value)

    def setdefault(self, key, value):
        self.put("INSERT OR IGNORE", key, value)

    def add(self, key):
        self.put("INSERT OR IGNORE", key, True)

    def put(self, verb, key, value):
        self.scratch.run(f"{verb} INTO {self.table} VALUES ({self.marks})", (*self.parts(key), pickle.dumps(value)))

    def __delitem__(self, key):
        self.scratch.run(f"DELETE FROM {self.table} {self.place}", self.parts(key))

    def pop(self, key):
        found = self[key]
        del self[key]
        return found

    def __len__(self):
        return self.scratch.run(f"SELECT count(*) FROM {self.table}").fetchone()[0]

    def items(self, order=None, within=None):
        """Keys in their order, or in that in which they came, each with its value: all, or those that begin so."""
        clause, values = ("", ()) if within is None else ("WHERE k0 = ?", (within,))
        for *key, value in self.scratch.run(
                f"SELECT * FROM {self.table} {clause} ORDER BY {order or self.names}", values):
            yield key[0] if self.is_single else tuple(key), pickle.loads(value)

    def __iter__(self):
        return (key for key, _ in self.items())

    def values(self):
        return (value for _, value in self.items())


class Text(bytes):
    """A text of a database, whatever its bytes are; what is no text there is of the type `bytes` itself."""


class Travelled:
    """A folder that may have been on other systems, and where its files are by now: some decompose letters, some change
    their case. A file that isn't there by its own name is the one whose path reads the same, where just one does.
    """

    def __init__(self, root):
        self.root = root
        # The paths of files that have other names than those by which they were looked for.
        self.scratch = Scratch()
        self.renamed = self.scratch.shelf()
        self.listings = {}
        self.is_lax = self.is_lax_about("proof") or self.is_lax_about("records.jsonl")

    def path(self, file):
        """The path of `file` as it is here; its own where it isn't."""
        if os.path.lexists(os.path.join(self.root, file)) and not (self.is_lax and file not in self.places(file)):
            return file
        found = [place for place in self.places(file) if not self.is_folder(place)]
        if len(found) != 1:
            return file
        self.renamed.add(path_key(found[0]))
        return found[0]

    def is_lax_about(self, file):
        """Whether the file system, such as FAT, finds `file` by what only reads like its name."""
        names = self.listing("").get(file, [])
        with contextlib.suppress(OSError):
            found = [os.lstat(os.path.join(self.root, each)) for name in names for each in (name, name.swapcase())]
            return len(found) == 2 and os.path.samestat(*found)
        return False

    def place(self, file):
        return os.path.join(self.root, self.path(file))

    def has(self, file):
        return os.path.lexists(self.place(file))

    def entries(self, folder):
        """What is in `folder`, by the names that records would have for it; None where there is no such folder."""
        folders = [place for place in self.places(folder) if self.is_folder(place)]
        if not folders:
            return None
        paths = [f"{here}/{name}" for here in folders for names in self.listing(here).values() for name in names
                 if not is_of_system(name)]
        return sorted(self.told(path) for path in paths)

    def told(self, path):
        name = folded(path)
        return name if name == path or len(self.places(name)) == 1 else path

    def places(self, file):
        """All that have a path which reads like that of `file`."""
        if not file:
            return [""]
        folder, _, name = file.rpartition("/")
        return [f"{here}/{found}" if here else found for here in self.places(folder)
                for found in self.listing(here).get(folded(name), [])]

    def listing(self, folder):
        """The names in a folder, by how they read; none in one that can't be listed."""
        if folder not in self.listings:
            if len(self.listings) == MOST_LISTINGS:
                self.listings.clear()
            listing = self.listings[folder] = {}
            try:
                names = os.listdir(os.path.join(self.root, folder))
            except OSError:
                names = []
            for name in names:
                listing.setdefault(folded(name), []).append(name)
        return self.listings[folder]

    def is_folder(self, path):
        try:
            return is_folder(os.path.join(self.root, path))
        except OSError:
            return False


def folded(name):
    """How a name reads on every system; a sigma at the end of a word is one in another place too."""
    return unicodedata.normalize("NFC", name).lower().replace("ς", "σ")


def is_of_system(name):
    return name.lower() in SYSTEMS_FILES or name.lower().startswith(("._", ".trash-"))


class Store:
    """The folder of a store: records and tables in `exhibit.sqlite`, read while others may write."""

    noted_head = None
    export = None
    unread, rewritten, is_head_rewritten = {}, frozenset(), False

    def __init__(self, folder):
        self.folder = folder
        self.scratch = Scratch()
        self.database_path = os.path.realpath(os.path.join(folder, "exhibit.sqlite"))
        self.database = Database(self.database_path, self.is_written())
        self.has_tables = self.database.version() == SCHEMA
        names = {self.text(name) for name, *_ in self.database.objects()}
        self.has_texts = "texts" in names
        for table in COLUMNS if self.has_tables else {"records"} | names & {"texts"}:
            self.database.check(table)

    def is_left_out(self, _):
        return False

    def is_text_left_out(self, _):
        return False

    def has_list(self):
        return False

    def path(self, name):
        return name

    def told_file(self, path):
        return path

    def place(self, file):
        return os.path.join(self.folder, file)

    def names(self, folder):
        """What is in a folder; None where that is none."""
        try:
            path = self.place(folder)
            return [f"{folder}/{name}" for name in sorted(os.listdir(path))] if is_folder(path) else None
        except OSError:
            return None

    def records(self):
        names = COLUMNS["records"].split()
        for row in self.database.rows(f"SELECT {', '.join(names)} FROM main.records ORDER BY sequence"):
            members = dict(zip(names, row))
            text = members.pop("payload")
            text = text if isinstance(text, bytes) else str(text).encode()
            members = {name: self.text(value) for name, value in members.items()}
            yield Record(members, text, read_object(text))

    def texts(self):
        """Record of each text, its member there, its salt and its canonical JSON."""
        if not self.has_texts:
            return
        for record, member, salt, text in self.database.rows("SELECT record, member, salt, text FROM main.texts"):
            yield record, self.text(member), salt, text

    def rows(self, table):
        """The rows of a table in the order of their keys, each with its columns by name."""
        names = COLUMNS[table].split()
        columns, keys = (", ".join(words) for words in (names, KEYS[table]))
        for row in self.database.rows(f"SELECT {columns} FROM main.{table} ORDER BY {keys}"):
            yield dict(zip(names, row))

    def other_objects(self):
        """The names of what the schema has beside this program's, and of what it lacks."""
        names = {self.text(name) for name, *_ in self.database.objects()}
        return sorted(name for name in names ^ OBJECTS if not name.startswith(("sqlite_autoindex_", "sqlite_stat")))

    def done_reading(self):
        self.database.close()

    def later_numbers(self, sequence):
        """The numbers that records after this one tell of, by now."""
        database = Database(self.database_path, self.is_written())
        rows = database.rows("SELECT payload FROM main.records WHERE sequence > ?", sequence)
        numbers = {(read_object(text) or {}).get("number") for text, in rows if isinstance(text, bytes)}
        database.close()
        return numbers

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


def has_journal(path):
    """Whether there is a rollback journal with a header, which whoever writes next has to play back."""
    try:
        with open(f"{path}-journal", "rb") as file:
            return file.read(1) > b"\0"
    except FileNotFoundError:
        return False


class Database:
    """An open database, which may be anybody's: nothing is written to it or beside it, and no reading of it lasts."""

    def __init__(self, path, is_written):
        if not stat.S_ISREG(os.stat(path).st_mode):
            raise Unusable(f"{path} is no file")
        self.path, self.connection, self.steps = path, None, 0
        self.folder = self.stamp = None
        log, memory = f"{path}-wal", f"{path}-shm"
        has_log = os.path.isfile(log) and os.path.getsize(log) > 0
        if not is_written and has_journal(path):
            raise Unusable(f"a change of {path} was cut off, and its journal takes it back: open a copy of both")
        # An empty log beside a program that writes may grow at any time.
        if os.path.exists(memory) and (has_log or is_written):
            try:
                self.open(path, "mode=ro")
                return
            except sqlite3.OperationalError:
                self.close()
        if has_log:
            self.open(self.copied(log), "mode=ro")
        else:
            self.stamp = self.present_stamp()
            self.open(path, "mode=ro&immutable=1")

    def copied(self, log):
        """A copy of the database with its log, in a folder that nobody else sees."""
        self.folder = tempfile.TemporaryDirectory(prefix="exhibit-verify-")
        copy = os.path.join(self.folder.name, "exhibit.sqlite")
        shutil.copyfile(self.path, copy)
        shutil.copyfile(log, f"{copy}-wal")
        return copy

    def open(self, path, words):
        name = f"file:{urllib.parse.quote(path)}?{words}"
        self.connection = sqlite3.connect(name, uri=True, isolation_level=None)
        self.connection.text_factory = Text
        self.connection.set_progress_handler(self.is_too_long, STEPS_OF_A_PORTION)
        for setting in ("trusted_schema=OFF", "cell_size_check=ON", "query_only=ON"):
            self.connection.execute(f"PRAGMA {setting}")
        self.connection.execute("BEGIN")
        self.connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()

    def is_too_long(self):
        self.steps += 1
        return self.steps > MOST_PORTIONS

    def present_stamp(self):
        facts = os.stat(self.path)
        return facts.st_mtime_ns, facts.st_size, facts.st_ino

    def close(self):
        if self.connection:
            self.connection.close()
        if self.folder:
            self.folder.cleanup()
        if self.stamp and self.stamp != self.present_stamp():
            raise Unusable(f"{self.path} was changed meanwhile: verify it again")

    def rows(self, sql, *values):
        self.steps = 0
        try:
            for row in self.connection.execute(sql, values):
                yield row
                self.steps = 0
        except sqlite3.OperationalError:
            if self.steps > MOST_PORTIONS:
                raise Unusable(f"{self.path} has a table that takes too long to read") from None
            raise

    def number(self, sql):
        return next(self.rows(sql))[0]

    def version(self):
        """The version of the tables, of a database that this program's are."""
        version = self.number("PRAGMA user_version")
        if self.number("PRAGMA application_id") != APPLICATION or version < 1:
            raise Unusable(f"{self.path} is no store of exhibit")
        if version > SCHEMA:
            raise Unusable(f"{self.path} was written by a newer exhibit: version {version}")
        return version

    def objects(self):
        return list(self.rows("SELECT name, type, sql FROM sqlite_schema"))

    def check(self, table):
        """Refuses what is no plain table with just the known columns."""
        found = [(kind, sql) for name, kind, sql in self.objects() if Store.text(name) == table]
        flaw = "is not there" if not found else self.flaw(table, *found[0])
        if flaw:
            raise Unusable(f"{self.path} has not this program's schema: {table} {flaw}")

    def flaw(self, table, kind, sql):
        if kind != b"table" or sql.upper().startswith(b"CREATE VIRTUAL"):
            return f"is a {Store.text(kind) if kind != b'table' else 'virtual table'}"
        columns = list(self.rows(f"PRAGMA main.table_xinfo({table})"))
        names = sorted(Store.text(column[1]) for column in columns)
        is_right = names == sorted(COLUMNS[table].split()) and not any(column[6] for column in columns)
        return None if is_right else "has other columns"


class Bundle:
    """A folder with the file `records.jsonl`."""

    has_tables = False

    def __init__(self, files, proof):
        # All that is there, and the folder that is the bundle in it: none, or `proof/` of an export.
        self.files, self.proof, self.scratch = files, proof, files.scratch
        self.folder = os.path.join(files.root, proof)
        self.export = files.root if proof else None
        # What can't be read; what another system has re-written.
        self.unread, self.rewritten = {}, set()
        with self.reading("head"):
            self.noted_head = self.read_head()
        # The numbers of the pieces whose files were left out on purpose; records and members of such texts.
        self.left_out, self.texts_left_out = self.scratch.shelf(), self.scratch.shelf(2)
        with self.reading(LIST):
            self.read_left_out()

    def read_head(self):
        text = self.text("head")
        self.is_head_rewritten = text is not None and (text.startswith("\ufeff") or "\r" in text)
        return None if text is None else parse_head(text.removeprefix("\ufeff").strip())

    def read_left_out(self):
        if self.has_list():
            for line in filter(None, self.listed()):
                if "piece" in line:
                    self.left_out.add(line["piece"])
                elif "member" in line:
                    self.texts_left_out.add((line["record"], line["member"]))
            return
        for word in self.words("left-out"):
            if re.fullmatch("[0-9]{1,9}", word):
                self.left_out.add(int(word))
        before = ""
        for word in self.words("texts-left-out"):
            if re.fullmatch("[0-9]{1,18}", before):
                self.texts_left_out.add((int(before), word))
            before = word

    noted_head, is_head_rewritten = None, False

    @contextlib.contextmanager
    def reading(self, name):
        """Meanwhile a file of the bundle is read; notes that it can't be."""
        try:
            yield
        except OSError as error:
            if error.errno in NO_FILE:
                raise
            self.unread[self.path(name)] = error.strerror

    def path(self, name):
        """The path of a file of the bundle from the export's folder."""
        return self.proof + name

    def place(self, name):
        return self.files.place(self.path(name))

    def told_file(self, path):
        """What records call the file with this path, from where the bundle or its export begins; None of one of the
        export.
        """
        told = self.files.told(path)
        return told.removeprefix(self.proof) if told.startswith(self.proof) else None

    def has(self, name):
        return self.files.has(self.path(name))

    def names(self, folder):
        entries = self.files.entries(self.path(folder))
        return entries and [entry[len(self.proof):] for entry in entries]

    def is_left_out(self, number):
        return self.path(LIST) in self.unread or number in self.left_out

    def is_text_left_out(self, place):
        return (not self.unread.keys().isdisjoint({self.path(LIST), self.path("texts.jsonl")})
                or place in self.texts_left_out)

    def has_list(self):
        return self.has(LIST)

    def lines(self, name):
        """The lines of a file, without what ends them or what another system has put before them."""
        with opened_file(self.place(name)) as file:
            for line, is_rewritten in plain_lines(file):
                if is_rewritten:
                    self.rewritten.add(name)
                yield line

    def listed(self):
        """The lines of the list of an export's files; None for what is no line of one."""
        for line in self.lines(LIST):
            members = read_object(line)
            yield members if is_listed_line(members) and spelled(members) == line else None

    def digests_of_list(self):
        """Its digest, and that of its plain lines."""
        with opened_file(self.place(LIST)) as file:
            return hashlib.file_digest(file, "sha256").hexdigest(), digest_of_lines(self.place(LIST))

    def text(self, name):
        """A short file; None where it is not there."""
        try:
            with open(self.place(name), encoding="utf-8", errors="replace", newline="") as file:
                return file.read(1 << 24)
        except FileNotFoundError:
            return None

    def words(self, name):
        """The words in a file; none where it is not there."""
        try:
            with open(self.place(name), encoding="utf-8-sig", errors="replace") as file:
                for line in file:
                    yield from line.split()
        except FileNotFoundError:
            return

    def texts(self):
        """Record of each text, its member there, its salt and its canonical JSON."""
        if not self.has("texts.jsonl"):
            return
        with self.reading("texts.jsonl"):
            for line in self.lines("texts.jsonl"):
                text = read_object(line)
                if text and text.keys() == {"member", "record", "salt", "text"} and (
                        type(text["record"]) is int and isinstance(text["member"], str)
                        and isinstance(text["salt"], str)):
                    yield text["record"], text["member"], text["salt"].encode(), canonical(text["text"])

    def records(self):
        with self.reading("records.jsonl"):
            yield from records_of(self.lines("records.jsonl"))

    def last_members(self):
        """What the last line says; nothing where that is no object."""
        line = b""
        with self.reading("records.jsonl"), opened_file(self.place("records.jsonl")) as file:
            size, length = os.fstat(file.fileno()).st_size, 1 << 12
            while b"\n" not in line.strip() and len(line) < size:
                length *= 4
                begin = max(0, size - length)
                line = os.pread(file.fileno(), size - begin, begin)
        try:
            found = json.loads(line.strip().rpartition(b"\n")[2])
        except (ValueError, RecursionError):
            found = None
        return found if isinstance(found, dict) else {}

    def done_reading(self):
        pass

    def later_numbers(self, sequence):
        return set()

    def is_written(self):
        return False


def opened_file(path):
    """The file at `path`, open for reading; what is none may never end."""
    file = open(os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC), "rb")
    if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
        file.close()
        raise Unusable(f"{path} is no file")
    return file


def plain_lines(file):
    """The lines of an open file without what ends them, or stands before them; and whether another system did that."""
    for number, line in enumerate(file):
        plain = line.removesuffix(b"\n")
        plain = plain.removesuffix(b"\r").removeprefix(MARK if number == 0 else b"")
        yield plain, len(plain) < len(line) - line.endswith(b"\n")


def digest_of_lines(path):
    """The digest that a text would have without a byte order mark, with line feeds."""
    digest = hashlib.sha256()
    with opened_file(path) as file:
        for line, _ in plain_lines(file):
            digest.update(line + b"\n")
    return digest.hexdigest()


def digest_of_rows(path):
    """The digest that a table would have with a byte order mark, and with CR LF behind its rows."""
    digest, is_quoted = hashlib.sha256(MARK), False
    with opened_file(path) as file:
        for number, line in enumerate(file):
            line = line.removeprefix(MARK if number == 0 else b"")
            is_quoted ^= line.count(b'"') % 2 == 1
            digest.update(line if is_quoted else line.removesuffix(b"\n").removesuffix(b"\r") + b"\r\n")
    return digest.hexdigest()


def digest_of_members(path):
    """The digest that a manifest would have as exports lay it out: a member and a piece a line."""
    digest, depth, count, in_pieces, last = hashlib.sha256(), 0, 0, False, (b"", b"")
    with opened_file(path) as file:
        for token in tokens_of(file):
            depth -= token in (b"]", b"}")
            if in_pieces and depth == 1:
                digest.update(b"\n")
                in_pieces = False
            digest.update(token)
            depth += token in (b"[", b"{")
            if token == b"[" and depth == 2 and last == (b'"pieces"', b":"):
                digest.update(b"\n")
                in_pieces = True
            count += token == b"," and depth == 1
            if token == b"," and (depth == 1 and count > 1 or depth == 2 and in_pieces):
                digest.update(b"\n")
            last = last[1], token
    digest.update(b"\n")
    return digest.hexdigest()


def tokens_of(file):
    """The tokens of JSON in an open file, strings as this format spells them; read a portion at a time."""
    rest, is_first = b"", True
    while True:
        block = file.read(BLOCK)
        text = rest + (block.removeprefix(MARK) if is_first else block)
        is_first, begin = False, 0
        for match in TOKEN.finditer(text):
            token = match[0]
            # What the end of the portion cuts may go on in the next.
            if block and (token == b'"' or match.end() == len(text) and token[:1] not in b'"[]{}:,'):
                break
            begin = match.end()
            yield spelled_token(token)
        rest = text[begin:]
        if not block:
            return


def spelled_token(token):
    if token[:1] != b'"' or b"\\" not in token:
        return token
    try:
        return canonical(json.loads(token))
    except ValueError:
        return token


def records_of(lines):
    """The records that lines are."""
    sequence = 0
    for line in lines:
        members = read_object(line)
        if not is_record(members):
            # Nothing in it can be believed; a number, so that it can be named.
            members = dict.fromkeys(MEMBERS) | {"sequence": sequence + 1, "hash": ""}
        sequence = members["sequence"]
        payload = members.pop("payload")
        yield Record(members, spelled(payload), payload if isinstance(payload, dict) else None)


class Verifier:
    """One look through all of a store or bundle."""

    def __init__(self, source, head=None, keys=(), are_remains=False, scratch=None):
        self.source = source
        self.scratch = scratch or source.scratch
        # Whether the records are only what damage has left: some may be missing, and no tables follow from them.
        self.are_remains = are_remains
        self.given_head = head
        self.keys = keys
        self.findings = Findings()
        self.store = None
        self.count = 0
        self.sequence, self.hash = 0, BEGINNING
        self.is_unbroken = True
        self.is_signed = True
        self.signers = []
        # The hashes of the records, by their numbers; where the device went on with a store that was not what it had
        # written: record, what it had seen, the store's head; where the database was made anew and records were lost.
        self.history = self.scratch.shelf()
        self.resumptions = []
        self.rebuilds = []
        # What these say of earlier damage which are gone here, and the first of what damage has left, besides keys.
        self.rebuilds_before = []
        self.first_left = 0
        # The latest record with a signature that is right.
        self.last_signed = 0
        self.pieces = self.scratch.shelf()
        # What pieces have beside their own file: by number, and by what it is, file, digest and size.
        self.companions = self.scratch.shelf()
        # How they were made, by number, without their camera, and the record of that, or what one tells that came back;
        # what cameras said when they were opened, by record.
        self.made, self.cameras = self.scratch.shelf(), self.scratch.shelf()
        # Copies in which faces are blank: by piece and digest, what there is of them by name; and by record the piece.
        self.redacted, self.redactions = self.scratch.shelf(2), self.scratch.shelf()
        self.purged = self.scratch.shelf()
        self.tables = Tables(self.scratch)
        # What lies beside records, as far as no record was seen that tells it; and what records tell and is not there.
        self.texts, self.absent, self.present = (self.scratch.shelf(2) for _ in range(3))
        self.texts_redacted = self.texts_untold = 0
        # What is no piece: the files of those that were begun, and what was left, by how its record tells of it.
        self.begun, self.left = {}, {}
        self.strangers, self.stranger_count = [], 0
        self.left_out = 0
        # The latest record of an export, and the head at which that was made, if it is the last record; the records of
        # exports, by the digests of their lists; what is said of the export as a whole.
        self.last_export = None
        self.exports = {}
        self.export = {
            "list": "none", "complete": None, "changed": [], "rewritten": [], "reformatted": [], "added": [],
            "added_count": 0, "unlooked": [], "redacted": 0, "meaning": None, "rows": [], "row_count": 0}
        # The manifest of an export, or why it can't be read.
        self.manifest, self.manifest_error = None, None
        # The record at which it was made, and its hash where the manifest alone tells it; what tables had to say then,
        # and what that makes of the export.
        self.mark, self.marked, self.meaning = (0, None), None, None
        # Files that are there as they were recorded.
        self.whole = self.scratch.shelf()
        self.copies = 0
        # Store, head, file, digest and size of kept records; what came back: its record here, the member `origin`, and
        # the piece, if it is one.
        self.kept = []
        self.returns, self.restored = self.scratch.shelf(), 0
        self.origins = []
        # What the one file is that was named, where one was.
        self.piece = None

    def take_records(self):
        """Reads all that is told; the head that is looked for, and what the record with its number has as its hash."""
        wanted, seen = self.given_head or self.source.noted_head, None
        self.take_texts()
        if self.source.export:
            self.take_manifest()
            self.mark = self.likely_head()
        for record in self.source.records():
            if wanted and record.sequence == wanted[0]:
                seen = record.hash
            self.take(record)
            if record.sequence == self.mark[0] and self.mark[1] in (None, record.hash) and not self.marked:
                self.marked = self.tables.copy()
        return wanted, seen

    def verify(self):
        wanted, seen = self.take_records()
        if self.source.path("records.jsonl") in self.source.unread:
            self.check_without_records()
            return
        is_chain_whole = self.check_end(wanted, seen)
        if self.source.has_tables:
            self.check_tables()
        self.source.done_reading()
        untold = self.untold_files()
        for piece in self.pieces.values():
            self.check_file(piece)
        for name in self.still_untold(untold):
            self.findings.add("file.unrecorded", number=name[0], file=name[1])
        self.check_origins()
        if self.source.export:
            self.check_export(self.source.export)
        for file, words in self.source.unread.items():
            self.findings.add("listed.unreadable", words=words, file=file)
        self.note_all_rewritten(is_chain_whole, wanted)
        self.head_check = "unproved" if not self.given_head else "found" if seen == wanted[1] else "other"

    def check_end(self, wanted, seen):
        """What all records come to; whether they are whole."""
        if not self.is_signed:
            self.findings.add("signature.missing", record=self.sequence)
        if self.count == 0:
            self.findings.add("record.missing", record=1, last_record=1)
        is_chain_whole = not self.findings.counts.keys() & CHAIN
        if self.last_export and self.last_export[0] != self.sequence:
            self.last_export = None
        self.check_texts()
        self.check_keys()
        if wanted and seen != wanted[1]:
            self.findings.add("head.other" if seen else "head.gone", record=wanted[0])
            return False
        return is_chain_whole

    def verify_file(self, path):
        """Verifies the records and this one file, with its original or copy; False where it is none of a piece."""
        wanted, seen = self.take_records()
        file = self.source.told_file(path)
        found = self.original(file) if file else self.original_of_copy(path)
        if not found:
            self.source.done_reading()
            return False
        self.check_end(wanted, seen)
        self.source.done_reading()
        number, file = found
        self.piece = self.described(number, file)
        self.check_file(self.pieces[number], only=file)
        if self.source.export:
            self.check_copies(self.source.export, only=(number, file))
        for unread, words in self.source.unread.items():
            self.findings.add("listed.unreadable", words=words, file=unread)
        self.head_check = "unproved" if not self.given_head else "found" if seen == wanted[1] else "other"
        return True

    def original(self, file):
        number = companion(file)[0] or number_of(file)
        return (number, file) if number in self.pieces and file in self.files_of(number) else None

    def original_of_copy(self, path):
        if self.manifest_error:
            raise self.manifest_error
        for entry in filter(is_entry, self.manifest.elements("pieces") if self.manifest else []):
            for kind in ("", *(f"{kind}_" for kind in COMPANIONS)):
                copy = entry.get(f"{kind}copy")
                if copy is not None and self.source.files.path(copy) == path:
                    return self.original(entry[f"{kind}original"].removeprefix(self.source.proof))
        return None

    def described(self, number, file):
        """What a file is by the records."""
        row = self.tables.rows["evidence"].get((number,))
        thing = self.tables.rows["things"].get((row["thing"],))
        record, time_ = self.pieces[number][5], self.tables.captured(row)[0]
        device = next((signer["id"] for signer in reversed(self.signers) if signer["first_record"] <= record), None)
        return {"number": number, "kind": row["kind"], "file": file, "thing_number": row["thing"],
                "thing": thing["title"], "captured_at": None if time_ is None else spelled_time(time_),
                "device": device}

    def check_without_records(self):
        """Compares the files with the list of them, where the records can't be read."""
        self.__init__(self.source, self.given_head, self.keys)
        self.head_check = "unproved" if not self.given_head else "other"
        if self.source.export:
            self.check_list(self.source.export, self.scratch.shelf())
        for file, words in self.source.unread.items():
            self.findings.add("listed.unreadable", words=words, file=file)

    def note_all_rewritten(self, is_chain_whole, wanted):
        """Notes which of the files that prove all this are re-written, where what they say is right."""
        if "records.jsonl" in self.source.rewritten and is_chain_whole:
            self.note_rewritten("records.jsonl")
        if self.source.is_head_rewritten and is_chain_whole and wanted == self.source.noted_head:
            self.note_rewritten("head")
        # Where there is a list it has the texts, too.
        are_texts_whole = not any(kind.startswith("text.") for kind in self.findings.counts)
        if "texts.jsonl" in self.source.rewritten and are_texts_whole and not self.source.has_list():
            self.note_rewritten("texts.jsonl")

    def note_rewritten(self, name):
        self.export["rewritten"].append(self.source.path(name))

    # Records

    def take_manifest(self):
        try:
            self.manifest = read_manifest(self.source.files.place(MANIFEST), self.scratch)
        except OSError as error:
            self.manifest_error = error

    def take_texts(self):
        """Takes in what lies beside the records; of two texts in one place the first counts."""
        for record, member, salt, text in self.source.texts():
            self.texts.setdefault((record, member), (salt, text))

    def take(self, record):
        self.count += 1
        if record.sequence <= self.sequence:
            is_same = record.sequence == self.sequence
            self.findings.add("record.duplicated" if is_same else "record.misplaced", record=record.sequence)
            return
        if record.sequence > self.sequence + 1:
            if not self.are_remains:
                self.findings.add("record.missing", record=self.sequence + 1, last_record=record.sequence - 1)
            self.is_unbroken = False
        if self.is_unbroken and record.computed_hash(self.hash) != record.hash:
            self.findings.add("record.altered", record=record.sequence)
        self.take_words(record)
        self.check_signature(record)
        self.is_unbroken = True
        if is_hexadecimal(record.hash, 64):
            self.history[record.sequence] = record.hash
        self.sequence, self.hash = record.sequence, str(record.hash)

    def take_words(self, record):
        is_known = record.kind in KINDS and record.version in VERSIONS
        payload, gone = self.told(record) if is_known else (None, {})
        if not is_known:
            self.findings.add("record.unknown", record=record.sequence, words=f"{record.kind} {record.version}")
        elif payload is None or not is_moment(record) or not is_shaped(payload, record.kind, gone) or (
                not is_possible(record.kind, payload)):
            self.findings.add("record.malformed", record=record.sequence)
        else:
            self.note_gone(record.sequence, gone)
            self.take_payload(record, payload)
        if (record.kind == "store.created") != (record.sequence == 1):
            self.findings.add("record.misplaced", record=record.sequence)

    def told(self, record):
        """What a record says, its texts in their places; and which of them are not there, so that null is in theirs: by
        its member whether there is another instead. No payload where anything else stands in the place of a text.
        """
        if record.version == 1 or record.payload is None:
            return record.payload, {}
        payload, gone, is_right = json.loads(record.text), {}, True
        for path in TOLD[record.kind]:
            *parents, name = path.split(".")
            parent = payload
            for each in parents:
                parent = parent.get(each) if isinstance(parent, dict) else None
            if not isinstance(parent, dict) or parent.get(name) is None:
                continue
            told, place = parent[name], (record.sequence, path)
            if not isinstance(told, dict) or told.keys() != {"told"} or not is_hexadecimal(told["told"], 64):
                is_right = False
            elif text_digest(self.texts.get(place)) == told["told"]:
                self.present.add(place)
                parent[name] = read_value(self.texts.pop(place)[1])
            else:
                parent[name], gone[path] = None, place in self.texts
        return payload if is_right else None, gone

    def note_gone(self, sequence, gone):
        for path, is_other in gone.items():
            if is_other:
                del self.texts[sequence, path]
                self.findings.add("text.altered", record=sequence, words=path)
            else:
                self.absent.add((sequence, path))

    def check_texts(self):
        """What of the texts is gone, and why; and those that no record tells, or that one says are gone."""
        redacted = self.tables.rows["redactions"]
        for place, _ in self.absent.items(order="rowid"):
            if place in redacted:
                self.texts_redacted += 1
            elif self.source.is_text_left_out(place) or self.is_later(place[0]):
                self.texts_untold += 1
            else:
                self.findings.add("text.gone", record=place[0], words=place[1])
        for (record, member), _ in self.texts.items(order="rowid"):
            self.findings.add("text.unrecorded", record=record, words=member)
        for record, member in redacted:
            if (record, member) in self.present:
                self.findings.add("text.unrecorded", record=record, words=member)

    def take_payload(self, record, payload):
        """Takes in what it says, if that can follow on the records before it."""
        if self.are_remains:
            self.note_history(record, payload)
        elif self.tables.is_known(record.kind, payload):
            self.findings.add("piece.duplicated", record=record.sequence, number=payload["number"])
        elif not self.tables.can_take(record.kind, payload) or (
                record.kind == "piece.exported" and not self.are_exported(payload)):
            self.findings.add("record.malformed", record=record.sequence)
        else:
            self.tables.take(record, payload)
            self.note(record, payload)

    def note_history(self, record, payload):
        """Who signs from here on, and where the history is not that of before."""
        match record.kind:
            case "store.created" | "device.changed":
                self.note_device(record, payload)
                return
            case "history.resumed":
                self.resumptions.append({"record": record.sequence, "seen": payload["seen"], "head": payload["head"]})
            case "store.rebuilt" if payload.get("lost"):
                lost = [{"first": numbers["first"], "last": numbers["last"]} for numbers in payload["lost"]]
                self.rebuilds.append({"record": record.sequence, "lost": lost, "head": payload.get("head")})
        self.first_left = self.first_left or record.sequence

    def note(self, record, payload):
        self.note_history(record, payload)
        match record.kind:
            case "export.made":
                self.last_export = record.sequence, parse_head(payload["head"])[0], payload
                self.exports[payload["list"]] = record.sequence
            case "records.kept":
                self.kept.append((payload["store"], head_of(payload), *(
                    payload[name] for name in ("file", "sha256", "bytes")), payload.get("remains", False)))
            case "thing.restored" | "request.restored":
                self.returns[record.sequence] = payload["origin"], None
            case "piece.purged":
                for number in payload["pieces"]:
                    if number in self.pieces:
                        self.purged.add(number)
            case "piece.redacted":
                self.note_copy(record, payload)
            case "file.found":
                del self.purged[payload["number"]]
            case "camera.opened":
                self.cameras[record.sequence] = payload
            case "piece.begun":
                self.begun[payload["number"]] = payload["file"]
            case "number.spent":
                self.begun.pop(payload["number"], None)
            case "file.rejected":
                self.note_rejected(payload)
            case kind if kind in KINDS_THAT_ADD:
                self.note_piece(record, payload)

    def note_rejected(self, payload):
        """Whatever comes under the name of what was moved away is another; what was left is told of as it was."""
        file = payload["file"]
        if payload["moved_to"] is None:
            self.left[file] = payload
        else:
            self.left.pop(file, None)
            self.begun = {number: begun for number, begun in self.begun.items() if begun != file}

    def are_exported(self, payload):
        """Whether the digest of copies that lie elsewhere is that of the pieces with these numbers."""
        numbers = payload["pieces"]
        if numbers != sorted(set(numbers)) or not all(number in self.pieces for number in numbers):
            return False
        lines = "".join(f"{number} {self.pieces[number][3]}\n" for number in numbers)
        return payload["sha256"] == sha256(lines.encode())

    def note_piece(self, record, payload):
        number, told, size = payload["number"], payload["sha256"], payload["bytes"]
        companions = companions_of(record.kind, payload, number)
        # Whoever looks for the file that was begun finds it there from now on.
        if self.begun.get(number) == payload["file"]:
            del self.begun[number]
        self.pieces[number] = (number, payload["id"], payload["file"], told, size, record.sequence)
        self.companions[number] = companions
        self.made[number] = self.making(record.kind, payload)
        if record.kind == "piece.restored":
            self.restored += 1
            self.returns[record.sequence] = payload["origin"], (
                payload["id"], told, size, digests(companions), self.making_of(number), number)

    def note_copy(self, record, payload):
        number = payload["pieces"][0]
        told = {"": (f"{REDACTED}{number:06}.jpg", payload["sha256"], payload["bytes"])}
        if "crop_sha256" in payload:
            told["crop"] = f"{REDACTED}{number:06}-crop.jpg", payload["crop_sha256"], payload["crop_bytes"]
        self.redacted[number, payload["sha256"]] = told
        self.redactions[record.sequence] = number, payload["sha256"]

    def making(self, kind, payload):
        """Who asked for a piece and when, and the record of its camera, as far as its record says it; of what came back
        all that is said of its making.
        """
        facts = payload
        match kind:
            case "piece.restored":
                return without_nulls(payload.get("made") or {}), None
            case "piece.imported":
                return None, None
            case "piece.adopted":
                facts = payload["facts"] or {}
        is_own = kind != "piece.adopted" or facts.get("store") == self.store
        camera = facts.get("camera") if is_own and is_of_type(facts.get("camera"), "number") else None
        # What opens a camera later under that number is no camera of this piece.
        return ({name: facts.get(name) for name in MAKING},
                camera if camera is not None and camera in self.cameras else None)

    def making_of(self, number):
        """The same with what the camera said when it was opened; None where nothing is told."""
        made, camera = self.made[number]
        return without_nulls((made or {}) | ({} if camera is None else {"camera": self.cameras[camera]}))

    def note_device(self, record, payload):
        key = payload["device"]["public_key"]
        if record.kind == "store.created":
            self.store = self.store or payload["store"]
        fingerprint = sha256(bytes.fromhex(key))
        is_named = fingerprint in self.keys or fingerprint[:16] in self.keys
        before = self.signers[-1] if self.signers else None
        endorsed = self.is_endorsed(record, payload, before["public_key"]) if before else None
        is_known_by_that = endorsed and before["known_by"] is not None
        self.signers.append({
            "id": fingerprint[:16], "fingerprint": fingerprint, "public_key": key, "first_record": record.sequence,
            "last_record": record.sequence, "signatures": 0, "endorsed": endorsed,
            "known_by": "key" if is_named else "endorsed" if is_known_by_that else None})

    def is_endorsed(self, record, payload, previous):
        """Whether the key before vouches for the new one; what only looks like its word is a finding."""
        endorsement, device = payload.get("endorsement"), payload["device"]
        if record.kind != "device.changed" or endorsement is None:
            return False
        message = f"exhibit.key.1\n{self.store or ''}\n{self.hash}\n{device['public_key']}"
        is_right = is_signature(endorsement, previous, message)
        # Where the record before is gone nobody knows what was signed.
        if is_right is False and self.is_unbroken:
            self.findings.add("endorsement.bad", record=record.sequence, device=device["id"])
        return is_right

    def check_signature(self, record):
        if self.signers:
            self.signers[-1]["last_record"] = record.sequence
        self.is_signed = record.signature is not None
        if not self.is_signed:
            return
        is_right = is_signed(self.signers[-1]["public_key"], record) if self.signers else False
        if is_right is not False:
            self.signers[-1]["signatures"] += is_right is True
            self.last_signed = record.sequence
        else:
            device = self.signers[-1]["id"] if self.signers else None
            self.findings.add("signature.wrong", record=record.sequence, device=device)

    def check_keys(self):
        for signer in self.signers if self.keys else ():
            if not signer["known_by"]:
                self.findings.add(
                    "key.other", record=signer["first_record"], last_record=signer["last_record"],
                    device=signer["id"])

    # Tables

    def check_tables(self):
        for table, told in self.tables.rows.items():
            self.check_table(table, told)
        for name in self.source.other_objects():
            self.findings.add("schema.other", words=name)

    def check_table(self, table, told):
        """Compares the rows of a table with those that the records make, cell by cell."""
        for here in self.source.rows(table):
            values = [here[name] for name in KEYS[table]]
            key = tuple(Store.text(value) if isinstance(value, Text) else value for value in values)
            row = told.get(key)
            if row:
                told.note_seen(key)
                self.check_cells(table, key, here, row)
            else:
                self.add_row("row.extra", table, " ".join(spelled_cell(value) or "" for value in values))
        for row in told.unseen():
            self.add_row("row.missing", table, spelled_key(told.key_of(row)), record=row.made)

    def check_cells(self, table, key, here, row):
        for name, value in here.items():
            if not is_same(value, row[name]):
                told, value = spelled_cell(row[name]), spelled_cell(value)
                words = CELLS.get((table, name), OTHER_CELL)
                self.add_row("row.other", table, spelled_key(key), words, record=row.changed(name), column=name,
                             here=value, told=told)

    def add_row(self, kind, table, row, words="{place}", **rest):
        place = ROWS.get(table, OTHER_ROW).format(row=shown(row), table=table)
        values = {name: "nothing" if rest.get(name) is None else f"'{shown(rest[name])}'" for name in ("here", "told")}
        words = words.format(place=place, column=rest.get("column"), **values)
        number = int(row) if table == "evidence" else None
        self.findings.add(kind, words=words, table=table, row=row, number=number, **rest)

    # Pieces

    def check_file(self, piece, only=None):
        """Whether its files, or the one that is named, are there as they were recorded; what was purged may be gone."""
        number, _, file, digest, size, record = piece
        flaws = [(name, *file_flaw(self.source.place(name), count, sha))
                 for name, sha, count in [(file, digest, size), *self.companions[number].values()]
                 if only in (None, name)]
        flaws = [flaw for flaw in flaws if flaw[1]]
        spoilt = {name for name, _, _ in flaws}
        for name in self.files_of(number):
            if name not in spoilt:
                self.whole.add(name)
        is_gone = any(kind == "file.missing" for _, kind, _ in flaws)
        is_left_out = (self.source.is_left_out(number) or self.is_later(record)) and is_gone
        is_purged = number in self.purged
        for name, kind, words in flaws:
            if kind != "file.missing" or not (is_purged or is_left_out):
                self.findings.add(kind, words=words, record=record, number=number, file=name)
        if is_left_out and not is_purged:
            self.left_out += 1

    def is_later(self, record):
        """Whether the export that the last record tells of was made before this record."""
        return self.last_export is not None and record > self.last_export[1]

    def files_of(self, number):
        return [self.pieces[number][2], *(told[0] for told in self.companions[number].values())]

    # What came back from other stores

    def check_origins(self):
        """Compares what came back with the records of the stores that it comes from, which are kept."""
        found, spoilt, chains = {}, set(), [self]
        for store, head, file, digest, size, are_remains in self.kept:
            key = store, head, are_remains
            if key in found or key in spoilt:
                continue
            path = self.source.place(file)
            kind, words = file_flaw(path, size, digest)
            reader = None if kind else read_kept(path, are_remains, self.scratch)
            if reader and (reader.findings.counts or (reader.sequence, reader.hash) != head or reader.store != store):
                kind = "file.altered"
            if kind:
                kinds = {"file.missing": "origin.missing", "file.unreadable": "origin.unreadable"}
                self.findings.add(kinds.get(kind, "origin.altered"), words=words, file=file)
                spoilt.add(key)
                continue
            found[key] = reader
            reader.inherit_rebuilds(chains)
            if fork := next(filter(None, (chain.fork(reader) for chain in chains)), None):
                self.findings.add("history.forked", record=fork, file=file)
            chains.append(reader)
            self.origins.append({
                "store": store, "head": f"{head[0]}:{head[1]}", "file": file, "records": reader.count,
                "fingerprints": [signer["fingerprint"] for signer in reader.signers]})
        # What came back may have come back before.
        for returns in [self.returns, *(reader.returns for reader in found.values())]:
            for record, (origin, piece) in returns.items():
                self.check_return(record, origin, piece, found, spoilt)

    def fork(self, other):
        """The first record that is another in `other`, where both are of one store and one key signed in both from
        there on; else None. A database that was made anew after damage goes on from before it, and says so: that is no
        fork.
        """
        if not self.store or self.store != other.store:
            return None
        hashes = zip_by_key(self.history, other.history)
        record = next((number for number, own, others in hashes if own != others), None)
        if record is None:
            return None
        if self.explains(record, other) or other.explains(record, self):
            return None
        return record if self.keys_from(record) & other.keys_from(record) else None

    def inherit_rebuilds(self, chains):
        """What damage has left of records of one of `chains` has behind it what that says of earlier damage."""
        whole = next((chain for chain in chains if chain.store == self.store and not chain.are_remains), None)
        if self.are_remains and whole:
            before = [rebuild for rebuild in whole.rebuilds if rebuild["lost"][0]["first"] <= self.first_left][:-1]
            self.rebuilds_before = [(rebuild, whole.history.get(rebuild["record"])) for rebuild in before
                                    if rebuild["record"] <= whole.last_signed]

    def explains(self, record, other):
        """Whether a signed record says that damage took those from before `record` on, as they are in `other`."""
        own = [(rebuild, self.history.get(rebuild["record"])) for rebuild in self.rebuilds]
        for rebuild, hash_of_rebuild in self.rebuilds_before + own:
            number, hash_ = parse_head(rebuild["head"]) if rebuild["head"] else (0, None)
            is_other = other.history.get(rebuild["record"]) != hash_of_rebuild
            if rebuild["lost"][0]["first"] <= record and rebuild["record"] <= self.last_signed and is_other and (
                    other.history.get(number) in (None, hash_)):
                return True
        return False

    def keys_from(self, record):
        return {signer["public_key"] for signer in self.signers if signer["last_record"] >= record}

    def check_return(self, record, origin, piece, found, spoilt):
        key = origin["store"], head_of(origin), origin.get("remains", False)
        number = piece[5] if piece and self.pieces.get(piece[5], [None] * 6)[5] == record else None
        if key not in found:
            if key not in spoilt:
                self.findings.add("origin.missing", record=record, number=number, file=kept_file(*key))
        elif not found[key].has(origin, piece):
            self.findings.add("origin.other", record=record, number=number, file=kept_file(*key))

    def has(self, origin, piece):
        """Whether these records tell of what came back."""
        if self.history.get(origin["record"]) != origin["hash"]:
            return False
        if piece is None:
            return True
        there = self.pieces.get(origin["number"])
        if not there or there[5] != origin["record"]:
            return False
        is_made_so = piece[4] is None or piece[4] == self.making_of(origin["number"])
        size, told = there[4], {"": there[2:4]} | self.companions[origin["number"]]
        if "redacted" in origin:
            number, digest = self.redactions.get(origin["redacted"], (None, None))
            if number != origin["number"]:
                return False
            told = self.redacted[number, digest]
            size = told[""][2]
        told = digests(told)
        return is_made_so and piece[:4] == (there[1], told.pop(""), size, told)

    # The copies of an export

    def likely_head(self):
        """The record at which an export was made, and its hash where its manifest alone tells it."""
        last = self.source.last_members()
        if last.get("kind") == "export.made":
            return (head_of(last.get("payload")) or (0, None))[0], None
        return (self.manifest and head_of(self.manifest.members)) or (0, None)

    def check_export(self, export):
        """Compares the export's files with its list, and what it says with what its records make of it."""
        manifest = self.manifest
        has_pieces = manifest is not None and manifest.is_json and isinstance(manifest.members.get("pieces"), list)
        is_compared = has_pieces and self.source.has_list()
        # Without its list, or the texts, nobody knows what they make of it.
        is_known = is_compared and self.source.unread.keys().isdisjoint(map(self.source.path, (LIST, "texts.jsonl")))
        if is_known and self.marked:
            self.meaning = Meaning(self, self.last_export and self.last_export[2])
        self.check_list(export, self.check_copies(export))
        if self.meaning:
            self.meaning.finish()
        elif is_known:
            self.findings.add("manifest.untrue", words="The list of the export names no head of these records.",
                              file=MANIFEST, table="manifest", column="head",
                              here=spelled_member(self.manifest.members, "head"))
        are_trusted = not self.findings.any(TRUSTED)
        if is_compared and not are_trusted:
            self.findings.drop(MEANT)
            self.export |= {"rows": [], "row_count": 0}
        if is_compared:
            self.export["meaning"] = "proved" if self.meaning and are_trusted else "unproved"

    def check_copies(self, export, only=None):
        """Compares the copies with the export's manifest and with the originals; the files of which that tells."""
        seen = self.scratch.shelf()
        if self.manifest_error:
            if self.manifest_error.errno in NO_FILE:
                raise self.manifest_error
            # Whoever goes through the list says it of all that is there.
            if not self.source.has_list():
                self.findings.add("listed.unreadable", words=self.manifest_error.strerror, file=MANIFEST)
            return seen
        if self.manifest is None:
            self.findings.add("manifest.missing", file=MANIFEST)
            return seen
        is_right, numbers = not self.manifest.is_malformed, self.scratch.shelf()
        is_complete = is_right and self.manifest.is_complete
        self.export["complete"] = is_complete if only is None else None
        for entry in self.manifest.elements("pieces"):
            if not is_entry(entry):
                is_right = False
                continue
            numbers.add(entry["number"])
            if only is not None and entry["number"] != only[0]:
                continue
            right = self.check_copy(export, entry, only and only[1])
            if self.meaning:
                self.meaning.take(entry, right)
            for name in (name for name in PATHS if isinstance(entry.get(name), str)):
                seen.add(path_key(entry[name]))
        if not is_right:
            self.findings.add("manifest.malformed", file=MANIFEST)
        for number, piece in self.pieces.items() if is_complete and only is None else ():
            if number not in numbers and not self.source.is_left_out(number) and number not in self.purged and (
                    not self.is_later(piece[5]) and all(file in self.whole for file in self.files_of(number))):
                self.findings.add("manifest.lacking", record=piece[5], number=number)
        return seen

    def check_list(self, export, seen):
        """Compares the list of the export's files with the record of the export, and the files with it, but for those
        that were `seen`.
        """
        for file in (*(f"proof/{kept[2]}" for kept in self.kept), *self.source.unread):
            seen.add(path_key(file))
        if self.source.path(LIST) in self.source.unread:
            self.export["list"] = "unchecked"
            return
        self.export["list"] = self.proof_of_list()
        if not self.source.has_list():
            return
        listed = self.scratch.shelf()
        for line in self.source.listed():
            if line is None:
                self.findings.add("list.malformed", file=LIST)
            elif self.meaning and "path" not in line:
                self.meaning.take_left_out(line)
            elif "path" in line:
                listed.add(path_key(line["path"]))
                if path_key(line["path"]) not in seen:
                    self.check_listed(export, line)
        added, unlooked, renamed = Smallest(), Smallest(), self.source.files.renamed
        for path in files_in(export, unlooked):
            key = path_key(path)
            if path not in OWN_FILES and key not in listed and key not in seen and key not in renamed:
                added.add(path)
        self.export |= {"added": added.kept(), "added_count": added.count, "unlooked": unlooked.kept()}

    def proof_of_list(self):
        if not self.source.has_list():
            if self.last_export:
                self.findings.add("list.missing", record=self.sequence, file=LIST)
            return "wrong" if self.last_export else "none"
        if self.source.path("records.jsonl") in self.source.unread:
            return "unchecked"
        own, plain = self.source.digests_of_list()
        record = self.exports.get(own) or self.exports.get(plain)
        if record is not None and record == self.sequence:
            if own not in self.exports:
                self.note_rewritten(LIST)
            return "recorded"
        if record is None and not self.last_export:
            return "unsigned"
        self.findings.add("list.altered" if record is None else "list.older", record=record or self.sequence, file=LIST)
        return "wrong"

    def check_listed(self, export, line):
        path, place = line["path"], self.source.files.place(line["path"])
        kind, words = file_flaw(place, line["bytes"], line["sha256"])
        is_other = kind in ("file.altered", "file.cut") and is_plain_file(place)
        if is_other and (form := form_of(path, place, line["sha256"])):
            self.export[form].append(path)
        elif is_other and TABLE_FILE.fullmatch(path):
            self.export["changed"].append(path)
        elif kind:
            kinds = {"file.missing": "listed.missing", "file.unreadable": "listed.unreadable"}
            self.findings.add(kinds.get(kind, "listed.altered"), words=words, file=path)

    def check_copy(self, export, entry, only):
        """Compares the copies of a piece; which are right so far: that of its own file has an empty name."""
        number, right = entry["number"], []
        _, _, file, digest, _, record = self.pieces.get(number, [None] * 6)
        names = [entry[name] for name in COPY]
        told = self.companions.get(number, {})
        if entry["original"].startswith(f"proof/{REDACTED}") and (number, entry["original_sha256"]) in self.redacted:
            told = self.redacted[number, entry["original_sha256"]]
            file, digest, _ = told[""]
            self.export["redacted"] += 1
        if only in (None, file) and self.check_pair(export, number, record, file, digest, names):
            right.append("")
        for kind in COMPANIONS:
            if is_listed(entry, kind) or kind in told and told[kind][0] in self.whole:
                file, digest, _ = told.get(kind, [None] * 3)
                if only not in (None, file):
                    continue
                names = [entry.get(f"{kind}_{name}") for name in COPY]
                if self.check_pair(export, number, record, file, digest, names):
                    right.append(f"{kind}_")
        return right

    def check_pair(self, export, number, record, file, digest, listed):
        """Compares what the list says of a file and its copy with the record and with both.

        Where the original is not there, the copy is compared with its record, which is of a file without Exif of ours.
        """
        original, copy, original_digest, copy_digest = listed
        is_made = file is not None and file.startswith(REDACTED)
        is_whole, is_other = is_made or file in self.whole, file is None or original != f"proof/{file}"
        # What was altered is exported as it is, and is told of already.
        if is_other or is_whole and original_digest != digest:
            self.findings.add("manifest.other", record=record, number=number)
            is_other = True
        files = self.source.files
        made_kind = None
        if is_made and not is_other:
            made_kind, words, *_ = picture_flaw(files.place(original), digest)
            if made_kind:
                self.findings.add(made_kind, words=words, record=record, number=number, file=original)
        if copy is None:
            return False
        kind, words, whole, bare = picture_flaw(files.place(copy), copy_digest)
        if kind == "copy.altered" and whole and not is_other and digest == copy_digest and (
                form_of(copy, files.place(copy), digest) == "rewritten"):
            self.copies += 1
            self.export["rewritten"].append(copy)
            return False
        if whole and file and original == f"proof/{file}":
            is_same = digest in (whole, bare)
            if is_made:
                kind = kind if bare == digest else "copy.altered"
            elif is_whole:
                is_same = bare == picture_flaw(files.place(original), digest)[3]
                kind = kind if is_same else "copy.altered"
            elif not is_same and not files.has(original):
                kind = kind or "copy.unproved"
            self.copies += is_whole or is_same
        if kind:
            self.findings.add(kind, words=words, record=record, number=number, file=copy)
        return is_whole and not is_other and not kind and not made_kind

    def untold_files(self):
        """The files with a piece's name that no record tells of, with the numbers in their names; strangers are
        put aside.
        """
        untold = []
        folders = self.source.names("evidence")
        if folders is None:
            self.note_stranger("evidence")
        for folder in folders or []:
            if folder == "evidence/rejected":
                continue
            files = self.source.names(folder) if folder_index(folder) is not None else None
            if files is None:
                self.note_stranger(folder)
            for file in files or []:
                number = companion(file)[0] or number_of(file)
                if number is None:
                    self.note_stranger(file)
                elif not self.is_told(number, file):
                    untold.append((number, file))
        return untold

    def note_stranger(self, name):
        self.stranger_count += 1
        if len(self.strangers) < MOST_OF_A_KIND:
            self.strangers.append(name)

    def is_told(self, number, file):
        """Whether a record tells of the file; a second one of the same number is nobody's."""
        if self.begun.get(number) == file or file in self.left and self.is_left(file):
            return True
        own = [self.pieces[number][2]] if number in self.pieces else []
        return file in own + [told[0] for told in self.companions.get(number, {}).values()]

    def is_left(self, file):
        """Whether it is what its latest record has left under its name, as far as that tells."""
        told, path = self.left[file], os.path.join(self.source.folder, file)
        try:
            facts = os.lstat(path)
        except OSError:
            return False
        is_file, digest = stat.S_ISREG(facts.st_mode), told.get("sha256")
        if told["bytes"] is None:
            return not is_file or "sha256" not in told
        if not is_file or facts.st_size != told["bytes"]:
            return False
        return digest is None or file_flaw(path, told["bytes"], digest) == (None, None)

    def still_untold(self, names):
        """Those that no record tells of: a program may have recorded them while the other files were read, and may be
        about to record one that is newer than all.
        """
        newest = max(self.pieces, default=0)
        end = time.monotonic() + PATIENCE_S
        while names:
            told = self.source.later_numbers(self.sequence)
            names = [name for name in names if name[0] not in told and self.is_there(name)]
            is_due = any(number > newest for number, _ in names) and self.source.is_written()
            if not is_due or time.monotonic() > end:
                break
            time.sleep(0.05)
        return names

    def is_there(self, name):
        return os.path.lexists(self.source.place(name[1]))

    # What comes of it

    def byte_count(self):
        beside = (told[2] for companions in self.companions.values() for told in companions.values())
        return sum(piece[4] for piece in self.pieces.values()) + sum(beside)

    def verdict(self, kinds):
        if kinds - UNCHECKED:
            return "bad"
        if kinds or not self.are_signatures_known:
            return "unchecked"
        return "changed" if self.export["changed"] else "good"

    @property
    def are_signatures_known(self):
        return Ed25519PublicKey is not None

    def report(self):
        kinds = [kind for kind in SENTENCES if self.findings.counts[kind]]
        self.export["rewritten"].sort()
        return {
            "verdict": self.verdict(set(kinds)),
            "store": self.store, "records": self.count,
            "pieces": len(self.pieces), "bytes": min(self.byte_count(), (1 << 63) - 1),
            "left_out": self.left_out, "texts_redacted": self.texts_redacted, "texts_untold": self.texts_untold,
            "copies": self.copies,
            "restored": self.restored, "origins": self.origins,
            "head": f"{self.sequence}:{self.hash}" if self.sequence else None, "head_check": self.head_check,
            "devices": self.signers, "resumptions": self.resumptions[:MOST_OF_A_KIND],
            "rebuilds": self.rebuilds[:MOST_OF_A_KIND],
            "export": self.export, "piece": self.piece, "counts": {kind: self.findings.counts[kind] for kind in kinds},
            "findings": [finding for kind in kinds for finding in self.findings.kept if finding["kind"] == kind],
            "strangers": self.strangers, "stranger_count": self.stranger_count}


class Row:
    """A row that the records make: its cells that are not empty, the record that made it, and by column the last one
    that changed it since.
    """

    __slots__ = ("rows", "cells", "made", "changes")

    def __init__(self, rows, made, cells, changes):
        self.rows, self.made, self.changes = rows, made, changes
        self.cells = {name: value for name, value in cells.items() if value is not None}

    def __getitem__(self, name):
        return self.cells.get(name)

    def changed(self, name):
        return self.changes.get(name, self.made)

    def set(self, record, /, **cells):
        others = {name: value for name, value in cells.items() if self[name] != value}
        if others:
            self.cells |= others
            self.changes |= dict.fromkeys(others, record)
            self.rows.update(self, others)


class Rows:
    """The rows of a table by their keys, on the disk."""

    def __init__(self, scratch, table):
        self.scratch, self.name, self.keys = scratch, scratch.named(), KEYS[table]
        self.columns = COLUMNS[table].split()
        keys, columns = ", ".join(self.keys), ", ".join(self.columns)
        scratch.run(f"CREATE TABLE {self.name} ({columns}, made_by, changes, is_seen, PRIMARY KEY ({keys}))")
        for index in INDEXES.get(table, ()):
            scratch.run(f"CREATE INDEX {scratch.named()} ON {self.name} ({index})")
        self.selection = f"SELECT {columns}, made_by, changes FROM {self.name}"
        self.place = "WHERE " + " AND ".join(f"{name} = ?" for name in self.keys)
        self.insertion = f"INSERT INTO {self.name} VALUES ({', '.join('?' * len(self.columns))}, ?, NULL, NULL)"

    def add(self, made, cells):
        row = Row(self, made, cells, {})
        self.scratch.run(self.insertion, (*(row[name] for name in self.columns), made))
        return row

    def update(self, row, cells):
        names = ", ".join(f"{name} = ?" for name in cells)
        self.scratch.run(f"UPDATE {self.name} SET {names}, changes = ? {self.place}", (
            *cells.values(), pickle.dumps(row.changes), *(row[name] for name in self.keys)))

    def where(self, clauses="", *values):
        """The rows for which `clauses` hold, in the order in which they came."""
        return self.ordered(f"{clauses} ORDER BY rowid", values)

    def ordered(self, clauses, values=()):
        for *cells, made, changes in self.scratch.run(f"{self.selection} {clauses}", values):
            yield Row(self, made, dict(zip(self.columns, cells)), pickle.loads(changes) if changes else {})

    def first(self, clauses, *values):
        return next(self.where(clauses, *values), None)

    def get(self, key):
        return next(self.ordered(self.place, key), None)

    def has(self, clauses, *values):
        return self.scratch.run(f"SELECT 1 FROM {self.name} {clauses} LIMIT 1", values).fetchone() is not None

    def __contains__(self, key):
        return self.has(self.place, *key)

    def __iter__(self):
        """The keys, in their order."""
        keys = ", ".join(self.keys)
        return iter(self.scratch.run(f"SELECT {keys} FROM {self.name} ORDER BY {keys}"))

    def values(self):
        return self.where()

    def remove(self, clauses, *values):
        self.scratch.run(f"DELETE FROM {self.name} {clauses}", values)

    def pop(self, *key):
        self.remove(self.place, *key)

    def note_seen(self, key):
        self.scratch.run(f"UPDATE {self.name} SET is_seen = 1 {self.place}", key)

    def unseen(self):
        return self.ordered(f"WHERE is_seen IS NULL ORDER BY {', '.join(self.keys)}")

    def copy(self, table):
        copy = Rows(self.scratch, table)
        self.scratch.run(f"INSERT INTO {copy.name} SELECT * FROM {self.name} ORDER BY rowid")
        return copy

    def key_of(self, row):
        return tuple(row[name] for name in self.keys)


class Tables:
    """What the tables have to say: what the records come to, each taken in in its place.

    Nothing is believed of a record that can't follow on those before it, such as one of a piece of a thing that there
    is not.
    """

    def __init__(self, scratch):
        self.scratch = scratch
        self.rows = {name: Rows(scratch, name) for name in KEYS}
        # The files of clips that were begun and have no end, by their settings; the row of the latest boot, of so many.
        self.begun, self.boot, self.boot_count = {}, None, 0
        # Seconds that the board is east of UTC; by number and title of a thing the record that called it so first.
        self.offset, self.titles, self.sequence = None, scratch.shelf(2), 0

    def copy(self):
        """What they say now, and go on saying."""
        copy = object.__new__(Tables)
        copy.rows = {name: rows.copy(name) for name, rows in self.rows.items()}
        copy.sequence, copy.titles = self.sequence, self.titles
        return copy

    def has_title(self, thing, is_one):
        """Whether a thing had a title by now of which that holds."""
        return any(record <= self.sequence and is_one(title) for (_, title), record in self.titles.items(within=thing))

    def captured(self, row):
        """When a piece was taken, in microseconds, and on whose word; None where nobody knows."""
        if row["actual"] is None:
            return None, "unset"
        own, clock = row["wall_time"], row["clock"]
        if own is None or clock not in ("synchronised", "told"):
            own, clock = None, "unset"
        boot = self.rows["boots"].first("WHERE boot_id = ?", row["boot_id"])
        if boot and boot["clock"] != "unset" and boot["known_at"] is not None:
            is_better = clock == "unset" or clock == "told" and (
                boot["clock"] == "synchronised" or row["actual"] < boot["known_at"])
            if is_better:
                distance = row["actual"] - boot["known_at"]
                steps = abs(distance) // 1000
                return boot["wall_time"] + (steps if distance > 0 else -steps), boot["clock"]
        return (None, "unset") if own is None else (round(own * 1e6), clock)

    def drop(self):
        """Gives the room back; nothing more is asked of them."""
        for rows in self.rows.values():
            self.scratch.run(f"DROP TABLE {rows.name}")

    def thing_number(self, id_):
        """The number of the thing with this id; None where there is none."""
        thing = self.rows["things"].first("WHERE id = ?", id_)
        return thing["number"] if thing else None

    def is_thing(self, id_):
        return self.rows["things"].has("WHERE id = ?", id_)

    def is_known(self, kind, payload):
        """Whether a piece's number or id is another's."""
        return kind in KINDS_THAT_ADD and self.rows["evidence"].has(
            "WHERE number = ? OR id = ?", payload["number"], payload["id"])

    def can_take(self, kind, payload):
        """Whether the records before let it say what it says."""
        requests = self.rows["requests"]
        match kind:
            case "thing.created" | "thing.restored":
                return not self.rows["things"].has("WHERE number = ? OR id = ?", payload["number"], payload["id"])
            case "request.imported" | "request.restored":
                is_known = requests.has("WHERE id = ? OR url = ?", payload["id"], url_of(payload))
                return not is_known and payload.get("status", "pending") in STATUSES
            case "request.changed":
                return payload["status"] in STATUSES or (payload["id"],) not in requests
            case "piece.options":
                return len(payload["pieces"]) == 1
            case "piece.adopted" | "piece.restored" | "clip.recovered":
                return payload["kind"] in KINDS_OF_PIECES and self.is_thing(payload["thing"])
        return kind not in KINDS_THAT_ADD or self.is_thing(payload["thing"])

    def take(self, record, payload):
        self.sequence, self.time = record.sequence, seconds(record.wall_time)
        self.note_boot(record)
        match record.kind:
            case "store.created" | "device.changed" | "setting.kept" | "store.reset":
                self.take_setting(record.kind, payload)
            case "program.started" | "clock.told" | "clock.synchronised" if "utc_offset" in payload:
                self.offset = payload["utc_offset"]
                self.put("settings", name="utc_offset", value=str(self.offset))
            case "thing.created" | "thing.used" | "thing.changed" | "thing.deleted" | "thing.restored":
                self.take_thing(record.kind, payload)
            case kind if kind in KINDS_THAT_ADD:
                self.take_piece(record.kind, payload)
            case "piece.begun" | "number.spent" | "file.rejected":
                self.take_number(record.kind, payload)
            case "request.imported" | "request.restored" | "request.changed" | "checklist.changed":
                self.take_request(record, payload)
            case "piece.options" | "option.confirmed" | "option.denied" | "piece.decided":
                self.take_options(record.kind, payload)
            case "piece.examined" | "faces.changed" | "faces.undone":
                self.take_faces(payload)
            case "piece.redacted":
                self.add("redacted_copies", record=self.sequence, piece=payload["pieces"][0],
                         original=payload["original"], areas=canonical(payload["areas"]).decode(),
                         sha256=payload["sha256"], byte_count=payload["bytes"],
                         crop_sha256=payload.get("crop_sha256"), crop_byte_count=payload.get("crop_bytes"))
            case "capture.gap":
                self.add("gaps", record=self.sequence, began=payload["from"], ended=payload["to"],
                         cause=payload["cause"], boot_id=record.boot_id, wall_time=self.time, clock=record.clock)
            case "records.kept":
                self.put("origins", record=self.sequence, byte_count=payload["bytes"], **{
                    name: payload[name] for name in ("store", "head", "device", "file", "sha256")})
            case "text.redacted":
                self.redact([(text["record"], text["member"]) for text in payload["texts"]])
            case "change.undone":
                self.undo(set(payload["records"]))
            case "file.missing" | "file.altered" | "file.found":
                self.set_state(record.kind.removeprefix("file."), payload["number"])
            case _ if record.kind.startswith("piece."):
                self.mark(record.kind, payload)

    def add(self, table, **cells):
        return self.rows[table].add(self.sequence, cells)

    def put(self, table, **cells):
        """Adds a row, or sets the cells of the one that is there."""
        row = self.rows[table].get(tuple(cells[name] for name in KEYS[table]))
        if row:
            row.set(self.sequence, **cells)
        else:
            self.add(table, **cells)

    # Boots, and settings

    def note_boot(self, record):
        """A boot is dated by the first record with the best word on the time, and of what people told by the latest."""
        wall = record.wall_time
        if self.boot is None or self.boot["boot_id"] != record.boot_id:
            self.boot = self.rows["boots"].first("WHERE boot_id = ?", record.boot_id)
        if self.boot is None:
            self.boot_count += 1
            self.boot = self.add("boots", ordinal=self.boot_count, boot_id=record.boot_id, clock="unset")
        if wall is None:
            return
        boot = self.boot
        is_better = boot["clock"] == "unset" or boot["clock"] == "told" and (
            record.clock == "synchronised" or record.clock == "told" and record.kind == "clock.told")
        if is_better:
            boot.set(self.sequence, clock=record.clock, known_at=record.monotonic, wall_time=wall, earliest=wall,
                     latest=wall)
        elif boot["clock"] == record.clock and (wall < boot["earliest"] or wall > boot["latest"] + LATEST_STEP):
            boot.set(self.sequence, earliest=min(wall, boot["earliest"]), latest=max(wall, boot["latest"]))

    def take_setting(self, kind, payload):
        settings = self.rows["settings"]
        if kind == "store.created":
            self.put("settings", name="store", value=payload["store"])
        if kind in ("store.created", "device.changed"):
            self.put("settings", name="device_key", value=payload["device"]["public_key"])
        elif kind == "store.reset":
            settings.remove("WHERE substr(name, 1, 4) = 'set.'")
        elif payload["value"] is None:
            settings.pop(f"set.{payload['name']}")
        else:
            self.put("settings", name=f"set.{payload['name']}", value=payload["value"])

    def take_number(self, kind, payload):
        """Numbers that no piece has, and clips that were begun, or will have no end."""
        setting = f"begun.{payload['number']}"
        if kind == "piece.begun" and payload["kind"] == "clip" and payload.get("id") is not None:
            self.put("settings", name=setting, value=str(self.sequence))
            self.begun[setting] = payload["file"]
        elif kind == "number.spent" or (
                kind == "file.rejected" and payload["moved_to"] is not None
                and self.begun.get(setting) == payload["file"]):
            self.end(setting)
        if payload["number"] is not None:
            last = self.rows["settings"].get(("last_number",))
            highest = max(payload["number"], int(last["value"]) if last else 0)
            self.put("settings", name="last_number", value=str(highest))
        if kind == "file.rejected":
            self.put("rejected", record=self.sequence, **{
                name: payload[name] for name in ("file", "moved_to", "reason")})

    def end(self, setting):
        self.rows["settings"].pop(setting)
        self.begun.pop(setting, None)

    # Things

    def take_thing(self, kind, payload):
        row = self.rows["things"].first("WHERE id = ?", payload["id"])
        match kind:
            case "thing.created" | "thing.restored":
                self.add_thing(payload)
                self.titles.setdefault((payload["number"], payload["title"] or ""), self.sequence)
            case "thing.changed" if row:
                self.set_field(row, payload["field"], payload["value"])
                self.titles.setdefault((row["number"], row["title"]), self.sequence)
            case "thing.deleted" if row and row["deleted"] is None:
                row.set(self.sequence, deleted=self.sequence)
        current = payload["number"] if kind in ("thing.created", "thing.used") else payload.get("current")
        if kind in ("thing.created", "thing.used", "thing.deleted") and current is not None:
            self.put("settings", name="current_thing", value=str(current))

    def add_thing(self, payload):
        cells = {name: payload.get(name) for name in FIELDS_OF_THINGS}
        cells["title"] = cells["title"] or ""
        cells |= {name: canonical(payload[name]).decode() if payload.get(name) is not None else empty
                  for name, empty in (("tags", "[]"), ("data", "{}"), ("origin", None))}
        self.add("things", number=payload["number"], id=payload["id"], created_at=self.time_of(payload, "created_at"),
                 updated_at=self.time_of(payload, "updated_at"), **cells)

    def time_of(self, payload, member):
        """When something began or was changed where it comes from; else when it was recorded here."""
        return seconds(payload[member]) if member in payload else self.time

    def set_field(self, row, field, value):
        value = canonical(value).decode() if isinstance(value, list) else value
        empty = {"title": row["title"], "category": "other", "tags": "[]"}
        if field in FIELDS_OF_THINGS:
            row.set(self.sequence, **{field: empty.get(field) if value is None else value})
        elif field.startswith("data."):
            data = json.loads(row["data"])
            data.pop(field[5:], None) if value is None else data.update({field[5:]: value})
            row.set(self.sequence, data=in_order(data))
        row.set(self.sequence, updated_at=self.time)

    # Pieces

    def take_piece(self, kind, payload):
        number = payload["number"]
        active = self.rows["requests"].first("WHERE status = 'active'")
        cells = {
            "id": payload["id"], "thing": self.thing_number(payload["thing"]), "local_file": payload["file"],
            "request": active["id"] if active and kind != "piece.adopted" else None, "byte_count": payload["bytes"],
            "state": "stored", "utc_offset": self.offset, "record": self.sequence, "created_at": self.time,
            "updated_at": self.time,
        } | {name: payload[name] for name in ("number", "sha256", "width", "height")} | self.cells_of(kind, payload)
        self.add("evidence", **cells)
        self.count(cells, cells["state"], 1)
        if kind in ("clip.stored", "clip.recovered"):
            self.end(f"begun.{number}")
        if kind == "piece.restored":
            self.hold(number, payload)

    def hold(self, number, payload):
        """What programs guessed of a piece that came back, and what people held of that."""
        for place, option in enumerate(payload.get("options") or []):
            self.add("options", record=self.sequence, place=place, piece=number, text=option["text"],
                     per_mille=option["per_mille"], analyser=option["analyser"],
                     denied=self.sequence if option["denied"] else None)
        if faces := payload.get("faces"):
            self.add("faces", record=self.sequence, piece=number, analyser=faces["analyser"], failed=faces["failed"],
                     faces=canonical(faces["faces"] or []).decode(), active=faces["active"], requester="analyser")
        if "decided_by" in payload:
            self.put("choices", piece=number, record=self.sequence, text=payload.get("option") or "",
                     requester=payload["decided_by"])

    def cells_of(self, kind, payload):
        """Those that are different for each kind of a piece's record."""
        data = payload.get("data")
        match kind:
            case "photo.stored":
                return when(payload) | {
                    "kind": "document" if "crop" in data else "photo", "data": in_order(data)}
            case "piece.imported":
                return {"kind": "imported", "data": in_order(data), "clock": "unset"}
            case "piece.adopted":
                facts = payload["facts"] or {"data": {}}
                data = {name: value for name, value in facts["data"].items()
                        if name != "glyphs" or "glyphs" in payload}
                return when(facts) | {
                    "kind": payload["kind"], "data": in_order(data), "adopted": payload["reason"], "state": "adopted"}
            case "piece.restored":
                captured = payload["captured"] or {"wall_time": None, "clock": "unset"}
                return when(payload) | {
                    "wall_time": seconds(captured["wall_time"]), "clock": captured["clock"], "data": in_order(data),
                    "origin": in_order(payload["origin"]), "locked": self.sequence if payload["locked"] else None,
                    "utc_offset": payload.get("utc_offset"),
                } | {name: payload[name] for name in (
                    "kind", "request", "technique", "slot", "title", "decision")}
        figures = {name: payload[name] for name in ("frames", "length", "dropped")}
        why = payload["reason"] if kind == "clip.recovered" else None
        return when(payload) | {
            "kind": payload["kind"] if kind == "clip.recovered" else "clip",
            "technique": payload.get("technique"), "slot": payload.get("slot"),
            "data": in_order(data | figures), "adopted": why, "state": "stored" if why is None else "adopted"}

    def mark(self, kind, payload):
        """Something becomes of pieces; of those that there are not yet nothing does."""
        for number in payload["pieces"]:
            row = self.rows["evidence"].get((number,))
            if row is None:
                continue
            match kind:
                case "piece.deleted" | "piece.purged" | "piece.exported":
                    name = kind.removeprefix("piece.")
                    self.change(row, **{name: row[name] or self.sequence})
                case "piece.undeleted":
                    self.change(row, deleted=None)
                case "piece.locked":
                    self.change(row, locked=self.sequence if payload["locked"] else None)
                case "piece.titled":
                    self.change(row, title=payload["title"], titled=self.sequence)

    def change(self, row, **cells):
        """Sets cells of a piece, and counts it where it belongs then."""
        before = full_state(row)
        row.set(self.sequence, **cells)
        if full_state(row) != before:
            self.count(row, before, -1)
            self.count(row, full_state(row), 1)

    def count(self, piece, state, number):
        place = {"thing": piece["thing"], "kind": piece["kind"], "state": state}
        before = self.rows["totals"].get(tuple(place.values()))
        self.put("totals", **place, pieces=number + (before["pieces"] if before else 0))

    def set_state(self, word, number):
        row = self.rows["evidence"].get((number,))
        if row:
            first = "stored" if row["adopted"] is None else "adopted"
            cells = {"state": first, "purged": None} if word == "found" else {"state": word}
            self.change(row, updated_at=self.time, **cells)

    def undo(self, undone):
        """Deleted pieces and things are so no longer, and captured ones are deleted by this record."""
        for record in undone:
            for row in list(self.rows["evidence"].where("WHERE deleted = ? OR made_by = ?", record, record)):
                deleted = None if row["deleted"] in undone else row["deleted"]
                self.change(row, deleted=deleted or (self.sequence if row.made in undone else None))
            for row in list(self.rows["things"].where("WHERE deleted = ?", record)):
                row.set(self.sequence, deleted=None)

    def redact(self, places):
        """Texts are gone: they read as if they had never been told."""
        for record, member in places:
            if (record, member) not in self.rows["redactions"]:
                self.add("redactions", record=record, member=member, redacted=self.sequence)
            match member:
                case "options":
                    self.rows["options"].remove("WHERE record = ?", record)
                case "option":
                    for row in list(self.rows["choices"].where("WHERE record = ?", record)):
                        row.set(self.sequence, text="")
                case "data.source":
                    for row in list(self.rows["evidence"].where("WHERE made_by = ?", record)):
                        data = json.loads(row["data"])
                        row.set(self.sequence, data=in_order(data | {"source": None} if "source" in data else data))

    # Requests, and what programs guess

    def take_request(self, record, payload):
        if record.kind == "checklist.changed":
            self.add("checklist_wishes", record=self.sequence, thing=self.thing_number(payload["thing"]),
                     **{name: payload[name] for name in ("request", "action", "item")})
            return
        status = payload.get("status", "pending")
        row = self.rows["requests"].get((payload["id"],))
        if record.kind != "request.changed":
            origin = in_order(payload["origin"]) if "origin" in payload else None
            self.add("requests", data=canonical(payload).decode(), status=status, record=self.sequence, origin=origin,
                     created_at=self.time_of(payload, "created_at"),
                     completed_at=seconds(payload.get("completed_at")), url=url_of(payload),
                     **{name: payload[name] for name in ("id", "type", "delivery_target", "number")})
        elif row:
            row.set(self.sequence, status=status)
            if status == "completed":
                row.set(self.sequence, completed_at=self.time)

    def take_options(self, kind, payload):
        pieces, options = payload["pieces"], self.rows["options"]
        if kind == "piece.options":
            self.guess(pieces[0], payload)
        for number in pieces if kind == "option.denied" else ():
            for row in list(options.where("WHERE piece = ? AND text = ?", number, payload["option"])):
                row.set(self.sequence, denied=self.sequence)
        for number in pieces if kind in ("option.confirmed", "piece.decided") else ():
            decision = payload["decision"] if kind == "piece.decided" else "confirmed"
            if kind == "piece.decided":
                self.rows["choices"].pop(number)
            else:
                self.put("choices", piece=number, record=self.sequence, text=payload["option"] or "",
                         requester=payload["requester"])
            if row := self.rows["evidence"].get((number,)):
                row.set(self.sequence, decision=decision, decided=self.sequence)

    def take_faces(self, payload):
        piece = payload["pieces"][0]
        if "record" not in payload:
            self.add("faces", record=self.sequence, piece=piece, analyser=payload["analyser"],
                     failed=payload.get("failed"), faces=canonical(payload["faces"] or []).decode(),
                     active=payload.get("active"), requester=payload["requester"])
        elif (row := self.rows["faces"].get((payload["record"],))) and row["piece"] == piece:
            row.set(self.sequence, undone=self.sequence)

    def guess(self, piece, payload):
        options = self.rows["options"]
        options.remove("WHERE piece = ? AND analyser = ?", piece, payload["analyser"])
        for row in list(options.where("WHERE piece = ?", piece)):
            row.set(self.sequence, denied=None)
        for place, option in enumerate(payload["options"] or []):
            self.add("options", record=self.sequence, place=place, piece=piece, text=option["text"],
                     per_mille=option["per_mille"], analyser=payload["analyser"])


def spelled_time(microseconds):
    """A time in UTC by ISO 8601, to the nearest millisecond."""
    seconds_, rest = divmod(microseconds + 500, 1_000_000)
    days, second = divmod(seconds_, 86400)
    year, month, day = date_of(days)
    clock = f"{second // 3600:02}:{second // 60 % 60:02}:{second % 60:02}"
    return f"{year:04}-{month:02}-{day:02}T{clock}.{rest // 1000:03}Z"


def local_time(microseconds, offset):
    """The same as the clocks of a place showed it, which is so many seconds east of UTC: ISO 8601 without the zone, and
    that; None for what is in UTC because nobody noted it.
    """
    minutes = (offset or 0) // 60
    zone = f"{'-' if minutes < 0 else '+'}{abs(minutes) // 60:02}:{abs(minutes) % 60:02}"
    return spelled_time(microseconds + minutes * 60_000_000)[:-1], None if offset is None else zone


def date_of(days):
    """Year, month and day of the days since 1970 began, by the Gregorian calendar, whatever the year."""
    # Counted from a March 1, so that a leap day is the last of its year; 146097 days are 400 years.
    era, day = divmod(days + 719468, 146097)
    year = (day - day // 1460 + day // 36524 - day // 146096) // 365
    rest = day - (365 * year + year // 4 - year // 100)
    month = (5 * rest + 2) // 153
    return era * 400 + year + (month > 9), month + (3 if month < 10 else -9), rest - (153 * month + 2) // 5 + 1


def on_boot(nanoseconds):
    return None if nanoseconds is None else nanoseconds / 1e9


def upright(orientation):
    """How a picture is seen upright; None where that is not known."""
    if not is_count(orientation) or not 1 <= orientation <= 8:
        return None
    return {"exif": orientation, "clockwise_degrees": (0, 0, 180, 180, 90, 90, 270, 270)[orientation - 1],
            "mirrored": orientation in (2, 4, 5, 7)}


def nfc(text):
    return unicodedata.normalize("NFC", text)


def fitted(text, most=LONGEST_NAME):
    """A text as every file system takes it for a name."""
    name, count = "", 0
    for letter in text:
        kept = letter if unicodedata.category(letter) in KEPT_IN_NAMES or letter in " -_." else "_"
        count += len(kept.encode())
        if count > most:
            break
        name += kept
    return name.rstrip(" .")


def ending_of(path):
    name = path.rstrip("/").rpartition("/")[2]
    return fitted(name[name.rindex("."):]) if "." in name else ""


def tiff_directory(fields, offset):
    """Fields of 12 bytes, then the values that are longer than 4, each at an even place."""
    place, values, head = offset + 2 + 12 * len(fields) + 4, b"", struct.pack("<H", len(fields))
    for tag, kind, value in fields:
        count = len(value) // {2: 1, 3: 2, 4: 4, 7: 1}[kind]
        told = value.ljust(4, b"\0") if len(value) <= 4 else struct.pack("<I", place + len(values))
        head += struct.pack("<HHI", tag, kind, count) + told
        if len(value) > 4:
            values += value + b"\0" * (len(value) % 2)
    return head + bytes(4) + values


def digest_with_exif(path, segment):
    """The SHA-256 of a picture with this segment in place of its own Exif; of what is no JPEG as it is. None where it
    can't be read.
    """
    try:
        with open(path, "rb", buffering=0) as file:
            head = file.read(LONGEST_HEAD)
            while len(head) < LONGEST_HEAD and (more := file.read(LONGEST_HEAD - len(head))):
                head += more
            found = hashlib.sha256(with_exif(head, segment))
            while block := file.read(BLOCK):
                found.update(block)
    except OSError:
        return None
    return found.hexdigest()


def with_exif(head, segment):
    """The beginning of a picture with the segment behind those of JFIF at first, and without other Exif."""
    if segment is None or head[:2] != b"\xff\xd8":
        return head
    first, rest, offset = head[:2], b"", 2
    while len(head) >= offset + 4 and head[offset] == 0xFF and (
            0xE0 <= head[offset + 1] <= 0xEF or head[offset + 1] == 0xFE):
        end = offset + 2 + int.from_bytes(head[offset + 2:offset + 4], "big")
        if end < offset + 4 or end > len(head):
            break
        part = head[offset:end]
        if part[1] == 0xE0 and part[4:9] == b"JFIF\0" and not rest:
            first += part
        elif part[1] != 0xE1 or part[4:10] != b"Exif\0\0":
            rest += part
        offset = end
    return first + segment + rest + head[offset:]


def table_line(cells):
    return (",".join(map(table_cell, cells)) + "\r\n").encode()


def table_cell(text):
    text = f"'{text}" if text.startswith(FORMULAS) else text
    is_plain = all(letter not in ',"' and letter >= " " for letter in text)
    return text if is_plain else '"' + text.replace('"', '""') + '"'


def plain_cell(text):
    """A cell as people read it: without what keeps a formula from being one, and with plain ends of lines."""
    text = text[1:] if text[:1] == "'" and text[1:].startswith(FORMULAS) else text
    return text.replace("\r\n", "\n")


def delimiter_of(table):
    """What is between the columns of an open table, by its first line; it is read from its beginning then."""
    line = table.readline(LONGEST_ROW)
    table.seek(0)
    return max(",;\t", key=line.count)


def table_lines(table):
    """The lines of an open table, whose rows may go on over several."""
    while line := table.readline(LONGEST_ROW):
        if len(line) == LONGEST_ROW:
            raise ValueError("a line is too long")
        yield line


def is_equal(here, told):
    """Whether two values of JSON are the same: numbers by what they are, texts in NFC."""
    if isinstance(here, bool) or isinstance(told, bool):
        return here is told
    if isinstance(here, (int, float)) and isinstance(told, (int, float)):
        return here == told
    if isinstance(here, str) and isinstance(told, str):
        return nfc(here) == nfc(told)
    if isinstance(here, list) and isinstance(told, list):
        return len(here) == len(told) and all(map(is_equal, here, told))
    if isinstance(here, dict) and isinstance(told, dict):
        return here.keys() == told.keys() and all(is_equal(here[name], told[name]) for name in here)
    return here is None and told is None


def spelled_json(value):
    """Canonical JSON as text, in which numbers may have a fraction."""
    if isinstance(value, dict):
        return "{" + ",".join(f"{spelled_json(name)}:{spelled_json(value[name])}" for name in sorted(value)) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(spelled_json, value)) + "]"
    try:
        return canonical(value).decode()
    except ValueError:
        text = format(Decimal(repr(value)), "f")
        return text if "." in text else f"{text}.0"


def spelled_member(members, name):
    """The member of an object as canonical JSON; None where it is not there."""
    return spelled_json(members[name]) if name in members else None


def row_sentence(file, row, column, here, told):
    """What somebody has changed in a table."""
    if row is None:
        return f"{file} has another column: '{shown(column)}'."
    if column is None:
        return f"{file} has another row: '{shown(here)}'." if told is None else f"{file} lacks the row of thing {row}."
    here, told = (f"'{shown(text)}'" if text else "empty" for text in (here, told))
    return f"{file}, thing {row}: '{column}' is {here} here, and was {told}."


def without_nulls(members):
    """Those that are something; None where none is."""
    return {name: value for name, value in members.items() if value is not None} or None


def url_of(payload):
    """The url of a request; one that is gone is still another than others."""
    return payload["id"] if payload["url"] is None else payload["url"]


def seconds(microseconds):
    return None if microseconds is None else microseconds / 1e6


def when(told):
    """When a piece was planned and taken, of a record or of facts."""
    taken = told.get("taken") or {}
    return {
        "planned": told.get("planned"), "actual": taken.get("monotonic"), "boot_id": taken.get("boot_id"),
        "wall_time": seconds(taken.get("wall_time")), "clock": taken.get("clock", "unset")}


def full_state(row):
    return "purged" if row["purged"] is not None else "deleted" if row["deleted"] is not None else row["state"]


def in_order(members):
    """An object as text, its members in the order in which they came."""
    return "{" + ",".join(f"{canonical(name).decode()}:{canonical(value).decode()}"
                          for name, value in members.items()) + "}"


def is_same(here, told):
    """Whether a cell has the value that the records tell."""
    if isinstance(told, str):
        return isinstance(here, Text) and here == told.encode()
    return not isinstance(here, bytes) and here == told


def spelled_cell(value):
    """A cell as SQLite spells it as text; None where it is empty."""
    if isinstance(value, float):
        value, = MEMORY.execute("SELECT CAST(? AS TEXT)", (value,)).fetchone()
    return value.decode(errors="replace") if isinstance(value, bytes) else None if value is None else str(value)


def spelled_key(key):
    return " ".join(map(str, key))


def shown(text):
    """A text from a database that may be anybody's, as a terminal can show it."""
    text = "".join(letter if letter.isprintable() else "?" for letter in text)
    return text if len(text) <= LONGEST_SHOWN else text[:LONGEST_SHOWN] + "…"


def read_kept(path, are_remains, scratch):
    """A look through the records alone that are kept of another store, with their hashes."""
    reader = Verifier(None, are_remains=are_remains, scratch=scratch)
    with open(path, "rb") as file:
        for record in records_of(line for line, _ in plain_lines(file)):
            reader.take(record)
    reader.tables.drop()
    if not (reader.is_signed or are_remains) or not reader.count:
        reader.findings.add("signature.missing", record=reader.sequence)
    return reader


def zip_by_key(first, second):
    """The keys that both shelves have, in their order, each with its value here and there."""
    sql = f"SELECT k0, a.value, b.value FROM {first.table} AS a JOIN {second.table} AS b USING (k0) ORDER BY k0"
    for key, here, there in first.scratch.run(sql):
        yield key, pickle.loads(here), pickle.loads(there)


def kept_file(store, head, are_remains):
    return f"restored/{store}/{head[0]}-{head[1][:16]}{'-remains' if are_remains else ''}.jsonl"


def head_of(value):
    """The head that the member `head` names, as number and hash; None where it names none."""
    try:
        return parse_head(value["head"])
    except (argparse.ArgumentTypeError, KeyError, TypeError):
        return None


def is_piece(kind, payload):
    """Whether a record of a piece names its file, and what it has beside that, as its kind does."""
    number = payload["number"]
    is_clip = kind in ("clip.stored", "clip.recovered")
    endings = ENDINGS if kind in ("piece.imported", "piece.restored") else ("mkv",) if is_clip else ENDINGS[:1]
    is_file = payload["file"] in [file_of(number, ending) for ending in endings]
    return is_file and companions_of(kind, payload, number) is not None


def are_options(options):
    """Whether each is a text and how certain it is in thousandths."""
    return all(isinstance(option.get("text"), str) and is_count(option.get("per_mille"))
               and option["per_mille"] <= 1000 for option in options)


def are_faces(faces):
    """Whether each says where it is and how certain that is, or where somebody has put a head."""
    return all(is_face(face) for face in faces)


def is_face(face):
    box, head, score, roll = (face.get(name) for name in ("box", "head", "score", "roll"))
    points, fit = face.get("points", {}), face.get("fit")
    if fit is not None and not is_fit(fit):
        return False
    if box is None and head is None or (box is None) != (score is None) or not isinstance(points, dict):
        return False
    if head is not None and not (isinstance(head, dict) and is_box(head.get("box")) and is_turn(head.get("roll"))):
        return False
    if box is not None and not (is_box(box) and is_count(score) and score <= 1000):
        return False
    return (roll is None or is_turn(roll)) and all(
        are_near(place, 2) for name, place in points.items() if name in PARTS_OF_FACES)


def is_fit(fit):
    if not isinstance(fit, dict) or not all(is_within(fit.get(name), 10_000) for name in ("x", "y")):
        return False
    width, offs = fit.get("width"), fit.get("off", {})
    return (is_within(width, 2000) and width > 0 and is_turn(fit.get("roll")) and isinstance(offs, dict)
            and all(fit.get(name) is None or is_within(fit[name], 600) for name in ("yaw", "pitch"))
            and all(offs.get(name) is None or is_within(offs[name], 1000)
                    for name in ("eyes", "mouth_width", "mouth_height", "chin")))


def is_within(number, most):
    return type(number) is int and abs(number) <= most


def is_box(box):
    return are_near(box, 4) and box[2] > 0 and box[3] > 0


def are_near(places, count):
    """Whether they are so many whole numbers within ten pictures, in ten-thousandths of one."""
    return isinstance(places, list) and len(places) == count and all(
        type(place) is int and abs(place) <= 100_000 for place in places)


def is_area(area):
    return all(is_of_type(area.get(name), words) for name, words in (
        ("x", "count"), ("y", "count"), ("width", "number"), ("height", "number")))


def is_turn(tenths):
    """Whether it is a turn in tenths of a degree."""
    return is_within(tenths, 1800)


def is_field(name):
    """Whether the field of a thing has a name that can be one's."""
    return not name.lower().startswith("data.") or re.fullmatch(MEMBER_OF_THING, name) is not None


def is_possible(kind, payload):
    """Whether what it says can be, where each member is what it has to be."""
    match kind:
        case "store.created" | "device.changed":
            return payload["device"]["id"] == sha256(bytes.fromhex(payload["device"]["public_key"]))[:16]
        case "program.started" | "clock.told" | "clock.synchronised":
            return abs(payload.get("utc_offset", 0)) <= FARTHEST_ZONE
        case "export.made":
            return is_head(payload["head"]) and payload["choice"] in (
                ("thing", "request") if "number" in payload else ("all", "new"))
        case "history.resumed":
            return is_head(payload["seen"]) and is_head(payload["head"])
        case "store.rebuilt":
            return are_lost(payload.get("lost") or []) and (payload.get("head") is None or is_head(payload["head"]))
        case "records.kept":
            return is_origin(payload) and payload.get("remains", True) and payload["file"] == kept_file(
                payload["store"], head_of(payload), payload.get("remains", False))
        case "thing.restored" | "request.restored":
            return is_origin(payload["origin"])
        case "piece.restored":
            return abs(payload.get("utc_offset", 0)) <= FARTHEST_ZONE and is_origin(
                payload["origin"]) and is_piece(kind, payload) and are_options(
                payload.get("options") or []) and all(
                    isinstance(option.get("analyser"), str) and isinstance(option.get("denied"), bool)
                    for option in payload.get("options") or []) and are_faces(
                payload.get("faces", {}).get("faces") or [])
        case "piece.options":
            return are_options(payload["options"] or [])
        case "piece.examined" | "faces.changed" | "faces.undone":
            return len(payload["pieces"]) == 1 and are_faces(payload.get("faces") or [])
        case "piece.redacted":
            return (len(payload["pieces"]) == 1 and ("crop_sha256" in payload) == ("crop_bytes" in payload)
                    and all(is_area(area) for area in payload["areas"]))
        case "text.redacted":
            return all(is_of_type(text.get("record"), "number") and isinstance(text.get("member"), str)
                       and text["member"] != "" for text in payload["texts"])
        case "thing.changed":
            return is_field(payload["field"])
    return kind not in KINDS_THAT_ADD or is_piece(kind, payload)


def are_lost(ranges):
    """Whether these are numbers that rise, of which only the last can be open."""
    least = 1
    for numbers in ranges:
        first, last = numbers.get("first"), numbers.get("last", 0)
        if least is None or not is_of_type(first, "whole") or first < least or not (
                last is None or is_of_type(last, "whole") and last >= first):
            return False
        least = None if last is None else last + 1
    return True


def is_head(text):
    number = re.fullmatch(r"([1-9][0-9]*):[0-9a-f]{64}", text)
    return number is not None and len(number[1]) < 20 and int(number[1]) < 1 << 63


def is_origin(value):
    return is_hexadecimal(value["store"], 32) and head_of(value) is not None


def is_moment(record):
    """Whether it says when it was appended; in a database each can be anything."""
    return all(type(getattr(record, name)) in MEMBERS[name] for name in ("boot_id", "monotonic", "wall_time", "clock"))


def is_shaped(payload, kind, gone):
    """Whether each member that a record of the kind has is what it has to be, but for texts that are gone."""
    return all(is_member(payload, path, words) or ".".join(path) in gone for path, words in MEMBERS_OF[kind])


def is_member(value, path, words):
    for name in path[:-1]:
        value = value.get(name)
        if value is None:
            return True
        if not isinstance(value, dict):
            return False
    words, *rest = words.split(", ")
    if path[-1] not in value:
        return "may lack" in rest
    return is_of_type(value[path[-1]], words)


def is_of_type(value, words):
    if words.endswith(" or null"):
        return value is None or is_of_type(value, words.removesuffix(" or null"))
    match words:
        case "text" | "flag" | "object" | "whole":
            return type(value) is {"text": str, "flag": bool, "object": dict, "whole": int}[words]
        case "count" | "number":
            return is_count(value) and value >= (words == "number")
        case "digest":
            return is_hexadecimal(value, 64)
        case "texts":
            return isinstance(value, list) and all(isinstance(element, str) for element in value)
        case "numbers":
            return isinstance(value, list) and value != [] and all(is_of_type(each, "number") for each in value)
        case "objects":
            return isinstance(value, list) and value != [] and all(isinstance(each, dict) for each in value)
        case "text or texts":
            return is_of_type(value, "text") or is_of_type(value, "texts")
    raise ValueError(f"no type of a member: {words}")


def is_count(value):
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def is_hexadecimal(value, digits):
    return isinstance(value, str) and re.fullmatch(f"[0-9a-f]{{{digits}}}", value) is not None


def is_signed(key, record):
    return is_signature(record.signature, key, f"exhibit.head.1\n{record.hash}")


def is_signature(signature, key, message):
    """Whether it is one; None where that can't be told here."""
    if not is_hexadecimal(signature, 128):
        return False
    if Ed25519PublicKey is None:
        return None
    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(key)).verify(bytes.fromhex(signature), message.encode())
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
        if error.errno in (errno.ELOOP, errno.EISDIR, errno.ENXIO):
            return "file.altered", None
        return "file.unreadable", error.strerror
    return (None, None) if found.hexdigest() == digest else ("file.altered", None)


class Smallest:
    """The first few of paths in their order, and how many there are."""

    def __init__(self):
        self.paths, self.count = [], 0

    def add(self, path):
        self.count += 1
        self.paths.append(path)
        if len(self.paths) > 50 * MOST_OF_A_KIND:
            self.paths = self.kept()

    def kept(self):
        return heapq.nsmallest(MOST_OF_A_KIND, self.paths)


def path_key(path):
    """A path as a shelf can have it: a file system may have any bytes there."""
    return path.encode(errors="surrogateescape")


class Manifest:
    """What an export says of itself, as far as it can be read: members by name, and the elements of its long lists."""

    LONG = ("things", "pieces")

    def __init__(self, scratch):
        self.members, self.is_json, self.is_malformed = {}, False, False
        self.lists = {name: scratch.shelf() for name in Manifest.LONG}

    @property
    def is_complete(self):
        return self.members.get("complete") is True

    def elements(self, name):
        """Those of a long list, in their order; each may be anything."""
        return (read_json(text) for text in self.lists[name].values())

    def read(self, scanner):
        """Reads the object; of two members with one name the first counts."""
        scanner.expect("{")
        names = set()
        while scanner.goes_on("}", names):
            name = scanner.value()
            if not isinstance(name, str):
                raise ValueError("no name of a member")
            scanner.expect(":")
            is_long = name in Manifest.LONG and scanner.next() == "["
            if name in names:
                scanner.value()
            elif is_long:
                for count, (_, text) in enumerate(scanner.elements()):
                    self.lists[name][count] = text
                self.members[name] = []
            else:
                self.members[name] = scanner.value()
            names.add(name)
        if scanner.next():
            raise ValueError("something follows")


class Scanner:
    """JSON in a file of any size, read a value at a time."""

    def __init__(self, file):
        self.file, self.text, self.at, self.is_end = file, "", 0, False

    def more(self):
        self.text = self.text[self.at:]
        self.at = 0
        if len(self.text) > LONGEST_VALUE:
            raise ValueError("a value is too long")
        block = self.file.read(max(PORTION, len(self.text)))
        self.is_end = not block
        self.text += block

    def next(self):
        """The next character that is no white space; empty at the end."""
        while True:
            self.at = SPACE.match(self.text, self.at).end()
            if self.at < len(self.text) or self.is_end:
                return self.text[self.at:self.at + 1]
            self.more()

    def expect(self, character):
        if self.next() != character:
            raise ValueError(f"no {character}")
        self.at += 1

    def goes_on(self, end, before):
        """Whether another element follows, behind a comma where there were some `before`; else passes over the end."""
        if self.next() == end:
            self.at += 1
            return False
        if before:
            self.expect(",")
        return True

    def value(self):
        return self.spelled()[0]

    def spelled(self):
        """The next value, and its text."""
        self.next()
        while True:
            try:
                value, end = DECODER.raw_decode(self.text, self.at)
                # A number may go on behind what is there.
                if end < len(self.text) or self.is_end:
                    begin, self.at = self.at, end
                    text = self.text[begin:end]
                    if "\\u" in text:
                        # Half of a pair is no letter: nothing could be said of it.
                        json.dumps(value, ensure_ascii=False).encode()
                    return value, text
            except ValueError:
                if self.is_end:
                    raise
            self.more()

    def elements(self):
        """The elements of the array that is next, each with its text."""
        self.expect("[")
        count = 0
        while self.goes_on("]", count):
            yield self.spelled()
            count += 1


def read_manifest(path, scratch):
    """The manifest of an export; None where there is none."""
    manifest = Manifest(scratch)
    try:
        with open(path, encoding="utf-8-sig", newline="") as file:
            manifest.read(Scanner(file))
    except FileNotFoundError:
        return None
    except (ValueError, RecursionError):
        manifest = Manifest(scratch)
    else:
        manifest.is_json = True
    manifest.is_malformed = not isinstance(manifest.members.get("pieces"), list)
    return manifest


class Meaning:
    """What records make of an export: its manifest, names, Exif, table and list, as they have to be at its head."""

    # Members of a piece in a manifest that are of its files, and looked at with these; members that a manifest has.
    OF_FILES = ("original", "copy", *(f"{kind}_" for kind in COMPANIONS))
    MEMBERS = (
        "format", "store", "complete", "program", "device", "head", "table", "table_sha256", "proof", *Manifest.LONG)

    def __init__(self, verifier, made):
        self.findings, self.tables, self.files = verifier.findings, verifier.marked, verifier.source.files
        self.rows, self.facts, self.manifest = verifier.marked.rows, verifier.export, verifier.manifest
        # What the record of the export says, where it has one.
        self.store, self.made = verifier.store, made
        self.head = f"{verifier.mark[0]}:{verifier.history.get(verifier.mark[0])}"
        # The numbers of listed pieces and of those that are left out; by thing, how many of its pieces are listed, and
        # the first and last time; and the things that the manifest has.
        self.scratch = verifier.scratch
        self.listed, self.left_out, self.spans, self.seen = (self.scratch.shelf() for _ in range(4))
        # The records of the copies in which faces are blank, by the numbers of their pieces.
        self.redacted = self.scratch.shelf()

    # Manifest

    def take(self, entry, right):
        """Looks at a piece of the manifest; of the copies that are `right` at their Exif."""
        row = self.rows["evidence"].get((entry["number"],))
        if row is None:
            return
        number, copy = row["number"], entry["copy"]
        self.note(row)
        own = {name: value for name, value in entry.items() if not name.startswith(Meaning.OF_FILES)}
        self.compare("pieces", str(number), own, self.copied(entry, self.piece(row)), number)
        if not self.is_name(copy, row):
            self.findings.add("name.untrue", number=number, file=copy)
        stem = copy[:len(copy) - len(ending_of(copy))]
        for kind, ending in COMPANIONS.items():
            other = entry.get(f"{kind}_copy")
            if other is not None and nfc(other) != nfc(stem + ending):
                self.findings.add("name.untrue", number=number, file=other)
        for prefix in right:
            original, name, _, digest = (entry[prefix + part] for part in COPY)
            if digest != digest_with_exif(self.files.place(original), self.exif(row)):
                self.findings.add("exif.untrue", record=row["record"], number=number, file=name)

    def copied(self, entry, told):
        """What a manifest has of a piece of which that is `told`, where it is a copy in which faces are blank."""
        number = entry["number"]
        if entry["original"] != f"proof/{REDACTED}{number:06}.jpg":
            return told
        copy = self.rows["redacted_copies"].get((entry.get("redacted"),)) if is_whole(entry.get("redacted")) else None
        if copy is None or copy["piece"] != number:
            return told
        self.redacted[number] = copy["record"]
        crop = told["crop"] and copy["crop_sha256"] and told["crop"] | {
            "file": f"{REDACTED}{number:06}-crop.jpg", "sha256": copy["crop_sha256"], "bytes": copy["crop_byte_count"]}
        return told | {
            "file": f"{REDACTED}{number:06}.jpg", "sha256": copy["sha256"], "bytes": copy["byte_count"], "crop": crop,
            "glyphs": None, "redacted": copy["record"]}

    def note(self, row):
        """Counts a piece with its thing."""
        if row["number"] in self.listed:
            return
        self.listed.add(row["number"])
        count, first, last = self.spans.get(row["thing"], (0, None, None))
        time_ = self.tables.captured(row)[0]
        if time_ is not None:
            text, zone = local_time(time_, row["utc_offset"])
            own = time_, text + (zone or "Z")
            first = own if first is None or time_ < first[0] else first
            last = own if last is None or time_ > last[0] else last
        self.spans[row["thing"]] = count + 1, first, last

    def compare(self, table, row, here, told, number=None):
        """Notes each member that is one thing in `here`, and another in `told`."""
        for name in [*told, *(name for name in here if name not in told)]:
            if not (name in here and name in told and is_equal(here[name], told[name])):
                self.add_member(table, row, name, spelled_member(here, name), spelled_member(told, name), number)

    def add_member(self, table, row, column, here, told, number=None):
        place = {"things": f", thing {row or '-'}", "pieces": f", piece {row}"}.get(table, "")
        says = ("nothing" if value is None else f"'{shown(value)}'" for value in (here, told))
        words = "The list of the export{}: '{}' is {} here; by the records it is {}.".format(
            place, shown(column), *says)
        self.findings.add("manifest.untrue", words=words, number=number, file=MANIFEST, table=table, row=row,
                          column=column, here=here, told=told)

    def finish(self):
        """Looks at what is not of one piece, when all pieces were looked at."""
        self.check_members()
        self.check_things()
        self.check_table()
        for number, in self.rows["evidence"] if self.manifest.is_complete else ():
            # A copy without faces is there, and listed as what lacks the original.
            if number not in self.left_out and (number not in self.listed or number in self.redacted):
                self.add_piece(number)

    def check_members(self):
        setting = self.rows["settings"].get(("device_key",))
        key = setting["value"] if setting else ""
        fingerprint = sha256(bytes.fromhex(key))
        told = {
            "format": "exhibit.export.1", "store": self.store, "head": self.head, "proof": "proof",
            "device": {"id": fingerprint[:16], "fingerprint": fingerprint, "public_key": key}}
        if self.made:
            told["program"] = self.made["program"]
        here = {name: value for name, value in self.manifest.members.items()
                if name in told or name not in Meaning.MEMBERS}
        self.compare("manifest", None, here, told)

    def check_things(self):
        for thing in self.manifest.elements("things"):
            number = thing.get("number") if isinstance(thing, dict) else None
            is_known = is_count(number) and number <= 999_999_999 and number in self.spans
            if not is_known or number in self.seen:
                text = spelled_json(number)
                self.add_member("things", None if number is None else text, "number", text, None)
                continue
            self.seen.add(number)
            row = self.rows["things"].get((number,))
            self.compare("things", str(number), thing, {
                name: row[name] for name in ("number", "id", "title", "category")})
        for number in self.spans:
            if number not in self.seen:
                self.add_member("things", str(number), "number", None, str(number))

    def piece(self, row):
        """What a manifest has of a piece with this row."""
        number, data = row["number"], json.loads(row["data"])
        thing = self.rows["things"].get((row["thing"],))
        time_, clock = self.tables.captured(row)
        ranked = {}
        for option in self.rows["options"].ordered(
                "WHERE piece = ? ORDER BY per_mille DESC, record, place", (number,)):
            ranked.setdefault(option["text"], {
                "text": option["text"], "confidence": option["per_mille"] / 1000, "analyser": option["analyser"],
                "denied": option["denied"] is not None})
        choice = self.rows["choices"].get((number,))
        crop = data.get("crop") if row["kind"] == "document" else None
        origin = json.loads(row["origin"]) if row["origin"] else None
        state = full_state(row)
        told = {name: row[name] for name in (
            "id", "number", "kind", "title", "decision", "sha256", "width", "height", "adopted", "utc_offset")} | {
            "thing": thing["title"], "thing_number": row["thing"], "file": row["local_file"],
            "bytes": row["byte_count"],
            "decided_by": choice["requester"] if choice else None, "option": choice["text"] if choice else None,
            "options": list(ranked.values()),
            "planned": on_boot(row["planned"]), "actual": on_boot(row["actual"]),
            "captured_at": None if time_ is None else spelled_time(time_), "clock": clock,
            "orientation": upright(data.get("orientation")), "locked": row["locked"] is not None,
            "exported": row["exported"] is not None,
            "state": "deleted" if state == row["state"] and thing["deleted"] is not None else state,
            "source": data.get("source"), "glyphs": data.get("glyphs"),
            "crop": crop and {name: crop.get(name) for name in (
                "file", "sha256", "bytes", "x", "y", "width", "height")},
            "restored": origin and {
                name: origin.get(name) for name in ("store", "device", "number", "record", "hash", "redacted")}}
        if type(data.get("frames")) is int and type(data.get("length")) is int:
            has_slot = row["technique"] in ("test", "train") and row["slot"] is not None
            told |= {"frames": data["frames"], "length": on_boot(data["length"]), "dropped": data.get("dropped"),
                     "technique": row["technique"] if has_slot else None, "slot": row["slot"] if has_slot else None}
        return told

    # Names

    def is_name(self, copy, row):
        """Whether the copy of a piece may be there, in a folder that is called as its thing was called at any time."""
        folder, _, name = nfc(copy).partition("/")
        return name == nfc(self.name(row)) and self.tables.has_title(
            row["thing"], lambda title: folder == nfc(fitted(f"{row['thing']} {title}")))

    def name(self, row):
        """The name of a copy."""
        ending, source = ending_of(row["local_file"]), json.loads(row["data"]).get("source")
        if row["kind"] == "imported" and isinstance(source, str):
            own = ending_of(source)
            if len(own) > 1 and len(own.encode()) <= LONGEST_ENDING and " " not in own:
                source, ending = source[:len(source) - len(own)], own if ending == ".bin" else ending
        else:
            source = None
        time_ = self.tables.captured(row)[0]
        name = fitted(f"{row['number']} {row['kind']}")
        if time_ is not None:
            name += f" {local_time(time_, row['utc_offset'])[0][:19].replace('T', ' ').replace(':', '.')}"
        return fitted(name + (f" {source}" if source else ""), LONGEST_NAME - len(ending.encode())) + ending

    # Exif

    def exif(self, row):
        """The segment that its copies have; None where nothing proves that this camera took it."""
        if row["kind"] not in ("photo", "document"):
            return None
        orientation = json.loads(row["data"]).get("orientation")
        details = [(0x9000, 7, b"0232")]
        time_ = self.tables.captured(row)[0]
        if time_ is not None:
            text, zone = local_time(time_, row["utc_offset"])
            date = text[:19].replace("-", ":").replace("T", " ")
            details += [(0x9003, 2, date.encode() + b"\0"), (0x9011, 2, (zone or "+00:00").encode() + b"\0")]
        details.append((0xA420, 2, row["id"].encode() + b"\0"))
        main = [(0x0112, 3, struct.pack("<H", orientation))] if upright(orientation) else []
        # The directory of details comes right behind this one, which has no long value.
        place = 8 + 2 + 12 * (len(main) + 1) + 4
        main.append((0x8769, 4, struct.pack("<I", place)))
        content = b"Exif\0\0II*\0\x08\0\0\0" + tiff_directory(main, 8) + tiff_directory(details, place)
        return b"\xff\xe1" + struct.pack(">H", len(content) + 2) + content

    # Table

    def table_rows(self):
        """The cells of each row of the table, by the number of its thing."""
        for number, (count, first, last) in self.spans.items():
            thing = self.rows["things"].get((number,))
            data = json.loads(thing["data"])
            fields = {name: thing[name] if name in FIELDS_OF_THINGS else data.get(name) for name in FIELDS_OF_TABLE}
            fields["tags"] = ", ".join(json.loads(thing["tags"] or "[]"))
            dates = (time_[1] if time_ else "" for time_ in (first, last))
            yield number, [str(number), thing["title"], thing["category"], str(count), *dates,
                           *(str(fields[name]) if fields[name] is not None else "" for name in FIELDS_OF_TABLE)]

    def check_table(self):
        file, digest = (self.manifest.members.get(name) for name in ("table", "table_sha256"))
        if file is None and digest is None:
            return
        found = hashlib.sha256(MARK + table_line(COLUMNS_OF_TABLE))
        for _, cells in self.table_rows():
            found.update(table_line(cells))
        if found.hexdigest() != digest:
            file = file if isinstance(file, str) else None
            self.findings.add("table.untrue", words=file or "", file=file)
        elif file in self.facts["changed"]:
            self.tell_rows(file)

    def tell_rows(self, file):
        """What somebody has changed in the table, cell by cell; nothing of what is no table."""
        try:
            with open(self.files.place(file), encoding="utf-8-sig", newline="") as table:
                reader = csv.reader(table_lines(table), delimiter=delimiter_of(table))
                names = next(reader, [])
                if "number" in names:
                    self.compare_rows(file, names, reader)
        except (OSError, ValueError, csv.Error):
            self.facts |= {"rows": [], "row_count": 0}

    def compare_rows(self, file, names, reader):
        columns = {name: names.index(name) for name in COLUMNS_OF_TABLE if name in names}
        for place, name in enumerate(names):
            if columns.get(name) != place:
                self.add_row(file, None, name, None, None)
        left = self.scratch.shelf()
        for number, cells in self.table_rows():
            left[str(number)] = number, cells
        for row in filter(any, reader):
            here = {name: row[place] for name, place in columns.items() if place < len(row)}
            number = here.get("number", "")
            if number not in left:
                self.add_row(file, number, None, row[0], None)
                continue
            for name, text in zip(COLUMNS_OF_TABLE, left.pop(number)[1]):
                cell, text = plain_cell(here[name]) if name in here else None, plain_cell(text)
                if nfc(cell or "") != nfc(text):
                    self.add_row(file, number, name, cell, text)
        for number, _ in left.items(order="rowid"):
            self.add_row(file, number, None, None, number)

    def add_row(self, file, row, column, here, told):
        self.facts["row_count"] += 1
        if len(self.facts["rows"]) < MOST_OF_A_KIND:
            self.facts["rows"].append({"file": file, "row": row, "column": column, "here": here, "told": told})

    # List

    def take_left_out(self, line):
        """Looks at a line of the list that is of no file."""
        if "piece" in line:
            self.left_out.add(line["piece"])
            if self.manifest.is_complete and not self.is_absent(**line):
                self.add_piece(line["piece"])
        elif self.manifest.is_complete and not self.is_gone(**line):
            record, member = line["record"], line["member"]
            words = f"The text '{member}' of record {record} is left out for a reason that the records do not say."
            self.findings.add("list.untrue", words=words, record=record, file=LIST)

    def is_absent(self, piece, why, by=None):
        row = self.rows["evidence"].get((piece,))
        if row is None:
            return False
        if why == "redacted":
            return by is not None and self.redacted.get(piece) == by
        deleted = row["deleted"] or self.rows["things"].get((row["thing"],))["deleted"]
        told = ("purged", row["purged"]) if row["purged"] else ("deleted", deleted)
        if why == "held":
            return by is None and not told[1] and piece not in self.listed
        return (why, by) == (told if told[1] else ("other-thing", None))

    def is_gone(self, record, member, why, by=None):
        row = self.rows["redactions"].get((record, member))
        return (why, by) == (("redacted", row["redacted"]) if row else ("other-thing", None))

    def add_piece(self, number):
        words = (f"The list of the export's files does not say why piece {number} is left out, or gives a reason that "
                 "the records do not say.")
        self.findings.add("list.untrue", words=words, number=number, file=LIST)


def is_listed_line(members):
    """Whether it is a line of the list of an export's files: a file, or a piece or text that is left out."""
    if not members:
        return False
    rest = {name: value for name, value in members.items() if name != "by"}
    if rest.keys() == {"bytes", "path", "sha256"}:
        return ("by" not in members and is_count(rest["bytes"]) and isinstance(rest["path"], str)
                and is_inside(rest["path"]) and is_hexadecimal(rest["sha256"], 64))
    is_text = (rest.keys() == {"member", "record", "why"} and is_whole(rest["record"])
               and isinstance(rest["member"], str))
    is_piece = rest.keys() == {"piece", "why"} and is_whole(rest["piece"])
    return (is_text or is_piece) and rest["why"] in REASONS and is_whole(members.get("by", 0))


def is_whole(value):
    return type(value) is int


def is_plain_file(path):
    try:
        return stat.S_ISREG(os.lstat(path).st_mode)
    except OSError:
        return False


def form_of(path, place, digest):
    """What has become of a text of an export that has lost its digest: `rewritten` or `reformatted` where that is all;
    else None.
    """
    try:
        if TABLE_FILE.fullmatch(path):
            return "rewritten" if digest_of_rows(place) == digest else None
        if TEXT_FILE.fullmatch(path) and digest_of_lines(place) == digest:
            return "rewritten"
        return "reformatted" if path == MANIFEST and digest_of_members(place) == digest else None
    except OSError:
        return None


def files_in(export, unlooked):
    """The paths of all files in the export, but for those that systems make by themselves; in no order. Adds to
    `unlooked` the folders that have others in which nobody has looked.
    """
    folders = [""]
    while folders:
        folder = folders.pop()
        try:
            entries = os.scandir(os.path.join(export, folder))
        except OSError:
            continue
        with entries:
            is_looked_through = True
            for entry in entries:
                path = f"{folder}{entry.name}"
                if is_of_system(entry.name):
                    continue
                if not entry.is_dir(follow_symlinks=False):
                    yield path
                elif path.count("/") < DEEPEST:
                    folders.append(f"{path}/")
                else:
                    is_looked_through = False
        if not is_looked_through:
            unlooked.add(folder.removesuffix("/"))


def no_number(text):
    raise ValueError(f"{text} is no number of JSON")


def fraction(text):
    """A number that may have a fraction, where it is one of 64 bits."""
    # There is no negative zero.
    value = float(text) + 0
    return value if abs(value) <= sys.float_info.max else no_number(text)


def whole(text):
    value = int(text)
    return value if -(1 << 63) <= value < 1 << 63 else fraction(text)


def members_of(pairs):
    members = dict(pairs)
    if len(members) < len(pairs):
        raise ValueError("two members have one name")
    return members


DECODER = json.JSONDecoder(
    parse_int=whole, parse_float=fraction, parse_constant=no_number, object_pairs_hook=members_of)


def read_json(text):
    return DECODER.decode(text)


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
        if error.errno in (errno.ELOOP, errno.ENXIO):
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
    parser.add_argument("folder", help="the store, the bundle, the export, or one file of a piece in it")
    parser.add_argument("--head", type=parse_head, help="the head that was written down, NUMBER:HASH")
    parser.add_argument("--key", type=parse_key, action="append", default=[], help="a fingerprint, or a device's id")
    parser.add_argument("--json", action="store_true", help="one object on one line")
    return parser.parse_args()


def opened(folder):
    # A store comes first: nobody is to hide it behind a bundle.
    if os.path.exists(os.path.join(folder, "exhibit.sqlite")):
        return Store(folder)
    files = Travelled(folder)
    for proof in ("", "proof/"):
        if files.has(f"{proof}records.jsonl"):
            return Bundle(files, proof)
    raise Unusable(f"{folder} has neither 'records.jsonl' nor 'exhibit.sqlite'")


def tell(report, head):
    if piece := report["piece"]:
        print(f"The file is of {piece['kind']} {piece['number']}, of thing {piece['thing_number']} "
              f"'{piece['thing'] or '-'}'. Taken: {piece['captured_at'] or 'at an unknown time'}. "
              f"Recorded by device {piece['device'] or '-'}.")
    print(f"Store {report['store']}: {report['records']} records, {report['pieces']} pieces, {report['bytes']} bytes.")
    if report["left_out"]:
        print(f"Files that were left out on purpose, of which only the records are here: {report['left_out']}.")
    if report["texts_redacted"]:
        print(f"Texts that somebody took out for good, of which only the records are here: {report['texts_redacted']}.")
    if report["texts_untold"]:
        print("Texts of which only the records are here, and which are told elsewhere: "
              f"{report['texts_untold']}.")
    if report["copies"]:
        print(f"Copies that were compared with the originals, or their records: {report['copies']}.")
    if report["restored"]:
        print(f"Pieces that came back from a bundle, for which the records of that store vouch: {report['restored']}.")
    for origin in report["origins"]:
        print(f"Kept from store {origin['store']}: {origin['records']} records, with the key "
              f"{', '.join(origin['fingerprints'])}. Compare it with the one of that device.")
    for device in report["devices"]:
        print(f"Records {device['first_record']} to {device['last_record']} are by device {device['id']}, "
              f"with the key {device['fingerprint']}. {VOUCHED[device['endorsed']]}{KNOWN[device['known_by']]}")
    for resumption in report["resumptions"]:
        head, seen = (resumption[name].partition(":")[0] for name in ("head", "seen"))
        print(f"Record {resumption['record']} says that history was resumed from record {head}, whereas the device had "
              f"seen record {seen}, as when an older copy of the store was put back. That is no flaw of these records: "
              f"what else the device wrote is another history's end.")
    for rebuild in report["rebuilds"]:
        numbers = ", ".join(str(first) if first == last else f"{first}–{'' if last is None else last}"
                            for first, last in (lost.values() for lost in rebuild["lost"]))
        print(f"Made anew after damage at record {rebuild['lost'][0]['first']}, signed: record {rebuild['record']} "
              f"says that of the records before it these are lost: {numbers}. Their latest known head is "
              f"{rebuild['head'] or '-'}. That is no flaw of these records.")
    tell_export(report["export"])
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
    print(VERDICTS[report["verdict"]])


def tell_export(export):
    if Ed25519PublicKey is None:
        print(WITHOUT_SIGNATURES)
    if export["complete"] is not None and export["list"] in PROVED:
        print(PROVED[export["list"]])
    if export["complete"] is False:
        print("The export says itself that it is not complete: export again.")
    if export["redacted"]:
        print("Copies in which faces are hidden, and which are proved as such, not as the pictures that were stored: "
              f"{export['redacted']}.")
    if export["meaning"] == "unproved":
        print("Names, dates and titles in the export were not compared with its records.")
    for file in export["changed"]:
        print(f"{file} was changed after it was written: somebody went on with it.")
    for row in export["rows"]:
        print(row_sentence(**row))
    if export["row_count"] > len(export["rows"]):
        print(f"And {export['row_count'] - len(export['rows'])} more of that kind.")
    for file in export["rewritten"]:
        print(REWRITTEN.format(file=file))
    for file in export["reformatted"]:
        print(REFORMATTED.format(file=file))
    for file in export["added"]:
        print(f"{file} is not of the export: somebody added it.")
    if export["added_count"] > len(export["added"]):
        print(f"And {export['added_count'] - len(export['added'])} more of that kind.")
    for file in export["unlooked"]:
        print(UNLOOKED.format(file=file))


def verified(wanted):
    """A look at the folder, or at the one file, that was named."""
    if not os.path.isfile(wanted.folder):
        verifier = Verifier(opened(wanted.folder), wanted.head, wanted.key)
        verifier.verify()
        return verifier
    for folder, file in places_around(os.path.realpath(wanted.folder)):
        try:
            source = opened(folder)
        except Unusable:
            continue
        verifier = Verifier(source, wanted.head, wanted.key)
        if verifier.verify_file(file):
            return verifier
    raise Unusable(f"{wanted.folder} is one file, and no piece of an export, a bundle or a store: name the folder")


def places_around(path):
    """The folders around a file, each with its path from there; that of a proof comes after its export, which has the
    copies.
    """
    parts, places = path.split("/")[1:], []
    for count in list(range(len(parts) - 1, 0, -1))[:DEEPEST]:
        place = "/" + "/".join(parts[:count]), "/".join(parts[count:])
        is_in_proof = places and places[-1][0].lower().endswith("/proof")
        places.insert(len(places) - 1 if is_in_proof else len(places), place)
    return places


def main():
    wanted = arguments()
    try:
        verifier = verified(wanted)
    except (Unusable, OSError, sqlite3.Error, argparse.ArgumentTypeError) as error:
        print(f"verify.py: {error}", file=sys.stderr)
        return 1
    report = verifier.report()
    if wanted.json:
        print(json.dumps(report, ensure_ascii=False, separators=(",", ":")))
    else:
        tell(report, wanted.head)
    return {"bad": 1, "unchecked": 4}.get(report["verdict"], 0)


if __name__ == "__main__":
    sys.exit(main())
