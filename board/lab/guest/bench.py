"""Measures the program on the board, a line for each metric.

Each is `metric | ours | against what | ratio | target | met`. Both sides of a line are measured in
the same boot. An emulated processor is slow and its disk is a file, so that ratios and counts mean
something here, and times do not. Whatever else the host does can only add to a time: both take
turns, and the least of each counts.
"""

from measures import disk, memory, paused, processor, resume, shutter, start


def main() -> None:
    for part in (shutter, resume, paused, memory, disk, start, processor):
        try:
            part.measure()
        except (AssertionError, OSError, KeyError, TypeError) as problem:
            name = part.__name__.removeprefix("measures.")
            print(f"{name} | not measured: {problem} | – | – | – | short", flush=True)


if __name__ == "__main__":
    main()
