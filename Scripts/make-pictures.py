#!/usr/bin/env python3
"""Draws the pictures of the sample timeline into Assets/timeline/pictures/.

Run it from any folder, with Python 3.9 or later and Pillow:

    python3 Scripts/make-pictures.py            # all pictures
    python3 Scripts/make-pictures.py owl.png    # the named ones

The same version of Pillow writes the same bytes every time. A terminal shows these pictures
24 to 60 columns wide as half blocks, so shapes are bold and few colors are used. The files have
different formats, to test the decoder: RGB, RGBA, palette and grayscale PNG; color, grayscale
and progressive JPEG. To add a picture, write a function and add it to PICTURES at the end.
"""

import math
import pathlib
import random
import sys

from PIL import Image, ImageColor, ImageDraw, ImageFilter

FOLDER = pathlib.Path(__file__).resolve().parent.parent / "Assets" / "timeline" / "pictures"
OVERSAMPLING = 4


class Canvas:
    """A surface 100 units high and `width` units wide; y grows downward.

    A fill is one color, or a tuple of colors for a gradient from the top to the bottom of the shape.
    """

    def __init__(self, name, size):
        self.size = size
        self.unit = size[1] * OVERSAMPLING / 100
        self.width = 100 * size[0] / size[1]
        self.image = Image.new("RGBA", [side * OVERSAMPLING for side in size])
        self.random = random.Random(name)

    def finished(self):
        return self.image.resize(self.size, Image.Resampling.LANCZOS)

    def paint(self, mask, fill, alpha=1.0):
        """Lays the fill over the picture where the mask is white."""
        box = mask.getbbox()
        if box is None:
            return
        mask = mask.crop(box)
        if alpha < 1:
            mask = mask.point(lambda value: round(value * alpha))
        layer = gradient(fill, mask.size)
        layer.putalpha(mask)
        self.image.alpha_composite(layer, box[:2])

    def shape(self, draw, fill, alpha=1.0):
        mask = Image.new("L", self.image.size)
        draw(ImageDraw.Draw(mask))
        self.paint(mask, fill, alpha)

    def scaled(self, points):
        return [(x * self.unit, y * self.unit) for x, y in points]

    def backdrop(self, *fill):
        self.box(0, 0, self.width, 100, fill)

    def polygon(self, points, fill, alpha=1.0):
        self.shape(lambda mask: mask.polygon(self.scaled(points), fill=255), fill, alpha)

    def curve(self, points, fill, alpha=1.0):
        """Fills the smooth closed curve through the points."""
        self.polygon(smoothed(points), fill, alpha)

    def oval(self, x, y, rx, ry, fill, alpha=1.0):
        box = self.scaled([(x - rx, y - ry), (x + rx, y + ry)])
        self.shape(lambda mask: mask.ellipse(box, fill=255), fill, alpha)

    def disc(self, x, y, radius, fill, alpha=1.0):
        self.oval(x, y, radius, radius, fill, alpha)

    def ring(self, x, y, radius, width, fill, alpha=1.0):
        box = self.scaled([(x - radius, y - radius), (x + radius, y + radius)])
        stroke = round(width * self.unit)
        self.shape(lambda mask: mask.ellipse(box, outline=255, width=stroke), fill, alpha)

    def box(self, left, top, right, bottom, fill, radius=0.0, alpha=1.0):
        box, corner = self.scaled([(left, top), (right, bottom)]), radius * self.unit
        self.shape(lambda mask: mask.rounded_rectangle(box, corner, fill=255), fill, alpha)

    def line(self, points, width, fill, alpha=1.0):
        path, radius = self.scaled(points), width * self.unit / 2

        def draw(mask):
            mask.line(path, fill=255, width=round(radius * 2), joint="curve")
            for x, y in (path[0], path[-1]):
                mask.ellipse((x - radius, y - radius, x + radius, y + radius), fill=255)

        self.shape(draw, fill, alpha)

    def glow(self, x, y, radius, colour, alpha=1.0):
        """Adds light that fades out toward the radius."""
        side = round(radius * self.unit * 2)
        spot = Image.radial_gradient("L").point(lambda value: max(0, 255 - round(value * 1.42)))
        mask = Image.new("L", self.image.size)
        corner = (round((x - radius) * self.unit), round((y - radius) * self.unit))
        mask.paste(spot.resize((side, side)), corner)
        self.paint(mask, colour, alpha)

    def hills(self, top, height, fill, waves=1.5, phase=0.0):
        """Fills everything below a rolling line whose mean is `top`."""
        steps = [self.width * step / 80 for step in range(81)]
        angle = math.tau * waves / self.width
        ridge = [
            (x, top + height * (math.sin(x * angle + phase) + 0.4 * math.sin(x * angle * 2.3)) / 2)
            for x in steps
        ]
        self.polygon(ridge + [(self.width, 101), (0, 101)], fill)

    def stars(self, count, bottom):
        for _ in range(count):
            x, y = self.random.uniform(2, self.width - 2), self.random.uniform(2, bottom)
            self.disc(x, y, self.random.choice((0.5, 0.7, 1.0)), "#fdf6d8", 0.9)

    def firs(self, places, ground, height, fill):
        for x in places:
            tall = height * self.random.uniform(0.75, 1.2)
            for tier in range(3):
                top, half = ground - tall * (1 - tier * 0.26), tall * (0.15 + tier * 0.07)
                foot = top + tall * 0.48
                self.polygon([(x, top), (x + half, foot), (x - half, foot)], fill)

    def mirror(self, waterline, tint, alpha=0.4):
        """Reflects the picture above the water line in the water."""
        edge = round(waterline * self.unit)
        depth = self.image.height - edge
        above = self.image.crop((0, edge - depth, self.image.width, edge))
        self.image.paste(above.transpose(Image.Transpose.FLIP_TOP_BOTTOM), (0, edge))
        self.box(0, waterline, self.width, 100, tint, alpha=alpha)


