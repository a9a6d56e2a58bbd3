"""Draws a screen, as `tmux capture-pane -p -e` prints it, as an SVG file.

Each cell has a fixed position, so that columns are aligned in any font. The sixteen basic colors are those of
GNOME's terminal, and are the same on a dark and on a light background.
"""
import html
import itertools
import re
import typing
import unicodedata

WIDTH, HEIGHT, MARGIN, BASELINE = 8, 16, 8, 12
FONT = "ui-monospace,'DejaVu Sans Mono',Menlo,Consolas,monospace"
GROUNDS = {"dark": ("#d0cfcc", "#1e1e1e"), "light": ("#171421", "#ffffff")}
PALETTE = ("#171421 #c01c28 #26a269 #a2734c #12488b #a347ba #2aa1b3 #d0cfcc "
           "#5e5c64 #f66151 #33da7a #e9ad0c #2a7bde #c061cb #33c7de #ffffff").split()
LEVELS = (0, 95, 135, 175, 215, 255)
PALETTE += ["#%02x%02x%02x" % levels for levels in itertools.product(LEVELS, repeat=3)]
PALETTE += ["#%02x%02x%02x" % ((8 + 10 * step,) * 3) for step in range(24)]
# Block characters are drawn as rectangles, because those of a font leave gaps between cells: left, top, width and
# height in a cell.
BLOCKS = {"▀": (0, 0, 8, 8), "▌": (0, 0, 4, 16), "▐": (4, 0, 4, 16),
          **{chr(0x2580 + eighths): (0, 16 - 2 * eighths, 8, 2 * eighths) for eighths in range(1, 9)}}
# The vertical position of each line in a cell.
LINES = {"underline": 14, "strike": 8}
ATTRIBUTES = {1: "bold", 2: "dim", 3: "italic", 4: "underline", 7: "reverse", 9: "strike"}
ENDS = {22: {"bold", "dim"}, 23: {"italic"}, 24: {"underline"}, 27: {"reverse"}, 29: {"strike"}}
TOKEN = re.compile(r"\x1b\[([\d;:]*)m|\x1b.|(.)")


class Look(typing.NamedTuple):
    """The style of a cell; None is the default color of the terminal."""
    text: str | None = None
    ground: str | None = None
    attributes: frozenset = frozenset()

    def changed(self, parameters: str) -> "Look":
        """Returns the style after a sequence of parameters (SGR)."""
        look, numbers = self, iter(parameters.replace(":", ";").split(";"))
        for number in (int(number or 0) for number in numbers):
            if number == 0:
                look = Look()
            elif number in ATTRIBUTES:
                look = look._replace(attributes=look.attributes | {ATTRIBUTES[number]})
            elif number in ENDS:
                look = look._replace(attributes=look.attributes - ENDS[number])
            elif number // 10 in (3, 4, 9, 10):
                field = "text" if number // 10 in (3, 9) else "ground"
                look = look._replace(**{field: colour(number, numbers)})
        return look

    def painted(self, ground: str) -> tuple[str, str | None]:
        """Returns the colors of the text and the background that a terminal shows; None for the default background."""
        default_text, default_ground = GROUNDS[ground]
        text, back = self.text or default_text, self.ground or default_ground
        if "reverse" in self.attributes:
            text, back = back, text
        if "dim" in self.attributes:
            text = mixed(text, back)
        return text, None if back == default_ground else back


def colour(number: int, numbers: typing.Iterator[str]) -> str | None:
    """Returns the color for a number, and removes the numbers that belong to it from the iterator."""
    if number % 10 == 8 and number < 50:
        if next(numbers) == "5":
            return PALETTE[int(next(numbers))]
        return "#%02x%02x%02x" % tuple(int(next(numbers)) for _ in range(3))
    if number % 10 > 7:
        return None
    return PALETTE[number % 10 + (8 if number >= 90 else 0)]


