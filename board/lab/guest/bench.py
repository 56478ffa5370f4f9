"""Measures the program on the board, a line for each metric.

Each is `metric | ours | against what | ratio | target | met`. Both sides of a line are measured in
the same boot. An emulated processor is slow and its disk is a file, so that ratios and counts mean
something here, and times do not. Whatever else the host does can only add to a time: both take
turns, and the least of each counts. LAB_WORDS names the parts that are wanted; without it all are.
"""

import os

from measures import clips, disk, memory, paused, processor, resume, shutter, start, viewfinder


PARTS = (shutter, resume, paused, memory, disk, start, processor, clips, viewfinder)


def main() -> None:
    words = os.environ["LAB_WORDS"].split()
    for part in PARTS:
        name = part.__name__.removeprefix("measures.")
        if words and name not in words:
            continue
        try:
            part.measure()
        except (AssertionError, OSError, KeyError, TypeError) as problem:
            print(f"{name} | not measured: {problem} | – | – | – | short", flush=True)


if __name__ == "__main__":
    main()