def gradient(fill, size):
    """Returns an image of one color, or of a gradient from the first color at the top to the last."""
    colours = [ImageColor.getrgb(one) for one in ([fill] if isinstance(fill, str) else fill)]
    if len(colours) == 1:
        return Image.new("RGB", size, colours[0])
    strip = Image.new("RGB", (1, size[1]))
    for y in range(size[1]):
        place = y / max(1, size[1] - 1) * (len(colours) - 1)
        index = min(int(place), len(colours) - 2)
        pair = zip(colours[index], colours[index + 1])
        strip.putpixel((0, y), tuple(round(a + (b - a) * (place - index)) for a, b in pair))
    return strip.resize(size)


def smoothed(points, steps=14):
    """Returns the points of a closed Catmull-Rom spline through the given points."""
    result = []
    for index in range(len(points)):
        a, b, c, d = (points[(index + offset) % len(points)] for offset in (-1, 0, 1, 2))
        for t in (step / steps for step in range(steps)):
            result.append(tuple(
                b[k] + t / 2 * (c[k] - a[k] + t * (
                    2 * a[k] - 5 * b[k] + 4 * c[k] - d[k]
                    + t * (3 * b[k] - a[k] - 3 * c[k] + d[k])))
                for k in (0, 1)))
    return result


def turned(points, x, y, size, degrees):
    """Returns the points, scaled, rotated about the origin and moved to a place."""
    sine, cosine = math.sin(math.radians(degrees)), math.cos(math.radians(degrees))
    return [(x + size * (a * cosine - b * sine), y + size * (a * sine + b * cosine))
            for a, b in points]


def sunrise(c):
    middle = c.width / 2
    c.backdrop("#2b2a6b", "#8c3f80", "#f2705a", "#ffcf70", "#ffcf70")
    c.glow(middle, 62, 62, "#fff0b0", 0.9)
    c.disc(middle, 60, 17, ("#fffbe0", "#ffe27a"))
    for x, y in ((46, 24), (60, 17), (70, 28)):
        c.line([(x - 5, y - 3), (x, y), (x + 5, y - 3)], 1.4, "#2b2148")
    c.hills(70, 12, ("#c8506c", "#8c3470"), 2.2, 0.4)
    c.hills(80, 11, ("#78286e", "#50145c"), 1.6, 2.6)
    c.hills(92, 9, ("#380c58", "#1c0038"), 1.2, 5.2)


def mountain_lake(c):
    c.backdrop("#3f8fd2", "#a5d4ee", "#e8f4f4")
    for x, top, half, colour in ((30, 24, 46, "#6f8fb3"), (128, 20, 52, "#64839f"),
                                 (80, 8, 50, "#4d6b8f")):
        c.polygon([(x, top), (x + half, 62), (x - half, 62)], colour)
        c.polygon([(x, top), (x + half, 62), (x + half * 0.1, 62)], "#36506e", 0.55)
        c.polygon([(x, top), (x + 14, top + 15), (x + 7, top + 13), (x + 2, top + 20),
                   (x - 5, top + 13), (x - 13, top + 17)], "#ffffff")
    c.firs(range(2, 50, 7), 63, 17, "#1f5c43")
    c.firs(range(116, 162, 7), 63, 17, "#1f5c43")
    c.mirror(62, "#1c5f9e", 0.45)
    c.box(0, 61.4, c.width, 62.8, "#d9efe9")
    for x, y, long in ((62, 72, 26), (30, 84, 30), (98, 90, 36)):
        c.line([(x, y), (x + long, y)], 1, "#cfe9f7", 0.7)


def bread(c):
    m = c.width / 2
    c.box(6, 78, c.width - 6, 90, ("#b98247", "#7d4f24"), 5)
    c.curve([(m - 58, 66), (m - 44, 34), (m, 20), (m + 44, 34), (m + 58, 66), (m + 46, 81),
             (m, 84), (m - 46, 81)], ("#e9a24c", "#c8742c", "#8a431a"))
    c.curve([(m - 38, 38), (m, 25), (m + 34, 34), (m, 37)], "#f9c877", 0.7)
    for x in (-32, -6, 20):
        c.curve([(m + x - 8, 66), (m + x, 46), (m + x + 17, 32), (m + x + 9, 51)], "#fbe6bd")
        c.line([(m + x - 8, 66), (m + x - 1, 47), (m + x + 15, 33)], 1.6, "#8a431a", 0.8)
    for x in (-16, 6):
        c.line([(m + x, 16), (m + x + 3, 11), (m + x - 1, 7), (m + x + 3, 2)], 2.2, "#c9ced6", 0.7)


def cat_window(c):
    m = c.width / 2
    c.backdrop("#6b3f3a", "#4c2a2c")
    c.box(8, 6, c.width - 8, 80, "#f4e3c8", 2)
    c.box(13, 11, c.width - 13, 78, ("#4f9fd8", "#ffd9a0", "#ff9a62"))
    c.disc(24, 25, 7, "#fff6cf")
    c.box(m - 1.6, 11, m + 1.6, 78, "#f4e3c8")
    c.box(13, 35, c.width - 13, 38, "#f4e3c8")
    c.box(3, 78, c.width - 3, 86, ("#fff1d8", "#d8bd94"), 1.5)
    fur = ("#3a3140", "#1e1a26")
    c.curve([(m - 15, 79), (m - 14, 62), (m - 8, 51), (m + 8, 51), (m + 14, 62), (m + 15, 79)], fur)
    c.polygon([(m - 13, 43), (m - 14, 25), (m - 3, 34), (m + 3, 34), (m + 14, 25), (m + 13, 43)],
              "#3a3140")
    c.oval(m, 43, 14, 11.5, "#3a3140")
    c.line([(m + 11, 77), (m + 21, 80), (m + 23, 90), (m + 18, 95)], 4.5, "#1e1a26")
    for x in (m - 6, m + 6):
        c.oval(x, 42, 3.3, 3.6, "#f5d84a")
        c.oval(x, 42, 1.1, 3, "#1e1a26")
    c.polygon([(m - 2, 47), (m + 2, 47), (m, 49.5)], "#f29aa5")


