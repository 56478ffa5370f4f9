"""Clips, from the press to their last frame, and after a power cut."""

import json
import os
import struct
import subprocess
import time
from pathlib import Path

import pytest

import parts
from program import WEBCAM, Program
from program import photos as pieces
from sentences import sentence
from stamps import Stamps
from waiting import eventually

STORE = "/mnt/disk/clips"
# What was recorded is made durable so often; and a clip that is cut off loses no more than that, and a frame or two.
FLUSH_S, SLACK_S = 1, 0.5
CLUSTER = bytes.fromhex("1f43b675")
# A cluster's head, and where its time and the size of its block stand.
HEAD, TIME, BLOCK = 33, 16, 25


def frames(file: Path) -> list[tuple[float, bytes]]:
    """The whole frames of a clip: seconds since the first, and the picture."""
    found, clip = [], file.read_bytes()
    place = clip.find(CLUSTER)
    while 0 <= place and place + HEAD <= len(clip):
        (microseconds,) = struct.unpack_from(">Q", clip, place + TIME)
        (size,) = struct.unpack_from(">I", clip, place + BLOCK)
        end = place + HEAD + (size & 0x0FFFFFFF) - 4
        if end <= len(clip):
            found.append((microseconds / 1e6, clip[place + HEAD : end]))
        place = clip.find(CLUSTER, end)
    return found


def check_frames(file: Path) -> list[float]:
    """Every frame is a picture that another program decodes, and comes after the one before; returns their times."""
    taken = frames(file)
    assert taken, "it has no frame"
    for number, (_, jpeg) in enumerate(taken):
        decoded = subprocess.run(["djpeg", "-pnm"], input=jpeg, capture_output=True, timeout=60)
        assert decoded.returncode == 0, f"frame {number} cannot be decoded: {decoded.stderr.decode().strip()}"
    times = [at for at, _ in taken]
    assert times == sorted(set(times)), "frames do not follow one another"
    return times


def check_players(file: Path, times: list[float], is_cut_off: bool = False) -> None:
    """Other programs find those frames, at those times, and decode them all.

    Behind the last whole frame of a file that is cut off may stand anything, of which a player may complain.
    """
    if os.environ.get("LAB_IMAGE"):
        return  # An installed board has no player.
    shown = ["-show_entries", "frame=pts_time", "-of", "csv=p=0", str(file)]
    found = [float(line.strip(",")) for line in parts.run("ffprobe", "-v", "error", *shown, timeout=300).split()]
    assert found == pytest.approx(times, abs=1e-6), f"ffprobe finds {len(found)} frames, or other times"
    decoded = subprocess.run(
        ["ffmpeg", "-v", "error", "-i", str(file), "-fps_mode", "passthrough", "-f", "framecrc", "-"],
        stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=300)
    pictures = [line for line in decoded.stdout.splitlines() if not line.startswith("#")]
    assert len(pictures) == len(times), f"ffmpeg decodes {len(pictures)} of {len(times)} frames"
    complaint = "\n".join(line for line in decoded.stderr.splitlines() if not (is_cut_off and "EBML" in line))
    assert decoded.returncode == 0 and not complaint, f"ffmpeg says: {complaint}"