def mixed(text: str, ground: str) -> str:
    """Returns a mixture of two thirds text color and one third background, as xterm and VTE show faint text."""
    pairs = [(int(text[i:i + 2], 16), int(ground[i:i + 2], 16)) for i in (1, 3, 5)]
    return "#%02x%02x%02x" % tuple((2 * one + other) // 3 for one, other in pairs)


def cells(screen: str) -> typing.Iterator[tuple[int, int, int, str, Look]]:
    """Returns the row, column, width, text and style of each written cell.

    tmux prints only the changes of the style, so a style continues on the next line.
    """
    look = Look()
    for row, line in enumerate(screen.split("\n")):
        found, column = [], 0
        for parameters, character in TOKEN.findall(line):
            if not character:
                look = look.changed(parameters)
            elif found and unicodedata.category(character) in ("Mn", "Me", "Cf"):
                found[-1][3] += character
            else:
                width = 2 if unicodedata.east_asian_width(character) in "WF" else 1
                found.append([row, column, width, character, look])
                column += width
        yield from map(tuple, found)


def plain(screen: str) -> str:
    """Returns the text without styles."""
    return TOKEN.sub(r"\2", screen)


def drawn(screen: str, columns: int, rows: int, ground: str, title: str) -> str:
    """Returns an SVG file with one screen."""
    return file(columns, rows, ground, title, layers(screen, ground))


def moving(frames: list[tuple[str, float]], still: int, columns: int, rows: int, ground: str, title: str) -> str:
    """Returns an SVG file that shows screens one after the other in a loop, each for its number of seconds.

    If the reader has turned animations off, or if the program that draws the file does not support them, the frame
    with the number `still` is shown.
    """
    total, at = sum(seconds for _, seconds in frames), 0.0
    style, groups = [".f{visibility:hidden}", ".f%d{visibility:visible}" % still], []
    for number, (screen, seconds) in enumerate(frames):
        start, at = at, at + seconds
        before = "0%{visibility:hidden}" if number else ""
        after = "%.2f%%{visibility:hidden}" % (100 * at / total) if number + 1 < len(frames) else ""
        style += ["@keyframes f%d{%s%.2f%%{visibility:visible}%s}" % (number, before, 100 * start / total, after),
                  ".f%d{animation:f%d %gs step-end infinite}" % (number, number, total)]
        groups += [f'<g class="f f{number}">', *layers(screen, ground), "</g>"]
    style.append("@media(prefers-reduced-motion:reduce){.f{animation:none}}")
    return file(columns, rows, ground, title, ["<style>", *style, "</style>", *groups])


def file(columns: int, rows: int, ground: str, title: str, content: list[str]) -> str:
    """Returns an SVG file with the frame and the background of a screen, and the given content."""
    width, height = columns * WIDTH + 2 * MARGIN, rows * HEIGHT + 2 * MARGIN
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
        f' role="img" font-family="{FONT}" font-size="13.3" xml:space="preserve">',
        f"<title>{html.escape(title)}</title>",
        f'<rect x=".5" y=".5" width="{width - 1}" height="{height - 1}" rx="6" fill="{GROUNDS[ground][1]}"'
        ' stroke="#808080" stroke-opacity=".5"/>', *content, "</svg>", ""])


def layers(screen: str, ground: str) -> list[str]:
    """Returns the elements of a screen: backgrounds, blocks and lines, and the text above them."""
    shapes, texts = [], []
    for (row, look), group in itertools.groupby(cells(screen), lambda cell: (cell[0], cell[4])):
        group = list(group)
        fill, back = look.painted(ground)
        start, end, top = group[0][1] * WIDTH, (group[-1][1] + group[-1][2]) * WIDTH, row * HEIGHT
        if back:
            shapes.append(box(back, start, top, end - start, HEIGHT))
        for _, column, _, character, _ in group:
            if character in BLOCKS:
                left, down, width, height = BLOCKS[character]
                shapes.append(box(fill, column * WIDTH + left, top + down, width, height))
        shapes += [box(fill, start, top + line, end - start, 1)
                   for name, line in LINES.items() if name in look.attributes]
        texts += written(group, look, fill)
    return [f'<g transform="translate({MARGIN} {MARGIN})" shape-rendering="crispEdges">', *shapes, "</g>",
            f'<g transform="translate({MARGIN} {MARGIN + BASELINE})">', *texts, "</g>"]


def box(fill: str, left: int, top: int, width: int, height: int) -> str:
    return f'<path fill="{fill}" d="M{left} {top}h{width}v{height}h-{width}z"/>'


def written(group: list, look: Look, fill: str) -> typing.Iterator[str]:
    """Returns the text of cells with one style, in runs that are stretched to the width of their cells.

    A character that the font may lack is a separate run, because it may come from a font with other widths. SVG
    shows several blanks as one, so several blanks also end a run.
    """
    style = (f' fill="{fill}"' + ' font-weight="bold"' * ("bold" in look.attributes)
             + ' font-style="italic"' * ("italic" in look.attributes))
    for _, run in itertools.groupby(group, lambda cell: None if cell[3] < "\u0250" and not cell[3][1:] else cell[1]):
        run = [cell for cell in run if cell[3] not in BLOCKS]
        for words in re.finditer(r"\S+(?: \S+)*", "".join(cell[3] for cell in run)):
            row, column, *_ = run[words.start()]
            width = run[0][2] if len(run) == 1 else len(words.group())
            yield (f'<text x="{column * WIDTH}" y="{row * HEIGHT}" textLength="{width * WIDTH}"{style}>'
                   f'{html.escape(words.group(), quote=False)}</text>')