def bicycle(c):
    c.backdrop("#d8f0e6", "#eaf7dc")
    c.box(0, 86, c.width, 100, ("#8fbf8a", "#6aa372"))
    back, front, crank, seat, head = (38, 64), (112, 64), (68, 66), (59, 34), (101, 31)
    for x, y in (back, front):
        for turn in range(6):
            dx, dy = 22 * math.cos(turn * math.pi / 6), 22 * math.sin(turn * math.pi / 6)
            c.line([(x - dx, y - dy), (x + dx, y + dy)], 0.7, "#8d979c")
        c.ring(x, y, 24, 4, "#2e353b")
        c.disc(x, y, 3, "#2e353b")
    frame = [back, crank, (98, 40), seat, back]
    for path in (frame, [seat, crank], [head, front], [seat, (57, 28)]):
        c.line(path, 4.4, "#d8262f")
    c.line([head, (99, 22), (108, 19), (114, 24)], 3.4, "#3a3f45")
    c.curve([(46, 25), (56, 23), (68, 25), (64, 30), (50, 30)], "#5a3420")
    c.disc(*crank, 6, "#3a3f45")
    c.line([(62, 74), (74, 58)], 2.4, "#3a3f45")
    c.box(108, 27, 130, 42, ("#d9a55c", "#a86f30"), 3)
    for x, colour in ((113, "#f5c531"), (119, "#ff7fa0"), (125, "#ffffff")):
        c.disc(x, 25, 4, colour)


def lighthouse(c):
    m = 34
    c.backdrop("#0b1440", "#1c2f6d", "#3b5a94")
    c.stars(34, 60)
    c.polygon([(m, 25), (c.width + 4, 5), (c.width + 4, 34)], "#ffe98a", 0.6)
    c.polygon([(m, 25), (-4, 12), (-4, 34)], "#ffe98a", 0.4)
    c.box(0, 80, c.width, 100, ("#123a72", "#0a1f47"))
    for x, y in ((46, 85), (4, 91), (52, 95)):
        c.line([(x, y), (x + 18, y)], 1, "#6d9bd0", 0.8)
    c.curve([(8, 96), (14, 82), (30, 78), (48, 81), (58, 90), (56, 99), (30, 104)],
            ("#4a4a5c", "#22222f"))
    for band in range(5):
        top, bottom = 32 + band * 10, 42 + band * 10
        upper, lower = 6 + band * 0.9, 6.9 + band * 0.9
        c.polygon([(m - upper, top), (m + upper, top), (m + lower, bottom), (m - lower, bottom)],
                  "#d9303a" if band % 2 else "#f7f3ea")
    c.box(m - 9, 30, m + 9, 33, "#2a2a38", 1)
    c.box(m - 5, 20, m + 5, 30, "#fff3a8")
    c.polygon([(m - 7, 20), (m, 11), (m + 7, 20)], "#d9303a")
    c.glow(m, 25, 20, "#fff6c0", 0.9)


def tomato(c):
    m = c.width / 2
    c.line([(m, 8), (m, 74)], 1.8, "#b98a50")
    c.line([(m - 1, 74), (m + 2, 56), (m - 2, 36), (m + 1, 16)], 3, "#3f8f3c")
    leaf = [(0, 0), (0.3, -0.3), (0.75, -0.28), (1, 0), (0.7, 0.2), (0.3, 0.22)]
    for y, size, angle in ((18, 20, -50), (18, 20, 220), (30, 25, -15), (32, 25, 195),
                           (45, 27, 15), (47, 27, 170), (60, 22, 20), (62, 22, 165)):
        c.curve(turned(leaf, m, y, size, angle), ("#5fbf4a", "#2f7d38"))
    for x, y, radius in ((-13, 40, 7), (12, 55, 8.5), (-11, 62, 8), (13, 34, 6), (1, 47, 6.5)):
        c.disc(m + x, y, radius, ("#ff6a4a", "#d0201f"))
        c.disc(m + x - radius * 0.3, y - radius * 0.35, radius * 0.25, "#ffd9c8")
        c.line([(m + x - 2.5, y - radius), (m + x + 2.5, y - radius)], 1.8, "#2f7d38")
    c.polygon([(m - 18, 76), (m + 18, 76), (m + 13, 97), (m - 13, 97)], ("#d9773f", "#a34d22"))
    c.box(m - 21, 71, m + 21, 79, ("#ec8f55", "#c8652f"), 2)


def train_snow(c):
    c.backdrop("#7fa6cf", "#c7dbec", "#eef4f8")
    for x, top, half in ((30, 22, 50), (105, 10, 62), (190, 18, 60)):
        c.polygon([(x, top), (x + half, 72), (x - half, 72)], ("#ffffff", "#a9bfd8"))
        c.polygon([(x, top), (x + half, 72), (x + half * 0.2, 72)], "#7f9cc0", 0.6)
    c.firs(range(4, 230, 17), 72, 24, "#2f5b58")
    c.box(0, 68, c.width, 100, ("#f8fbff", "#d5e2f0"))
    c.box(0, 84, c.width, 87, "#6b6f7d")
    for left, right in ((14, 72), (76, 134)):
        c.box(left, 46, right, 80, ("#e04438", "#a81f24"), 3)
        c.box(left, 45, right, 49, "#f6f9fc", 2)
        for x in range(left + 6, right - 8, 13):
            c.box(x, 53, x + 9.5, 66, "#fff0a0", 1)
    c.curve([(138, 80), (138, 47), (150, 45), (176, 46), (194, 60), (200, 80)],
            ("#e04438", "#a81f24"))
    c.polygon([(176, 51), (184, 54), (191, 64), (176, 64)], "#cfeaf8")
    c.box(146, 53, 168, 66, "#fff0a0", 1)
    c.box(14, 70, 197, 73.5, "#fffaf0")
    for x in (26, 58, 88, 122, 152, 184):
        c.disc(x, 82, 4.5, "#2b2f3a")
    for _ in range(46):
        c.disc(c.random.uniform(0, c.width), c.random.uniform(0, 100), 1.3, "#ffffff", 0.9)


