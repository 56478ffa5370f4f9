"""A card that gets full while photos are taken, and how it comes to have room again."""

import hashlib

import pytest

import parts
from copying import copied, exports, pieces, take
from disk import filled
from proof import check_proof
from stick import stick

FLOOR = 1_000_000
# While room is waited for it is measured every ten seconds.
BACK_S = 15


@pytest.mark.configured(shutter={"countdown_s": 0}, storage={"min_free_mb": 1})
def test_room(program):
    """under the floor capture pauses; what is exported then makes room, the oldest first, and what is locked stays"""
    count = 0
    while sum(row["byte_count"] for row in program.photos()) < 0.8 * FLOOR:
        take(program, 5, first=count + 1)
        count += 5
    program.ask("lock 2")
    sizes = {row["number"]: row["byte_count"] for row in program.photos()}
    spare = sum(sizes.values()) - sizes[2]
    with filled(left=int(1.2 * FLOOR - 0.6 * spare)), stick() as one:
        program.until("paused (lowStorage)")
        parts.press()
        program.until_said("storage.low", by="Shutter")
        assert all((program.store / row["local_file"]).exists() for row in program.photos()), "a photo is gone"
        ended, words = copied(program, one.device)
        assert ended == 0, words
        program.until_said("purge.exported")
        program.until_said("storage.back", within=BACK_S)
        program.until("running")
        take(program, 1, first=count + 1)
        purged = [row["number"] for row in program.photos() if row["purged"]]
        oldest = [number for number in sizes if number != 2]
        assert purged and purged == oldest[:len(purged)], f"these are purged: {purged}"
        for row in program.photos():
            assert (program.store / row["local_file"]).exists() == (not row["purged"]), row
        with one.looked_at() as folder:
            for piece in pieces(exports(folder)[0]):
                copy = exports(folder)[0] / piece["original"]
                assert hashlib.sha256(copy.read_bytes()).hexdigest() == piece["sha256"], piece
    check_proof(program.store, program.device)
