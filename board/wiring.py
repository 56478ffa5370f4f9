#!/usr/bin/env python3
"""Draws wiring.svg of every board; with --check it only says which of them are not as drawn here.

The pins, the parts and the words are the tables here. Boards with a 40-pin header differ in their
name alone; the others have ports.
"""

import sys
from html import escape
from pathlib import Path

BOARDS = {
    "raspberry-pi-zero-2w": "Raspberry Pi Zero 2 W",
    "raspberry-pi-4": "Raspberry Pi 4 Model B",
    "raspberry-pi-5": "Raspberry Pi 5",
}

# Boards without a header: a port, the part on it, and what is said of that.
PLAIN_BOARDS = {
    "generic": (
        "Any computer",
        [
            ("USB", "Camera", "UVC"),
            ("USB", "Console, optional", "USB serial adapter to another computer"),
        ],
    ),
    "lab": (
        "Virtual board",
        [
            ("/dev/video0", "Camera", "vivid: YUYV, NV12, RGB"),
            ("USB over IP", "Camera", "Lab Webcam: Motion-JPEG"),
            ("bank-b line 3", "Button", "pressed by press"),
            ("bank-a line 2", "Light", "looked at by light"),
            ("bank-a line 4", "Buzzer", "active high"),
            ("I2C 0x68", "Accelerometer", "mpu6050, moved by shake"),
            ("I2C 0x69", "Accelerometer", "the same chip without a driver"),
            ("ttyS1", "Console", "null-modem cable to ttyS2, the host"),
        ],
    ),
}

WHERE_PIN_1_IS = "Header seen from above. Pin 1, the square one, is at the end next to the card."

# What each pin of the header is, 1 to 40.
PINS = (
    "3V3 5V GPIO2 5V GPIO3 GND GPIO4 GPIO14 GND GPIO15 GPIO17 GPIO18 GPIO27 GND GPIO22 GPIO23 3V3 "
    "GPIO24 GPIO10 GND GPIO9 GPIO25 GPIO11 GPIO8 GND GPIO7 GPIO0 GPIO1 GPIO5 GND GPIO6 GPIO12 "
    "GPIO13 GND GPIO19 GPIO16 GPIO26 GPIO20 GND GPIO21"
).split()

# A part, what is said of it, and its wires: pin of the header, and what the part calls its end.
PARTS = {
    "left": [
        (
            "Accelerometer",
            "MPU-6050, optional",
            [(1, "VCC"), (3, "SDA"), (5, "SCL"), (7, "INT, optional"), (9, "GND")],
        ),
    ],
    "right": [
        ("Console", "USB serial adapter, 3.3 V", [(6, "GND"), (8, "RX"), (10, "TX")]),
        ("Button", "closes to ground", [(14, "one side"), (16, "other side")]),
        ("Light", "LED with 330 Ω", [(18, "330 Ω, long leg"), (20, "short leg")]),
        ("Buzzer", "active, at most 10 mA", [(22, "+"), (30, "−")]),
    ],
}

ROW, TOP, WIDTH = 32, 96, 1080
HEADER_X = {"left": 522, "right": 558}
PART_X = {"left": 30, "right": 710}
PART_WIDTH = 340

# On a dark page the same drawing is light on dark. Wires are told apart by what is written at
# both of their ends, never by colour alone.
STYLE = """
  svg { background: #ffffff; }
  text { font: 14px sans-serif; fill: #1a1a1a; }
  .title { font-size: 20px; font-weight: bold; }
  .part { font-weight: bold; }
  .faint { fill: #595959; }
  .board, .box { fill: none; stroke: #1a1a1a; stroke-width: 2; }
  .pin { fill: #ffffff; stroke: #595959; stroke-width: 1.5; }
  .used { fill: #1a1a1a; stroke: #1a1a1a; }
  .wire { fill: none; stroke: #0b57a4; stroke-width: 2.5; }
  @media (prefers-color-scheme: dark) {
    svg { background: #161616; }
    text { fill: #f2f2f2; }
    .faint { fill: #b4b4b4; }
    .board, .box { stroke: #f2f2f2; }
    .pin { fill: #161616; stroke: #b4b4b4; }
    .used { fill: #f2f2f2; stroke: #f2f2f2; }
    .wire { stroke: #7db8ff; }
  }
"""


def side(pin: int) -> str:
    return "left" if pin % 2 else "right"


def height(pin: int) -> int:
    """Where the pin is from the top."""
    return TOP + 30 + (pin - 1) // 2 * ROW


def wires() -> dict[int, tuple[str, str]]:
    """The part and its end on each pin that is used."""
    return {
        pin: (name, end) for parts in PARTS.values() for name, _, ends in parts for pin, end in ends
    }


def text(x: int, y: int, words: str, anchor: str = "start", kind: str = "") -> str:
    style = f' class="{kind}"' if kind else ""
    return f'<text x="{x}" y="{y}" text-anchor="{anchor}"{style}>{escape(words)}</text>'