def guitar(c):
    m = c.width / 2
    c.box(m - 3, 10, m + 3, 60, ("#5c3620", "#3d2213"))
    c.box(m - 5.5, 2, m + 5.5, 14, ("#8a5228", "#5c3216"), 2)
    for y in (4.5, 8, 11.5):
        c.disc(m - 7, y, 1.4, "#e8e2d0")
        c.disc(m + 7, y, 1.4, "#e8e2d0")
    body = [(m, 47), (m + 13, 47), (m + 17, 55), (m + 13.5, 64), (m + 21, 78), (m + 18, 92),
            (m, 97), (m - 18, 92), (m - 21, 78), (m - 13.5, 64), (m - 17, 55), (m - 13, 47)]
    c.curve(body, "#6b3313")
    c.curve([(m + (x - m) * 0.89, 72 + (y - 72) * 0.94) for x, y in body],
            ("#f2b45a", "#e0862f", "#b75a1c"))
    c.box(m - 3, 44, m + 3, 58, "#3d2213")
    c.disc(m, 65, 7.6, "#7a3d18")
    c.disc(m, 65, 6, "#24140b")
    c.box(m - 9, 83, m + 9, 86.5, "#3d2213", 1)
    for y in range(18, 56, 5):
        c.box(m - 3, y, m + 3, y + 0.6, "#d8d2c0")
    for x in (-2, 0, 2):
        c.line([(m + x, 8), (m + x, 85)], 0.5, "#f6efdc", 0.9)


def ramen(c):
    c.disc(50, 50, 47, ("#d9343a", "#9c1c24"))
    c.ring(50, 50, 44.5, 2, "#f7e9d0")
    c.disc(50, 50, 39, ("#e8a94e", "#cf8430"))
    for offset in range(-3, 4):
        wave = [(20 + step * 3, 58 + offset * 5 + 3 * math.sin(step * 0.8 + offset))
                for step in range(21)]
        c.line(wave, 2.2, "#fbe6a4")
    c.polygon([(54, 8), (80, 18), (73, 44), (49, 34)], ("#2f4a38", "#16281d"))
    for x, y in ((32, 33), (29, 66)):
        c.oval(x, y, 13, 11, "#fffaf0")
        c.oval(x + 1, y, 6.8, 6, ("#ffb02e", "#f08a1a"))
    c.disc(66, 64, 12, "#fffaf5")
    c.line([(66 + t * 0.42 * math.cos(t * 0.55), 64 + t * 0.42 * math.sin(t * 0.55))
            for t in range(20)], 2.2, "#f0709a")
    for x, y in ((47, 52), (50, 78), (44, 22), (80, 50), (55, 45), (42, 84), (48, 66)):
        c.ring(x, y, 3, 1.4, "#3f9a3f")
    c.line([(64, 98), (98, 54)], 3, "#6b3a1e")
    c.line([(71, 99), (99, 63)], 3, "#8a4d28")


def sailing(c):
    c.backdrop("#4fa3dd", "#bfe3f2", "#fff3d4")
    c.glow(108, 24, 32, "#fff7c8", 0.9)
    c.disc(108, 24, 10, "#fff2a0")
    c.box(0, 62, c.width, 100, ("#2f8fc4", "#0f4f86"))
    for x, y, long in ((6, 70, 24), (96, 72, 30), (20, 88, 30), (78, 92, 28), (110, 84, 18)):
        c.line([(x, y), (x + long, y)], 1.6, "#a9dcf2", 0.8)
    c.line([(62, 76), (62, 8)], 1.8, "#6b4528")
    c.polygon([(65, 10), (65, 66), (100, 66), (84, 34)], ("#ffffff", "#e3e9f0"))
    c.polygon([(59, 16), (59, 66), (34, 66)], ("#f2553f", "#d0342c"))
    c.polygon([(62, 8), (62, 14), (52, 11)], "#ffd23f")
    c.polygon([(28, 70), (106, 70), (94, 84), (40, 84)], ("#8a4d28", "#5a2d14"))
    c.box(28, 69, 106, 73, "#fff1d8", 1)
    c.line([(32, 85), (102, 85)], 2, "#e6f6fc", 0.9)


def moon_city(c):
    c.backdrop("#0c0058", "#541c8c", "#c8508c")
    c.stars(36, 50)
    c.disc(104, 30, 20, ("#fff6d0", "#f8dfa0"))
    for x, y, radius in ((98, 24, 4), (110, 34, 5), (103, 40, 2.5)):
        c.disc(x, y, radius, "#e6c887")
    for colour, low, high, lit in (("#50106a", 46, 66, False), ("#140a34", 56, 80, True)):
        x = -2
        while x < c.width:
            wide, top = c.random.choice((12, 15, 18)), c.random.uniform(low, high)
            c.box(x, top, x + wide, 101, colour)
            for column in range(int(wide / 5) if lit else 0):
                for row in range(int((98 - top) / 8)):
                    if c.random.random() < 0.55:
                        left, upper = x + 2 + column * 5, top + 4 + row * 8
                        c.box(left, upper, left + 2.8, upper + 4, "#ffd866")
            x += wide + (0 if lit else 2)


def owl(c):
    c.backdrop("#0c1c6c", "#2c5c94")
    c.disc(76, 22, 13, "#fbf0c4")
    c.line([(-2, 90), (40, 86), (102, 90)], 7, "#5c3a22")
    c.curve([(24, 12), (38, 18), (62, 18), (76, 12), (80, 40), (76, 72), (50, 90), (24, 72),
             (20, 40)], ("#b57a45", "#7a4a26"))
    c.curve([(50, 52), (66, 58), (64, 78), (50, 86), (36, 78), (34, 58)], "#ecd2a0")
    for x, y in ((43, 62), (50, 67), (57, 62), (43, 73), (50, 78), (57, 73)):
        c.line([(x - 2, y - 1.5), (x, y), (x + 2, y - 1.5)], 1.5, "#8a5a30")
    for x in (36, 64):
        c.disc(x, 38, 15, "#f3e2bd")
        c.disc(x, 38, 10.5, "#ffb52e")
        c.disc(x, 38, 6, "#1b1410")
        c.disc(x + 2, 36, 1.8, "#ffffff")
    c.polygon([(45, 44), (55, 44), (50, 55)], "#f0872c")
    for x in (40, 60):
        c.line([(x - 3, 88), (x, 86), (x + 3, 88)], 3, "#f0872c")


