"""What verify.py holds records to is what FORMATS says of their kinds."""

import re
from pathlib import Path

import pytest

import verify

FORMATS = Path(verify.__file__).with_name("FORMATS.md").read_text()
WORDS = (r"(?:text or texts|texts|text|whole|count|numbers|number|flag|digest|objects|object)"
         r"(?: or null)?(?:, may lack)?(?:, told)?")
MEMBER = re.compile(rf"^`([a-z0-9_.]+)` ({WORDS})(?: \(.*\))?$")
# What stands between two members; their notes can have semicolons too.
BETWEEN = re.compile(rf"; (?=`[a-z0-9_.]+` {WORDS}(?: \(|; |$))")
NO_MEMBERS = "none"


def payloads():
    """The last column of the table of kinds, by kind."""
    section = FORMATS[FORMATS.index("\n### Kinds\n"):]
    return dict(re.findall(r"^\| `([a-z.]+)` \| .* \| (.*) \|$", section[:section.index("\n#### ")], re.M))


def shape(payload):
    members = [] if payload == NO_MEMBERS else BETWEEN.split(payload)
    found = [MEMBER.match(member) for member in members]
    assert None not in found, f"no member is written so: {members[found.index(None)]}"
    return {match[1]: match[2] for match in found}


def test_kinds():
    """the verifier knows the kinds of the table, and no others"""
    assert payloads().keys() == verify.SHAPES.keys()


@pytest.mark.parametrize("kind", [pytest.param(kind, id=f"a {kind} has what the table says") for kind in verify.SHAPES])
def test_shape(kind):
    assert shape(payloads()[kind]) == verify.SHAPES[kind]


PAYLOAD = {"pieces": [3, 1], "requester": "console", "title": None}


@pytest.mark.parametrize("change, fits", [
    pytest.param({}, True, id="a payload with what its kind has is one"),
    pytest.param({"mood": ["good"]}, True, id="members that the kind doesn't have are left alone"),
    pytest.param({"title": "Lid"}, True, id="what may be null may be what it is else"),
    pytest.param({"title": 3}, False, id="a number is no text"),
    pytest.param({"pieces": []}, False, id="no number at all is no numbers"),
    pytest.param({"pieces": [1, 0]}, False, id="zero is no number of anything"),
    pytest.param({"pieces": [True]}, False, id="true is no number"),
    pytest.param({"requester": None}, False, id="what can't be null is not"),
])
def test_fitting(change, fits):
    assert verify.is_shaped(PAYLOAD | change, "piece.titled", ()) is fits


@pytest.mark.parametrize("device, fits", [
    pytest.param({"id": "0" * 16, "public_key": "a" * 64}, True, id="members of a member are looked at"),
    pytest.param({"id": "0" * 16, "public_key": "A" * 64}, False, id="a digest has small letters"),
    pytest.param({"id": "0" * 16}, False, id="a member of a member may not lack either"),
    pytest.param("0" * 16, False, id="a text has no members"),
    pytest.param(None, False, id="an object that can't be null is not"),
])
def test_fitting_within(device, fits):
    assert verify.is_shaped({"device": device}, "device.changed", ()) is fits


def test_lacking():
    """what may lack may, and is what it has to be where it is there"""
    thing = {"id": "x", "number": 3, "title": "Lid", "category": "other"}
    assert verify.is_shaped(thing, "thing.created", ()) and verify.is_shaped(
        thing | {"requester": "x"}, "thing.created", ())
    assert not verify.is_shaped(thing | {"requester": None}, "thing.created", ())


def test_lacking_parent():
    """the members of what is null are not asked for"""
    piece = {"facts": None, "glyphs": True}
    members = [(path, words) for path, words in verify.MEMBERS_OF["piece.adopted"] if path[0] in piece]
    assert len(members) > 2 and all(verify.is_member(piece, path, words) for path, words in members)
    assert not all(verify.is_member({"facts": {}}, path, words) for path, words in members)
