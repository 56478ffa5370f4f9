"""A store that an older copy of itself replaced, while its device remembers what it wrote."""

import json
import shutil

import pytest

from evidence import EXECUTABLE, Evidence, ours, play, run, theirs
from sentences import sentence
from test_exporting import export
from test_importing import imports

TWO_PHOTOS = "1 click\n5 click\n9 quit\n"


def set_back(place, store):
    """Two photos, the older copy of the store put in its place, and two other photos: the device stays as it is."""
    older = shutil.copytree(store, place / "older", symlinks=True)
    play(TWO_PHOTOS, store)
    shutil.rmtree(older / "device")
    shutil.move(store / "device", older / "device")
    shutil.move(store, place / "newer")
    shutil.move(older, store)
    play(TWO_PHOTOS, store)
    return Evidence(store)


@pytest.fixture
def resumed(evidence, tmp_path):
    """The store after that, and what its head was before."""
    head = evidence.head
    evidence.database.close()
    return set_back(tmp_path, evidence.folder), head


def head_of(folder):
    return json.loads(theirs(folder, "--json").stdout)["head"]


def test_resumption_is_told_for_ever_and_is_no_flaw(resumed, tmp_path):
    """the first record after an older copy was put back names both heads, and both verifiers tell it without a flaw"""
    store, head = resumed
    first = int(head.partition(":")[0]) + 1
    assert store.record(first)["kind"] == "history.resumed" and store.record(first + 1)["kind"] == "program.started"
    found = store.verified()
    assert found["verdict"] == "good", found
    assert found["resumptions"] == [{"record": first, "seen": head_of(tmp_path / "newer"), "head": head}]
    numbers = (first, int(head.partition(":")[0]), int(head_of(tmp_path / "newer").partition(":")[0]))
    told = ours(store.folder).stdout
    assert sentence("verify.resumed", *numbers).search(told), told
    assert f"history was resumed from record {numbers[1]}" in theirs(store.folder).stdout
    play(TWO_PHOTOS, store.folder)
    assert Evidence(store.folder).verified()["resumptions"] == found["resumptions"]


def test_resumption_that_is_taken_away_is_seen(resumed):
    """nobody takes the record of it away or makes it say something else without the key"""
    store, head = resumed
    first = int(head.partition(":")[0]) + 1
    store.change_payload(first, seen=head)
    found = store.verified()
    assert found["counts"] == {"record.altered": 1} and found["findings"][0]["record"] == first, found
    store.run("DELETE FROM records WHERE sequence = ?", first)
    assert store.counts() == {"record.missing": 1}


def test_resumption_that_names_no_head_is_malformed(resumed):
    """a record of it that names no head is not as the format says, whoever signed it"""
    store, head = resumed
    first = int(head.partition(":")[0]) + 1
    for text in ("", "nothing", head.upper(), f"0{head}", f"99999999999999999999{head}"):
        store.change_payload(first, seen=text)
        store.rehash(first)
        store.sign(first, store.key)
        found = store.verified()
        assert found["counts"] == {"record.malformed": 1} and found["resumptions"] == [], (text, found)


def test_other_history_that_comes_back_is_a_fork(resumed, tmp_path):
    """records of the other history that come back are a fork at the record in which both part, and all comes back"""
    store, head = resumed
    first = int(head.partition(":")[0]) + 1
    assert export(tmp_path / "newer", tmp_path / "out").returncode == 0
    ended = imports(tmp_path, tmp_path / "out")
    assert ended.returncode == 0 and sentence("restore.end", 2, 8, 9, 5, 0).search(ended.stdout), ended.stdout
    found = Evidence(store.folder).verified()
    assert found["counts"] == {"history.forked": 1} and found["findings"][0]["record"] == first, found
    file = found["findings"][0]["file"]
    assert file.startswith(f"restored/{found['store']}/")
    told = ours(store.folder).stdout
    assert sentence("verify.history-forked", first, file).search(told), told
    # An export of it says so too, and comes back elsewhere all the same.
    assert export(store.folder, tmp_path / "both").returncode == 0
    assert json.loads(theirs(tmp_path / "both", "--json").stdout)["counts"] == {"history.forked": 1}
    (tmp_path / "third").mkdir()
    play("1 click\n6 quit\n", tmp_path / "third" / "store")
    ended = imports(tmp_path / "third", tmp_path / "both")
    assert ended.returncode == 0, ended.stdout
    counts = Evidence(tmp_path / "third" / "store").counts()
    assert counts == {"history.forked": 1}, counts


def test_beginning_of_a_history_is_no_fork(evidence, tmp_path):
    """an earlier export of the same history that comes back is no fork"""
    evidence.database.close()
    assert export(evidence.folder, tmp_path / "out").returncode == 0
    play(TWO_PHOTOS, evidence.folder)
    assert imports(tmp_path, tmp_path / "out").returncode == 0
    found = Evidence(evidence.folder).verified()
    assert found["verdict"] == "good" and len(found["origins"]) == 1, found


def test_history_by_another_key_is_no_fork(evidence, tmp_path):
    """a copy that another device went on with is another history, and not one by the same key"""
    evidence.database.close()
    copy = shutil.copytree(evidence.folder, tmp_path / "copy", symlinks=True)
    shutil.rmtree(copy / "device")
    play(TWO_PHOTOS, copy)
    play(TWO_PHOTOS, evidence.folder)
    assert export(copy, tmp_path / "out").returncode == 0
    assert imports(tmp_path, tmp_path / "out").returncode == 0
    assert Evidence(evidence.folder).verified()["verdict"] == "good"


def test_whole_card_put_back_claims_nothing(evidence, tmp_path):
    """a copy with the device's folder in it claims nothing, and neither does a device that remembers nothing"""
    evidence.database.close()
    older = shutil.copytree(evidence.folder, tmp_path / "older", symlinks=True)
    play(TWO_PHOTOS, evidence.folder)
    for head in (older / "device").glob("*.head"):
        play(TWO_PHOTOS, older)
        assert Evidence(older).verified()["resumptions"] == []
        head.unlink()
    play(TWO_PHOTOS, older)
    assert Evidence(older).verified()["resumptions"] == []


def test_doctor_says_it_until_the_next_start(resumed):
    """doctor names an older copy that was put back, until the program is started again"""
    store, _ = resumed

    def finding():
        file = store.folder.parent / "x.toml"
        file.write_text(f'store = "{store.folder}"\n[device]\nfolder = "{store.folder}/device"\n')
        told = json.loads(run([EXECUTABLE, "doctor", "--config", str(file), "--json"]).stdout)
        return next(finding for finding in told["findings"] if finding["check"] == "history")

    assert finding()["verdict"] == "warning" and sentence("history.older", ..., ...).search(finding()["sentence"])
    play("1 click\n6 quit\n", store.folder)
    assert finding()["verdict"] == "good"