def tulips(c):
    c.backdrop("#6fb7ea", "#d7effa", "#fdf6dc")
    strips = ("#6fae5a", "#f2c230", "#6fae5a", "#5a9e50", "#4a8f47", "#3d7f3f")
    for index, colour in enumerate(strips):
        c.box(0, 52 + index * 7, c.width, 101, colour)
    heads = ((20, 44, "#ff5a4f", "#c81f2e"), (44, 32, "#ffd84a", "#f0a020"),
             (68, 42, "#ff8fb8", "#d8437f"), (92, 30, "#ff5a4f", "#c81f2e"),
             (115, 43, "#c77bf0", "#7f37b5"))
    for x, y, light, dark in heads:
        c.line([(x, y + 12), (x + 1, 101)], 2.8, "#2f8040")
        c.curve([(x, 100), (x - 10, 80), (x - 13, 62), (x - 4, 78)], "#3f9a4a")
        c.curve([(x + 1, 101), (x + 10, 84), (x + 14, 68), (x + 5, 82)], "#2f8040")
        bowl = [(x - 10, y), (x - 9, y + 12), (x, y + 18), (x + 9, y + 12), (x + 10, y)]
        tips = [(x + 10, y - 10), (x + 4, y - 2), (x, y - 12), (x - 4, y - 2), (x - 10, y - 10)]
        c.polygon(smoothed(bowl) + tips, (light, dark))
        c.curve([(x, y - 12), (x + 5, y + 2), (x, y + 17), (x - 5, y + 2)], light)


def campfire(c):
    c.backdrop("#00044c", "#0c0c60", "#48186a")
    c.stars(40, 50)
    c.firs((4, 18, 34, 70, 84, 97), 72, 48, "#04202c")
    c.box(0, 70, 100, 100, ("#2f2a2a", "#17151c"))
    c.glow(52, 68, 52, "#ff9a3a", 0.75)
    c.polygon([(6, 78), (24, 48), (42, 78)], ("#f0c05a", "#b9742e"))
    c.polygon([(19, 78), (24, 56), (29, 78)], "#3a2418")
    for scale, colour in ((1, ("#ff8a2a", "#e0341f")), (0.68, ("#ffc23a", "#ff8a1f")),
                          (0.38, ("#fffbe0", "#ffe46a"))):
        flame = [(0, -52), (6, -34), (15, -24), (17, -8), (0, 2), (-17, -8), (-13, -26), (-6, -20)]
        c.curve([(60 + x * scale, 86 + y * scale) for x, y in flame], colour)
    c.line([(42, 92), (78, 84)], 6, "#6b3f22")
    c.line([(42, 84), (78, 92)], 6, "#8a5430")
    for x, y in ((54, 28), (68, 34), (63, 20), (48, 40)):
        c.disc(x, y, 1.1, "#ffc870")


def teacup(c):
    c.oval(54, 88, 46, 9, ("#e9f3f2", "#a9c8c6"))
    c.oval(54, 86, 30, 4.5, "#8fb5b3")
    c.ring(88, 58, 16, 6, "#2a9d96")
    c.curve([(16, 42), (20, 68), (34, 85), (54, 88), (74, 85), (88, 68), (92, 42)],
            ("#45c4bb", "#1f8a86"))
    c.oval(54, 42, 38, 10, "#e9f7f5")
    c.oval(54, 43, 33, 7.5, ("#c8742c", "#8f4a17"))
    for x in (28, 50, 72):
        c.disc(x + 4, 66, 5, "#fff1c9")
        c.disc(x + 4, 66, 2.2, "#f0a030")
    for x in (40, 54, 68):
        path = [(x + 3.5 * math.sin(step * 0.7), 30 - step * 2.6) for step in range(11)]
        c.line(path, 2.8, "#b9c6d0", 0.75)


def bookshelf(c):
    c.backdrop("#7a4a28")
    colours = ("#d8433f", "#f0b03a", "#2f8f83", "#34609f", "#f2e6c8", "#8c4a8f", "#e07a3a",
               "#5b9e4d")
    for top, floor in ((5, 47), (54, 96)):
        c.box(5, top, c.width - 5, floor, ("#3d2413", "#54331b"))
        x, previous = 7, None
        while x < c.width - 17:
            colour = c.random.choice([one for one in colours if one != previous])
            wide, tall = c.random.uniform(7, 11), c.random.uniform(28, 38)
            if top > 50 and 84 < x < 92:
                x += 26
            c.box(x, floor - tall, x + wide - 0.8, floor, colour, 0.8)
            for offset in (5, 9):
                c.box(x, floor - tall + offset, x + wide - 0.8, floor - tall + offset + 1.6,
                      "#fff1cf", alpha=0.75)
            x, previous = x + wide, colour
        c.box(0, floor, c.width, floor + 4, ("#b97c48", "#8f5a30"))
    for angle in (-150, -115, -90, -65, -30):
        leaf = [(0, 0), (0.5, -0.2), (1, 0), (0.5, 0.2)]
        c.curve(turned(leaf, 104, 84, 21, angle), ("#8fd86a", "#3f9a4a"))
    c.polygon([(96, 82), (112, 82), (110, 96), (98, 96)], ("#f0f0ea", "#c0c4c4"))


def rainbow(c):
    c.backdrop("#5f9fd0", "#a9d0ea", "#e2f1f7")
    bands = ("#e8413f", "#f58a2f", "#fbd93a", "#4fb457", "#3d86d6", "#8450b5")
    for index, colour in enumerate(bands):
        c.ring(96, 84, 74 - index * 4.6, 5, colour)
    for x, y, size in ((26, 68, 9), (38, 64, 11), (50, 69, 8),
                       (146, 60, 9), (158, 62, 12), (170, 66, 8)):
        c.disc(x, y, size, "#ffffff")
    c.hills(72, 6, ("#8cc95a", "#5fa846"), 1.2, 1)
    c.hills(82, 6, ("#e9cf5a", "#cfae3c"), 1.5, 4)
    c.hills(91, 5, ("#4f9a45", "#2f7434"), 1, 2.4)
    c.box(60, 66, 76, 78, "#fff4e0")
    c.polygon([(57, 67), (68, 57), (79, 67)], "#c9453a")
    c.box(66, 71, 70, 78, "#6b4528")
    c.box(111, 70, 114, 84, "#6b4528")
    c.disc(112, 65, 9, ("#57ad4c", "#2f7d3a"))