def draw_header() -> list[str]:
    used = wires()
    bottom = height(40)
    shape = f'x="500" y="{TOP}" width="80" height="{bottom - TOP + 30}" rx="8"'
    lines = [f'<rect class="board" {shape}/>']
    for pin, name in enumerate(PINS, 1):
        x, y = HEADER_X[side(pin)], height(pin)
        kind = "pin used" if pin in used else "pin"
        # Pin 1 is the square one on the board too.
        corner = 0 if pin == 1 else 7
        shape = f'x="{x - 7}" y="{y - 7}" width="14" height="14" rx="{corner}"'
        lines.append(f'<rect class="{kind}" {shape}/>')
        outward, anchor = (-30, "end") if side(pin) == "left" else (30, "start")
        # What stands at a wire stands above it.
        down, strength = (-5, "") if pin in used else (5, "faint")
        lines.append(text(x + outward, y + down, f"{pin} {name}", anchor, strength))
    return lines


def draw_part(where: str, name: str, words: str, ends: list[tuple[int, str]]) -> list[str]:
    x = PART_X[where]
    first, last = height(ends[0][0]), height(ends[-1][0])
    top, bottom, middle = first - 13, last + 13, (first + last) // 2
    shape = f'x="{x}" y="{top}" width="{PART_WIDTH}" height="{bottom - top}"'
    lines = [f'<rect class="box" {shape} rx="6"/>']
    # The part's ends are at the edge that faces the board, its name at the other.
    edge, name_x = (x + PART_WIDTH, x + 8) if where == "left" else (x, x + PART_WIDTH - 8)
    anchor, name_anchor = ("end", "start") if where == "left" else ("start", "end")
    inward = -8 if where == "left" else 8
    for pin, end in ends:
        start = HEADER_X[where] + (-7 if where == "left" else 7)
        lines.append(f'<path class="wire" d="M{start} {height(pin)} H{edge}"/>')
        lines.append(text(edge + inward, height(pin) + 5, end, anchor))
    lines.append(text(name_x, middle - 4, name, name_anchor, "part"))
    lines.append(text(name_x, middle + 14, words, name_anchor, "faint"))
    return lines


def description() -> str:
    """The drawing in words, wire by wire."""
    said = [
        f"pin {pin}, {PINS[pin - 1]}, to {end} of the {name.lower()}"
        for pin, (name, end) in wires().items()
    ]
    return "Header of 40 pins, pin 1 at the top left. " + "; ".join(said) + "."


def document(name: str, said: str, tall: int, parts: list[str]) -> str:
    """The drawing with its name, and with everything in it said in words."""
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {tall}" role="img" '
            'aria-labelledby="title words">',
            f'<title id="title">Wiring of the {escape(name)}</title>',
            f'<desc id="words">{escape(said)}</desc>',
            f"<style>{STYLE}</style>",
            text(30, 40, f"{name}: wiring", kind="title"),
            *parts,
            "</svg>\n",
        ]
    )


def header_board(name: str) -> str:
    parts = [text(30, 64, WHERE_PIN_1_IS, kind="faint"), *draw_header()]
    for where, list_of_parts in PARTS.items():
        for part in list_of_parts:
            parts += draw_part(where, *part)
    return document(name, description(), height(40) + 50, parts)


def plain_board(name: str, ports: list[tuple[str, str, str]]) -> str:
    """The board at the left, a part on each port at the right."""
    step, left, right, wide = 60, 30, 560, 490
    tall = TOP + len(ports) * step
    shape = f'x="{left}" y="{TOP - 20}" width="300" height="{tall - TOP + 6}" rx="8"'
    lines = [f'<rect class="board" {shape}/>', text(left + 14, TOP + 6, name, kind="part")]
    for index, (port, part, words) in enumerate(ports):
        y = TOP + index * step + 6
        lines.append(f'<path class="wire" d="M{left + 300} {y} H{right}"/>')
        lines.append(text(left + 290, y + 5, port, "end"))
        shape = f'x="{right}" y="{y - 24}" width="{wide}" height="48" rx="6"'
        lines.append(f'<rect class="box" {shape}/>')
        lines.append(text(right + 10, y - 3, part, kind="part"))
        lines.append(text(right + 10, y + 15, words, kind="faint"))
    said = "; ".join(f"{part} ({words}) at {port}" for port, part, words in ports)
    return document(name, f"{said}.", tall + 30, lines)


def drawings() -> dict[Path, str]:
    """What each file is to be."""
    here = Path(__file__).resolve().parent
    plain = {folder: plain_board(*board) for folder, board in PLAIN_BOARDS.items()}
    drawn = plain | {folder: header_board(name) for folder, name in BOARDS.items()}
    return {here / folder / "wiring.svg": drawing for folder, drawing in drawn.items()}


def main(arguments: list[str]) -> int:
    if arguments == ["--check"]:
        stale = [path for path, drawing in drawings().items() if path.read_text() != drawing]
        for path in stale:
            print(f"{path} is not what board/wiring.py draws")
        return 1 if stale else 0
    for path, drawing in drawings().items():
        path.write_text(drawing)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
