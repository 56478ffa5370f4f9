"""A terminal's screen, as pyte has it, as a picture: an SVG."""

import re
from html import escape
from itertools import groupby

# Of a character, and round all of them, in pixels.
WIDTH, HEIGHT, EDGE = 9, 18, 12
DARK, BRIGHT = "#161616", "#f2f2f2"
# pyte's names of the eight colours, in shades that can be read on dark; the rest it has in six hexadecimal digits.
NAMES = {
    "black": "#000000",
    "red": "#ff6c60",
    "green": "#00cd00",
    "brown": "#cdcd00",
    "blue": "#7a8cff",
    "magenta": "#cd00cd",
    "cyan": "#00cdcd",
    "white": "#e5e5e5",
}


def svg(screen, title: str, words: str) -> str:
    """The picture; `words` say what is seen, for who doesn't see it."""
    width, height = screen.columns * WIDTH + 2 * EDGE, screen.lines * HEIGHT + 2 * EDGE
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" '
        f'aria-labelledby="title words">\n<title id="title">{escape(title)}</title>\n'
        f'<desc id="words">{escape(words)}</desc>\n<style>text {{ font: 15px monospace; white-space: pre; }}</style>\n'
        f'<rect width="100%" height="100%" rx="8" fill="{DARK}"/>\n'
    )
    lines = [row(index, screen.buffer[index], screen.columns) for index in range(screen.lines)]
    return head + "\n".join(element for line in lines for element in line) + "\n</svg>\n"


def look(cell) -> tuple[str, str]:
    """The colours of a character, and of what is behind it."""
    front = BRIGHT if cell.fg == "default" else NAMES.get(cell.fg, f"#{cell.fg}")
    back = DARK if cell.bg == "default" else NAMES.get(cell.bg, f"#{cell.bg}")
    return (back, front) if cell.reverse else (front, back)


def row(index: int, line, columns: int):
    cells = [(column, line[column]) for column in range(columns)]
    for (front, back), run in groupby(cells, lambda cell: look(cell[1])):
        run = list(run)
        x, y = EDGE + run[0][0] * WIDTH, EDGE + index * HEIGHT
        text = "".join(cell.data for _, cell in run)
        if back != DARK:
            yield f'<rect fill="{back}" x="{x}" y="{y}" width="{len(text) * WIDTH}" height="{HEIGHT}"/>'
        # A picture would make one space of several.
        for part in re.finditer(r"\S+(?: \S+)*", text):
            yield (
                f'<text x="{x + part.start() * WIDTH}" y="{y + 14}" textLength="{len(part[0]) * WIDTH}" '
                f'lengthAdjust="spacingAndGlyphs" fill="{front}">{escape(part[0])}</text>'
            )
