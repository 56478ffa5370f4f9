"""What verifying finds of a store whose device got a new key by the command."""

import json

from evidence import EXECUTABLE, fingerprint, play, run, writing
from sentences import sentence

SCRIPT, PHOTOS_OF_SCRIPT = "1 type snap --in 0\n4 quit\n", 1


def renew(evidence, *arguments):
    store = str(evidence.folder)
    return run([EXECUTABLE, "key", "renew", "--store", store, "--device", f"{store}/device"], *arguments)


def shown(evidence):
    done = run([EXECUTABLE, "key", "--device", f"{evidence.folder}/device", "--json"])
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def endorsed(found):
    return [device["endorsed"] for device in found["devices"]]


def test_renewed(evidence):
    """a key that was renewed is another, and whoever knows the one before knows it too"""
    before, old = evidence.verified(), shown(evidence)
    assert fingerprint(evidence.key) == old["fingerprint"]
    done = renew(evidence, "--yes")
    assert done.returncode == 0, done.stderr
    new = shown(evidence)
    assert new["fingerprint"] != old["fingerprint"] and new["fingerprint"] in done.stdout, done.stdout
    assert sentence("key.renewed", old["id"]).search(done.stdout), done.stdout
    found = evidence.verified("--head", before["head"], "--key", old["fingerprint"])
    assert found["verdict"] == "good" and endorsed(found) == [None, True], found
    assert [device["fingerprint"] for device in found["devices"]] == [old["fingerprint"], new["fingerprint"]], found
    assert found["devices"][1]["known_by"] == "endorsed" and found["records"] == before["records"] + 1, found


def test_goes_on(evidence):
    """the program goes on with the new key, and with the next"""
    for number in (1, 2):
        assert renew(evidence, "--yes").returncode == 0
        play(SCRIPT, evidence.folder)
        found = evidence.verified()
        assert found["verdict"] == "good" and endorsed(found) == [None] + [True] * number, found
        assert found["devices"][-1]["fingerprint"] == shown(evidence)["fingerprint"], found
        assert found["pieces"] == 5 + number * PHOTOS_OF_SCRIPT, found


def test_nobody_asked(evidence):
    """where nobody can be asked, and nobody said yes, no key is renewed"""
    old = shown(evidence)
    done = renew(evidence)
    assert done.returncode == 1 and sentence("question.needs-yes").search(done.stderr), done
    assert shown(evidence) == old and endorsed(evidence.verified()) == [None]


def test_program_runs(evidence):
    """while a program writes to the store no key is renewed"""
    old = shown(evidence)
    with writing(evidence.folder, 6):
        done = renew(evidence, "--yes")
        assert done.returncode == 1 and sentence("store.inUse", str(evidence.folder)).search(done.stderr), done
    assert shown(evidence) == old and endorsed(evidence.verified()) == [None]


def test_another_device(evidence, others):
    """a device that does not sign in the store does not renew its key by it"""
    done = run([EXECUTABLE, "key", "renew", "--store", str(evidence.folder), "--device", f"{others.folder}/device",
                "--yes"])
    assert done.returncode == 1 and "key" in done.stderr, done
    assert shown(others)["fingerprint"] == fingerprint(others.key)
    assert endorsed(evidence.verified()) == [None]


def test_lost(evidence):
    """a key that was lost vouches for nothing"""
    (evidence.folder / "device/key.pem").unlink()
    play(SCRIPT, evidence.folder)
    found = evidence.verified("--key", fingerprint(evidence.key))
    assert found["counts"] == {"key.other": 1} and endorsed(found) == [None, False], found