def robin(c):
    c.backdrop("#c3d9e8", "#eef4f6")
    c.line([(-4, 88), (40, 82), (80, 84), (130, 74)], 6, "#5f4030")
    c.line([(-4, 85), (40, 79), (80, 81), (130, 71)], 2.4, "#ffffff")
    c.line([(92, 80), (108, 58), (116, 44)], 3, "#5f4030")
    for x, y in ((104, 54), (117, 40), (120, 52), (112, 62), (20, 94), (30, 92)):
        c.disc(x, y, 4.2, ("#f0453f", "#b81e28"))
    c.polygon([(82, 50), (104, 74), (97, 79), (74, 66)], "#6b4a34")
    c.curve([(38, 20), (54, 12), (68, 20), (80, 40), (86, 62), (72, 77), (50, 78), (36, 64),
             (32, 40)], ("#a07850", "#7d5638"))
    c.curve([(48, 56), (66, 60), (72, 74), (52, 79), (40, 70)], "#f3ece0")
    c.curve([(37, 22), (48, 21), (58, 34), (60, 52), (50, 66), (37, 62), (31, 42)],
            ("#f58236", "#e0521f"))
    c.curve([(62, 38), (76, 42), (92, 66), (72, 64)], "#5f4230")
    c.polygon([(38, 24), (24, 29), (37, 32)], "#3f332c")
    c.disc(47, 25, 3.6, "#1a1512")
    c.disc(46, 24, 1.2, "#ffffff")
    for x in (52, 62):
        c.line([(x, 76), (x, 84)], 2, "#4f3428")


def whale(c):
    c.curve([(10, 62), (16, 44), (40, 32), (76, 32), (108, 46), (132, 52), (146, 42), (150, 48),
             (142, 64), (112, 80), (70, 92), (28, 86)], ("#4f9fe0", "#2566b0"))
    c.curve([(146, 50), (138, 34), (134, 22), (146, 24), (152, 34), (160, 22), (169, 20), (164, 36),
             (153, 50)], ("#4f9fe0", "#3a82c8"))
    c.curve([(11, 66), (40, 72), (78, 74), (104, 78), (70, 91), (28, 85)], "#e6f1f7")
    for offset in (0, 5, 10):
        c.line([(20 + offset, 75 + offset), (56, 79 + offset * 0.8), (84, 79 + offset * 0.6)], 1,
               "#a9c4d8")
    c.curve([(66, 68), (84, 70), (90, 86), (76, 84)], "#1f5796")
    c.disc(32, 56, 4, "#ffffff")
    c.disc(32, 56.5, 2.6, "#12233a")
    for side in (-1, 1):
        jet = [(60 + side * step * 1.7, 30 - 24 * math.sin(step * 0.23)) for step in range(11)]
        c.line(jet, 4, "#8fd3f5")
        c.disc(60 + side * 21, 20, 2.6, "#8fd3f5")


def aurora(c):
    c.backdrop("#00003c", "#000c58", "#00405c")
    c.stars(50, 60)
    for base, tall, colours, phase in ((48, 46, ("#a050e8", "#30d890", "#60ffa0"), 0.0),
                                       (66, 36, ("#20b0b8", "#50f0a0", "#b0ffb8"), 2.2)):
        mask = Image.new("L", c.image.size)
        draw = ImageDraw.Draw(mask)
        for x in range(0, c.image.width, 4):
            angle = x / c.image.width * math.tau
            foot = base + 9 * math.sin(angle * 1.3 + phase) + 4 * math.sin(angle * 3.1)
            head = foot - tall * (0.75 + 0.25 * math.sin(angle * 3 + phase))
            for step in range(24):
                y = (head + (foot - head) * step / 24) * c.unit
                light = round(250 * (step / 24) ** 1.1 * (0.85 + 0.15 * math.sin(angle * 7)))
                draw.rectangle((x, y, x + 4, y + (foot - head) * c.unit / 24 + 1), fill=light)
        c.paint(mask.filter(ImageFilter.GaussianBlur(c.unit * 1.2)), colours)
    c.hills(86, 6, ("#dcebf5", "#7fa0c0"), 1.1, 0.8)
    c.firs((8, 20, 30, 150, 162, 172), 92, 30, "#001418")
    c.box(80, 76, 104, 91, "#3a2218")
    c.polygon([(76, 78), (92, 65), (108, 78)], "#f2f8fc")
    c.box(88, 80, 96, 87, "#ffd35a")


def cactus(c):
    m = c.width / 2
    c.backdrop("#ffe3c2", "#ffc9a3")
    green = ("#5fbf6a", "#2f8a4d")
    c.line([(m, 44), (m - 18, 44), (m - 18, 28)], 9, "#46a35a")
    c.line([(m, 52), (m + 18, 52), (m + 18, 36)], 9, "#46a35a")
    c.box(m - 9, 12, m + 9, 74, green, 9)
    for x in (-4, 0, 4):
        c.line([(m + x, 18), (m + x, 68)], 0.9, "#a9e3a0", 0.8)
    for x, y in ((0, 11), (-18, 23), (18, 31)):
        c.disc(m + x, y, 5, "#f0508a")
        c.disc(m + x, y, 2, "#ffe27a")
    c.polygon([(m - 17, 72), (m + 17, 72), (m + 12, 95), (m - 12, 95)], ("#3f8fc0", "#256a9a"))
    c.box(m - 20, 68, m + 20, 76, "#5fb0dc", 2)


