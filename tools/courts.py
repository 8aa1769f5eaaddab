"""
Makes the page's court cards from Adrian Kennard's drawings: `.venv/bin/python tools/courts.py FOLDER`.

FOLDER holds `JC.svg` … `KS.svg` as he publishes them. Kept is what lies inside a card's frame: six layers of paths on a
field of 1300 × 2000, each drawn twice, once turned about. Coordinates are rounded to whole numbers of that field, a
third of a pixel on the largest card; colours become those of this page, and the small suit signs in the clothes become
its own, so that they follow the colours of the deck.
"""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

TARGET = Path(__file__).parent.parent / "src" / "kreuzspinne" / "apps" / "web" / "static" / "courts.svg"
COLOURS = {"#FC4": "#f1bb45", "red": "#cc2936", "#44F": "#2b3d8f", "black": "#171a1d"}
ARGUMENTS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}
HEAD = ("Court cards drawn by Adrian Kennard (www.me.uk/cards), dedicated to the public domain with CC0 1.0;"
        " see credits.txt")


def commands(path: str) -> Iterator[tuple[str, list[float]]]:
    """The drawing commands of a path, one set of arguments each."""
    for letter, text in re.findall(r"([A-Za-z])([^A-Za-z]*)", re.sub(r"e-\d+", "", path)):
        numbers = _numbers(text, letter)
        size = ARGUMENTS[letter.upper()]
        if not size:
            yield letter, []
        for start in range(0, len(numbers), size or 1):
            # What follows the first point of a move is a line.
            repeated = {"M": "L", "m": "l"}.get(letter, letter) if start else letter
            yield repeated, numbers[start:start + size]


def _numbers(text: str, letter: str) -> list[float]:
    if letter in "Aa":  # its two flags may stand without anything between
        number = r"(-?\d*\.?\d+)[\s,]*"
        arcs = re.findall(number * 3 + r"([01])[\s,]*([01])[\s,]*" + number * 2, text)
        return [float(value) for arc in arcs for value in arc]
    return [float(value) for value in re.findall(r"-?(?:\d+\.?\d*|\.\d+)", text)]


def shortened(path: str) -> str:
    """The same path in whole numbers, relative; rounding errors do not add up."""
    x = y = start_x = start_y = 0.0
    drawn_x = drawn_y = begun_x = begun_y = 0
    parts: list[str] = []
    last = ""
    for letter, numbers in commands(path):
        kind, relative = letter.upper(), letter.islower()
        if kind == "Z":
            x, y, drawn_x, drawn_y = start_x, start_y, begun_x, begun_y
            parts.append("z")
            last = "z"
            continue
        points = _points(kind, numbers, (x, y), relative)
        rounded = [(round(px), round(py)) for px, py in points]
        name, values = _written(kind, numbers, rounded, (drawn_x, drawn_y))
        if not (kind in "LHV" and not any(values)):
            parts.append(_joined(name, values, last))
            last = name
        (x, y), (drawn_x, drawn_y) = points[-1], rounded[-1]
        if kind == "M":
            start_x, start_y, begun_x, begun_y = x, y, drawn_x, drawn_y
    return "".join(parts)


def _points(kind: str, numbers: list[float], here: tuple[float, float], relative: bool) -> list[tuple[float, float]]:
    """The points that a command names, in the field's coordinates; the last is where it ends."""
    x, y = here if relative else (0.0, 0.0)
    if kind == "H":
        return [(numbers[0] + x, here[1])]
    if kind == "V":
        return [(here[0], numbers[0] + y)]
    pairs = numbers[5:] if kind == "A" else numbers
    return [(pairs[i] + x, pairs[i + 1] + y) for i in range(0, len(pairs), 2)]


def _written(kind: str, numbers: list[float], points: list[tuple[int, int]],
             here: tuple[int, int]) -> tuple[str, list[float]]:
    offsets = [value - base for point in points for value, base in zip(point, here, strict=True)]
    if kind in "LHV":
        if offsets[1] == 0:
            return "h", [offsets[0]]
        if offsets[0] == 0:
            return "v", [offsets[1]]
        return "l", [*offsets]
    if kind == "A":
        return "a", [*(round(radius, 1) for radius in numbers[:2]), round(numbers[2]), *numbers[3:5], *offsets]
    return kind.lower(), [*offsets]


def _joined(name: str, values: list[float], last: str) -> str:
    text = "" if name == last and name not in "m" else name
    for value in values:
        number = f"{value:g}"
        text += number if not text or text[-1].isalpha() or number[0] == "-" else " " + number
    return text if text[0].isalpha() or text[0] == "-" else " " + text


def court(name: str, drawing: str) -> str:
    """One court card as a symbol; `name` is suit and rank, such as hK."""
    layers = []
    for index, layer in enumerate(re.findall(r"<symbol id=\"\w\w\d\".*?</symbol>", drawing)):
        body = "".join(_shape(tag, name[0]) for tag in re.findall(r"<(?:path|use) [^>]*>", layer))
        reference = f"court-{name}{index}"
        layers.append(f'<g id="{reference}">{body}</g><use href="#{reference}" transform="rotate(180 650 1000)"/>')
    return f'<symbol id="court-{name}" viewBox="0 0 1300 2000" preserveAspectRatio="none">{"".join(layers)}</symbol>'


def _shape(tag: str, suit: str) -> str:
    attributes = dict(re.findall(r'([\w:-]+)="([^"]*)"', tag))
    if tag.startswith("<use"):
        size = float(attributes["height"])
        half = round(size / 2 - size / 12, 1)
        place = re.sub(r"translate\(-[\d.]+,-[\d.]+\)$", f"translate(-{half:g},-{half:g})", attributes["transform"])
        return f'<use href="#suit-{suit}" width="{2 * half:g}" height="{2 * half:g}" transform="{place}"/>'
    path = f'd="{shortened(attributes["d"])}"'
    if attributes["fill"] != "none":
        return f'<path fill="{COLOURS[attributes["fill"]]}" {path}/>'
    line = f'fill="none" stroke="{COLOURS[attributes["stroke"]]}" stroke-width="{attributes["stroke-width"]}"'
    return f'<path {line} stroke-linecap="round" stroke-linejoin="round" {path}/>'


def main() -> None:
    folder = Path(sys.argv[1])
    courts = [court(f"{suit}{rank}", (folder / f"{rank}{suit.upper()}.svg").read_text("utf-8"))
              for suit in "shdc" for rank in "JQK"]
    svg = f'<svg xmlns="http://www.w3.org/2000/svg"><!-- {HEAD} -->\n' + "\n".join(courts) + "\n</svg>\n"
    TARGET.write_text(svg, "utf-8")


if __name__ == "__main__":
    main()
