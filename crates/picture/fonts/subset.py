#!/usr/bin/env python3
"""Makes the fonts of this folder from fonts of Debian 12: fewer characters, no hinting, a name of their own.

    pip install fonttools==4.68.0
    apt-get download fonts-dejavu-core fonts-nanum fonts-droid-fallback fonts-noto-core
    for package in *.deb; do dpkg -x "$package" unpacked; done
    SOURCE_DATE_EPOCH=0 python3 subset.py unpacked/usr/share .

The same versions give the same bytes.
"""

import sys
from fontTools.subset import Options, Subsetter, load_font, save_font


def ranges(*pairs):
    return {point for first, last in pairs for point in range(first, last + 1)}


def rows(codec, lead, trail):
    """The characters of a two-byte character set, in the rows named by `lead`."""
    points = set()
    for first in lead:
        for second in trail:
            try:
                text = bytes([first, second]).decode(codec)
            except UnicodeDecodeError:
                continue
            points.update(map(ord, text))
    return points


EUC = range(0xA1, 0xFF)
# The 2,350 syllables that Korean text is made of; all 11,172 are in the regular font.
KOREAN = rows("euc_kr", range(0xB0, 0xC9), EUC)
HAN = {
    point
    for point in rows("gb2312", range(0xB0, 0xD8), EUC)  # mainland China, level 1
    | rows("big5", range(0xA4, 0xC7), range(0x40, 0xFF))  # Taiwan and Hong Kong, level 1
    | rows("euc_jp", range(0xB0, 0xD0), EUC)  # Japan, level 1
    | rows("euc_kr", range(0xCA, 0xFE), EUC)  # Korea, all Hanja
    if 0x4E00 <= point <= 0x9FFF
}
# Latin, Greek, Cyrillic, Armenian, Hebrew, Arabic, Georgian, and the signs that stand between words.
SANS = ranges(
    (0x20, 0x7E), (0xA0, 0x52F), (0x531, 0x6FF), (0x10A0, 0x10FF), (0x1E00, 0x1FFF), (0x2000, 0x20CF),
    (0x2100, 0x214F), (0x2150, 0x22FF), (0x25A0, 0x26FF), (0xFB00, 0xFDFF), (0xFE70, 0xFEFF), (0xFFFD, 0xFFFD),
)  # fmt: skip
JAMO = ranges((0x1100, 0x11FF), (0x3130, 0x318F))

# family, weight, file of ours, file of Debian, characters
FONTS = [
    ("Entail Sans", 400, "sans.ttf", "fonts/truetype/dejavu/DejaVuSans.ttf", SANS),
    ("Entail Sans", 700, "sans-bold.ttf", "fonts/truetype/dejavu/DejaVuSans-Bold.ttf", SANS),
    ("Entail Hangul", 400, "hangul.ttf", "fonts/truetype/nanum/NanumGothic.ttf", JAMO | ranges((0xAC00, 0xD7A3))),
    ("Entail Hangul", 700, "hangul-bold.ttf", "fonts/truetype/nanum/NanumGothicBold.ttf", KOREAN),
    ("Entail Han", 400, "han.ttf", "fonts-droid-fallback/truetype/DroidSansFallback.ttf",
     HAN | ranges((0x3000, 0x30FF), (0x31F0, 0x31FF), (0xFF01, 0xFFEE))),
    ("Entail Devanagari", 400, "devanagari.ttf", "fonts/truetype/noto/NotoSansDevanagari-Regular.ttf",
     ranges((0x900, 0x97F), (0x200C, 0x200D), (0x25CC, 0x25CC))),
    ("Entail Thai", 400, "thai.ttf", "fonts/truetype/noto/NotoSansThai-Regular.ttf",
     ranges((0xE00, 0xE7F), (0x25CC, 0x25CC))),
]  # fmt: skip

# Kept from the source: copyright, version, maker, designer, licence and its address.
KEPT_NAMES = {0, 5, 8, 9, 13, 14}


def rename(font, family, weight):
    style = "Bold" if weight == 700 else "Regular"
    table = font["name"]
    table.names = [name for name in table.names if name.nameID in KEPT_NAMES and name.platformID == 3]
    postscript = f"{family.replace(' ', '')}-{style}"
    full = family if weight == 400 else f"{family} {style}"
    for number, text in ((1, family), (2, style), (3, f"Entail: {full}"), (4, full), (6, postscript)):
        table.setName(text, number, 3, 1, 0x409)
    font["OS/2"].usWeightClass = weight


def main(source, target):
    for family, weight, ours, theirs, characters in FONTS:
        options = Options()
        options.hinting = False
        options.drop_tables += ["FFTM", "TSI0", "TSI1", "TSI2", "TSI3", "TSI5"]  # of font editors
        options.notdef_outline = True
        options.name_IDs = ["*"]
        options.name_languages = [0x409]
        options.layout_features = ["*"] if family in ("Entail Devanagari", "Entail Thai") else options.layout_features
        font = load_font(f"{source}/{theirs}", options)
        subsetter = Subsetter(options)
        subsetter.populate(unicodes=characters)
        subsetter.subset(font)
        rename(font, family, weight)
        save_font(font, f"{target}/{ours}", options)
        print(f"{ours}: {len(font.getBestCmap())} characters")


if __name__ == "__main__":
    main(*sys.argv[1:])