def desk_lamp(c):
    c.backdrop("#0a0a58", "#24246c")
    c.box(88, 8, 126, 48, "#c8a878", 1)
    c.box(91, 11, 123, 45, ("#2c5ca8", "#6ca0d8"))
    c.disc(115, 20, 5, "#fff6cf")
    c.box(105.5, 11, 108.5, 45, "#c8a878")
    c.polygon([(52, 30), (74, 36), (118, 76), (16, 76)], ("#fff0a8", "#f5c860"), 0.8)
    c.box(0, 76, c.width, 100, ("#9a5f34", "#6b3d1f"))
    c.oval(66, 79, 54, 6, "#f5c878", 0.8)
    c.line([(22, 76), (18, 46), (44, 24)], 3.4, "#d8dde6")
    c.oval(22, 77, 13, 4, "#c83a3a")
    c.polygon([(44, 17), (56, 15), (78, 34), (50, 42)], ("#f0564f", "#b82a2e"))
    c.polygon([(48, 74), (84, 70), (98, 80), (58, 85)], "#fffdf2")
    c.line([(60, 76), (80, 74)], 1.2, "#7f8fa8")
    c.line([(64, 80), (86, 77)], 1.2, "#7f8fa8")
    c.box(102, 62, 116, 79, ("#4fb0c8", "#2a7f9a"), 2)
    c.ring(117, 70, 5.5, 2, "#3a98b0")


def leaves(c):
    half = [(0, -1), (0.13, -0.62), (0.3, -0.74), (0.27, -0.36), (0.62, -0.6), (0.58, -0.42),
            (0.95, -0.3), (0.72, -0.12), (0.8, 0.06), (0.4, 0.14), (0.48, 0.38), (0.05, 0.3)]
    maple = half + [(-x, y) for x, y in reversed(half)]
    for x, y, size, angle, colours in ((62, 30, 32, 25, ("#ffc53a", "#e0901f")),
                                       (32, 58, 36, -30, ("#f2683a", "#c8331f")),
                                       (74, 76, 27, 60, ("#d8402f", "#8f1f28"))):
        c.line(turned([(0, 0.2), (0.08, 0.75)], x, y, size, angle), 2.2, "#8a4d20")
        c.polygon(turned(maple, x, y, size, angle), colours)
        for tip in ((0, -0.8), (0.7, -0.24), (-0.7, -0.24)):
            c.line(turned([(0, 0.3), tip], x, y, size, angle), 1.1, "#fff0c0", 0.6)


def beach(c):
    c.backdrop("#3fa5e6", "#bfe8f8")
    c.disc(40, 20, 11, "#fff3b0")
    c.box(0, 42, c.width, 80, ("#1f7fc0", "#3fc4cf"))
    c.hills(70, 7, "#f4fdff", 2.6, 0.6)
    c.hills(74, 7, ("#f8e2ae", "#e6bf7a"), 2.6, 0.6)
    c.polygon([(92, 42), (104, 42), (102, 46), (94, 46)], "#ffffff")
    c.polygon([(98, 28), (98, 41), (107, 41)], "#ff5a4f")
    c.line([(200, 30), (208, 90)], 2, "#f4efe4")
    for index, colour in enumerate(("#e8413f", "#fffaf0", "#e8413f", "#fffaf0", "#e8413f")):
        left, right = 164 + index * 14, 178 + index * 14
        c.polygon([(199, 16), (right, 53 - abs(index - 1.5) * 4 - (index > 1) * 2),
                   (left, 53 - abs(index - 2.5) * 4 - (index > 2) * 2)], colour)
    c.polygon([(150, 88), (188, 84), (196, 93), (156, 97)], "#3f86d8")
    c.disc(128, 88, 7, "#fffaf0")
    c.polygon([(128, 81), (134, 85), (128, 88)], "#f0453f")
    c.polygon([(122, 91), (128, 88), (128, 95)], "#2f8fd0")


def chess(c):
    c.backdrop("#565656", "#2c2c2c")
    for row in range(5):
        top, bottom = 52 + 48 * (row / 5) ** 1.3, 52 + 48 * ((row + 1) / 5) ** 1.3
        upper, lower = 10 + top * 0.16, 10 + bottom * 0.16
        for column in range(-5, 5):
            c.polygon([(50 + column * upper, top), (50 + (column + 1) * upper, top),
                       (50 + (column + 1) * lower, bottom), (50 + column * lower, bottom)],
                      "#cfcfcf" if (row + column) % 2 else "#6a6a6a")
    white, black = ("#ffffff", "#d0d0d0"), ("#2a2a2a", "#080808")
    c.curve([(22, 88), (25, 76), (30, 66), (31, 40), (26, 26), (48, 26), (43, 40), (44, 66),
             (49, 76), (52, 88)], white)
    c.box(25, 22, 49, 29, "#f4f4f4", 2)
    c.box(27, 39, 47, 44, "#f4f4f4", 2)
    c.box(34.5, 4, 39.5, 24, "#ffffff", 1)
    c.box(29, 9, 45, 14, "#ffffff", 1)
    c.box(18, 84, 56, 93, white, 3)
    c.curve([(66, 84), (70, 70), (71, 56), (83, 56), (84, 70), (88, 84)], black)
    c.disc(77, 46, 12, black)
    c.disc(73, 42, 3, "#8a8a8a")
    c.box(62, 80, 92, 88, black, 3)


def foggy_forest(c):
    c.backdrop("#dcdcdc", "#f2f2f2", "#e4e4e4")
    c.disc(92, 26, 12, "#ffffff")
    rows = ((62, 34, 9, "#bdbdbd", 0.5), (78, 46, 14, "#868686", 0.6), (96, 62, 44, "#303030", 0))
    for ground, height, step, shade, fog in rows:
        start = c.random.uniform(2, 8)
        places = [start + step * index for index in range(int(c.width / step) + 2)]
        c.firs(places, ground, height, shade)
        if fog:
            c.box(0, ground - 14, c.width, 101, "#ececec", alpha=fog)
            c.box(0, ground - 5, c.width, 101, "#ececec", alpha=fog)
    c.hills(88, 4, "#303030", 1.4, 1.2)


