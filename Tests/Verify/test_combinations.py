"""Partial exports, redactions, forks and holes, each with each: both verifiers say what happened, and that nothing is
wrong."""

import itertools

import pytest

from evidence import Evidence, play
from test_exporting import bundle_report, exported
from test_forks import TWO_PHOTOS, set_back
from test_holes import rebuild, zero_page_with

SECRET = "Secret ledger"
CASES = [
    pytest.param(*case, id=f"{'a part' if case[0] else 'all'} of a store"
                 + (", redacted" if case[1] else "") + (", set back" if case[2] else "")
                 + (", with a hole" if case[3] else "") + " is told as it is")
    for case in itertools.product([False, True], repeat=4)
]


def add_secret(store):
    """A thing with a price, documented by a photo; the first is the current one again."""
    play(f"1 type thing add {SECRET}\n2 type thing set price 300\n3 click\n8 type thing use 1\n9 quit\n", store)


def redact(store):
    play(f"1 type redact thing {SECRET} title --yes\n3 click\n8 quit\n", store)


def with_secret(folder):
    return [path for path in folder.rglob("*") if path.is_file() and SECRET.encode() in path.read_bytes()]


@pytest.mark.parametrize("is_part, is_redacted, is_set_back, has_hole", CASES)
def test_combination(evidence, tmp_path, is_part, is_redacted, is_set_back, has_hole):
    folder = evidence.folder
    evidence.database.close()
    for _ in range(2):
        play(TWO_PHOTOS, folder)
    if has_hole:
        zero_page_with(Evidence(folder), Evidence(folder).last // 2)
        rebuild(folder)
    add_secret(folder)
    if is_set_back:
        set_back(tmp_path, folder).database.close()
    if is_redacted:
        redact(folder)
        assert with_secret(folder) == []
    exported(folder, tmp_path / "out", thing="1" if is_part else "all")
    assert (with_secret(tmp_path / "out") == []) == (is_part or is_redacted)
    for found in (Evidence(folder).verified(), bundle_report(tmp_path / "out")):
        assert found["verdict"] == "good", found
        assert found["texts_redacted"] == (1 if is_redacted else 0), found
        assert len(found["resumptions"]) == (1 if is_set_back else 0), found
        assert len(found["rebuilds"]) == (1 if has_hole else 0), found
    assert (bundle_report(tmp_path / "out")["texts_untold"] > 0) == is_part