def check_stamps(row: dict, times: list[float], frames: list[tuple[int, int]]) -> None:
    """The clip has each frame that the driver handed over, at its time, and says how many it lost."""
    clip = [row["actual"] // 1000 + round(at * 1e6) for at in times]
    kernel = [(at, number) for at, number in frames if clip[0] <= at <= clip[-1]]
    assert [at for at, _ in kernel] == pytest.approx(clip, abs=1), f"of {len(kernel)} frames the clip has {len(clip)}"
    lost = kernel[-1][1] - kernel[0][1] + 1 - len(kernel)
    assert json.loads(row["data"])["dropped"] == lost, f"the driver's numbers lack {lost}: {row['data']}"


def double_click() -> float:
    """Returns the instant of the first push."""
    pressed = parts.press()
    time.sleep(0.1)
    parts.press()
    return pressed


def clip(program: Program, number: int = 1) -> dict:
    return eventually(
        f"clip {number}", 20, lambda: next((row for row in pieces(program.store) if row["number"] == number), None)
    )


@pytest.mark.configured(camera=WEBCAM)
def test_double_click_records_clip_from_before_press_to(program):
    """a double click records a clip from before the press to the next press, on a camera with MJPG"""
    with Stamps() as stamps:
        time.sleep(6)  # as long as anything is remembered
        pressed = double_click()
        program.until_said("clip.wanted")
        time.sleep(3)
        stopped = parts.press()
        row = clip(program)
        taken = stamps.frames(parts.camera("webcam"))
    times = check_frames(program.store / row["local_file"])
    check_stamps(row, times, taken)
    check_players(program.store / row["local_file"], times)
    began = row["actual"] / 1e9
    assert row["kind"] == "clip", f"it is a {row['kind']}"
    assert 3.5 < pressed - began < 5.5, f"it begins {pressed - began:.2f} s before the press"
    assert abs(began + times[-1] - stopped) < 0.2, f"it ends {began + times[-1] - stopped:.2f} s after the press"


@pytest.mark.core
def test_double_click_records_clip_on_raw_camera(program):
    """a double click records a clip from the press to the next press, on a camera whose frames are encoded"""
    pressed = double_click()
    program.until_said("clip.wanted")
    time.sleep(3)
    stopped = parts.press()
    row = clip(program)
    times = check_frames(program.store / row["local_file"])
    began = row["actual"] / 1e9
    check_players(program.store / row["local_file"], times)
    # The emulated processor takes its time to encode the first frames.
    assert -0.1 < began - pressed < 1.5, f"it begins {began - pressed:.2f} s after the press"
    assert abs(began + times[-1] - stopped) < 0.5, f"it ends {began + times[-1] - stopped:.2f} s after the press"


@pytest.mark.configured(clip={"preroll_raw": True})
def test_raw_camera_remembers_where_that_is_wanted(program):
    """where each frame may be encoded, a clip of a raw camera begins before the press too"""
    time.sleep(6)
    pressed = double_click()
    program.until_said("clip.wanted")
    time.sleep(1)
    parts.press()
    row = clip(program)
    times = check_frames(program.store / row["local_file"])
    check_players(program.store / row["local_file"], times)
    before = pressed - row["actual"] / 1e9
    assert 3 < before < 5.5, f"it begins {before:.2f} s before the press"


@pytest.mark.configured(camera=WEBCAM)
def test_press_is_answered_at_once_while_clip_is(program, lamp):
    """the first edge of a press ends a clip at once, and the rest of the press means nothing"""
    program.ask("clip start")
    time.sleep(2)
    with parts.holding() as pressed:
        program.until_said("clip.stored", 1)
        took = time.monotonic() - pressed
    assert took < 1, f"it took {took:.2f} s"
    assert len(pieces(program.store)) == 1, "the rest of the press took a photo"


@pytest.mark.configured(camera=WEBCAM)
def test_clip_whose_camera_is_pulled_out_is_kept(program):
    """a clip whose camera hangs is ended, and kept with what was recorded"""
    program.ask("clip start")
    time.sleep(2)
    parts.hang()
    program.until_said("clip.stored", 1, within=20)
    check_frames(program.store / clip(program)["local_file"])


@pytest.mark.power_cut
def test_clip_under_way_leads_to_power_cut():
    """Returns while a clip is being recorded, some of which must be durable."""
    program = Program(store=STORE, camera=WEBCAM).__enter__()  # nothing will ever stop it
    program.terminal.type("clip start")
    program.terminal.expect(sentence("clip.wanted"))
    time.sleep(5)


@pytest.mark.after
@pytest.mark.configured(store=STORE)
def test_after_power_cut_clip_is_piece_that_plays(program):
    """after the power cut the clip is a piece that plays, up to the last second, and says how long it is"""
    row = clip(program)
    times = check_frames(program.store / row["local_file"])
    assert times[-1] > 5 - FLUSH_S - SLACK_S, f"it has {times[-1]:.2f} s"
    said = next(piece for piece in program.ask_json("list") if piece["number"] == row["number"])
    assert said["length"] == pytest.approx(times[-1] - times[0], abs=1e-3), f"it says {said['length']} s"
    check_players(program.store / row["local_file"], times, is_cut_off=True)
    assert row["kind"] == "clip", f"it is a {row['kind']}"