def balloon(c):
    m = c.width / 2
    c.backdrop("#4f9fe0", "#a9d8f2", "#fdeccb")
    for x, y, size in ((8, 66, 7), (17, 63, 9), (27, 67, 6), (60, 30, 5), (67, 28, 7), (74, 31, 5)):
        c.disc(x, y, size, "#ffffff", 0.95)
    for index, colour in enumerate(("#d8343f", "#f7b52e", "#d8343f", "#f7b52e")):
        half = 26 - index * 7.4
        c.curve([(m, 8), (m + half, 22), (m + half, 42), (m + half * 0.3, 63), (m - half * 0.3, 63),
                 (m - half, 42), (m - half, 22)], colour)
    c.box(m - 8, 61, m + 8, 64, "#8f1f2e", 1)
    for side in (-1, 1):
        c.line([(m + side * 6, 64), (m + side * 4.5, 74)], 0.8, "#5a3a24")
    c.box(m - 6, 74, m + 6, 84, ("#b97c3f", "#7d4f24"), 2)
    c.hills(94, 5, ("#6fae5a", "#3f7f45"), 1.3, 0.5)
    c.oval(64, 72, 5, 6, "#8c4a9f")
    c.box(62.6, 79, 65.4, 82, "#6b4528")


def mushroom(c):
    c.curve([(38, 52), (36, 80), (32, 94), (50, 98), (68, 94), (64, 80), (62, 52)],
            ("#efe2c8", "#fffaf0"))
    c.curve([(5, 56), (14, 26), (50, 6), (86, 26), (95, 56), (50, 64)], ("#f0453a", "#c01f24"))
    for x, y, radius in ((50, 22, 8), (26, 38, 7), (74, 38, 7), (50, 46, 6), (86, 52, 3.5),
                         (13, 53, 3.5)):
        c.disc(x, y, radius, "#fff6ea")
    for x in (14, 24, 76, 88):
        c.line([(x, 98), (x + 3, 84)], 4, "#4fa046")


def editor(c):
    c.backdrop("#3a5f8a", "#5a4a8a")
    c.box(10, 10, c.width - 10, 92, "#1e2330", 5)
    c.box(10, 10, c.width - 10, 24, "#343b4f", 5)
    c.box(10, 20, c.width - 10, 24, "#343b4f")
    for x, colour in ((20, "#f0605a"), (30, "#f5bd4a"), (40, "#5fc45f")):
        c.disc(x, 17, 3.4, colour)
    rows = ((0, "#c77be0 16", "#6fb3f5 34"), (8, "#6fb3f5 24", "#e6e9f0 14", "#f5bd4a 30"),
            (8, "#c77be0 12", "#e6e9f0 26"), (16, "#7fd08a 44", "#e6e9f0 16"), (16, "#f0807a 20"),
            (8, "#c77be0 18", "#6fb3f5 28"), (0, "#e6e9f0 6"))
    for index, (indent, *words) in enumerate(rows):
        x, y = 20 + indent, 29 + index * 8.8
        for colour, long in (word.split() for word in words):
            c.box(x, y, x + int(long), y + 4.6, colour, 2)
            x += int(long) + 5


# Name, function, size in pixels, and format: a mode of Pillow for PNG; "colour", "grey" or "progressive" for JPEG.
PICTURES = (
    ("aurora.jpg", aurora, (320, 180), "progressive"),
    ("balloon.jpg", balloon, (180, 240), "colour"),
    ("beach.jpg", beach, (320, 120), "colour"),
    ("bicycle.png", bicycle, (240, 160), "RGB"),
    ("bookshelf.png", bookshelf, (240, 160), "RGB"),
    ("bread.png", bread, (200, 140), "RGBA"),
    ("cactus.png", cactus, (64, 96), "RGB"),
    ("campfire.jpg", campfire, (200, 200), "colour"),
    ("cat-window.png", cat_window, (160, 200), "RGB"),
    ("chess.png", chess, (160, 160), "L"),
    ("desk-lamp.jpg", desk_lamp, (240, 180), "colour"),
    ("editor.png", editor, (240, 150), "RGB"),
    ("foggy-forest.jpg", foggy_forest, (240, 180), "grey"),
    ("guitar.png", guitar, (120, 240), "RGBA"),
    ("leaves.png", leaves, (160, 160), "RGBA"),
    ("lighthouse.jpg", lighthouse, (180, 240), "colour"),
    ("moon-city.png", moon_city, (240, 160), "P"),
    ("mountain-lake.jpg", mountain_lake, (320, 200), "colour"),
    ("mushroom.png", mushroom, (64, 64), "RGBA"),
    ("owl.png", owl, (128, 128), "RGB"),
    ("rainbow.jpg", rainbow, (280, 160), "colour"),
    ("ramen.png", ramen, (160, 160), "RGBA"),
    ("robin.jpg", robin, (200, 160), "colour"),
    ("sailing.jpg", sailing, (240, 180), "colour"),
    ("sunrise.jpg", sunrise, (320, 160), "colour"),
    ("teacup.png", teacup, (128, 112), "RGBA"),
    ("tomato.png", tomato, (140, 200), "RGBA"),
    ("train-snow.jpg", train_snow, (320, 140), "colour"),
    ("tulips.jpg", tulips, (240, 180), "colour"),
    ("whale.png", whale, (240, 140), "RGBA"),
)


def save(image, path, form):
    if path.suffix == ".jpg":
        mode = "L" if form == "grey" else "RGB"
        image.convert(mode).save(path, quality=86, optimize=True, progressive=form == "progressive")
    elif form == "P":
        image.convert("RGB").quantize(64, Image.Quantize.MEDIANCUT).save(path, optimize=True)
    else:
        image.convert(form).save(path, optimize=True)


def main():
    FOLDER.mkdir(parents=True, exist_ok=True)
    wanted = set(sys.argv[1:])
    for unknown in sorted(wanted - {name for name, *_ in PICTURES}):
        sys.exit(f"no picture is named {unknown}")
    for name, function, size, form in PICTURES:
        if not wanted or name in wanted:
            canvas = Canvas(name, size)
            function(canvas)
            save(canvas.finished(), FOLDER / name, form)


if __name__ == "__main__":
    main()
