#!/usr/bin/env python3
"""Prints a small HEIC in the manner of telephones since iOS 18, in base64: make-heic-sample.py [FILE]

Needs pillow and pillow-heif. The picture is a drawn gradient of 64 by 64 pixels. Its gain map and its depth map belong to
two items, to the picture and to the recipe ("tmap") that joins them, and so do its EXIF metadata: libheif before 1.18
refuses such a file. The output is `ImageLibrary.phoneHEIC`; FILE gets the file itself.
"""

import base64
import io
import sys
import textwrap

import pillow_heif
from PIL import Image

SIDE = 64


def box(name, *content):
    content = b"".join(content)
    return (len(content) + 8).to_bytes(4, "big") + name + content


def boxes(data, start, end):
    """The boxes of a stretch, by name: their whole bytes and the place of their content."""
    found = {}
    while start + 8 <= end:
        size = int.from_bytes(data[start:start + 4], "big")
        found.setdefault(data[start + 4:start + 8], []).append((data[start:start + size], start + 8))
        start += size
    return found


def coded(image):
    """The set-up of the codec and the coded pixels of a picture."""
    file = io.BytesIO()
    pillow_heif.from_pillow(image).save(file, quality=30, save_all=False)
    data = file.getvalue()
    (meta, start), = boxes(data, 0, len(data))[b"meta"]
    parts = boxes(data, start + 4, start - 8 + len(meta))
    (iprp, place), = parts[b"iprp"]
    (ipco, place), = boxes(data, place, place - 8 + len(iprp))[b"ipco"]
    (setup, _), = boxes(data, place, place - 8 + len(ipco))[b"hvcC"]
    (mdat, place), = boxes(data, 0, len(data))[b"mdat"]
    return setup, mdat[8:]


def number(value, width):
    return value.to_bytes(width, "big")


def auxiliary(name):
    return box(b"auxC", number(0, 4), name, b"\0")


picture = Image.merge(
    "RGB", [Image.linear_gradient("L").resize((SIDE, SIDE)).rotate(turn) for turn in (0, 90, 180)])
maps = Image.new("L", (SIDE, SIDE), 128)
setup, pixels = coded(picture)
map_setup, map_pixels = coded(maps.convert("RGB"))
exif = number(0, 4) + b"II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x01\0\0\0\0\0\0\0"

# Its number, its type, whether it is hidden, its bytes, and its properties by their places from 1 on.
items = [
    (1, b"hvc1", 0, pixels, [1, 2]),
    (2, b"hvc1", 1, map_pixels, [3, 2, 4]),
    (3, b"hvc1", 1, map_pixels, [3, 2, 5]),
    (4, b"tmap", 0, bytes(62), [2]),
    (5, b"Exif", 1, exif, []),
]
properties = [
    setup, box(b"ispe", number(0, 4), number(SIDE, 4), number(SIDE, 4)), map_setup,
    auxiliary(b"urn:com:apple:photo:2020:aux:hdrgainmap"), auxiliary(b"urn:mpeg:hevc:2015:auxid:2"),
]
references = [
    (b"dimg", 4, [1, 2]), (b"auxl", 2, [1, 4]), (b"auxl", 3, [1, 4]), (b"cdsc", 5, [1, 4]),
]


def description(offset):
    locations = b""
    for identity, _, _, content, _ in items:
        locations += number(identity, 2) + bytes(4) + number(1, 2)
        locations += number(offset, 4) + number(len(content), 4)
        offset += len(content)
    return box(
        b"meta", number(0, 4),
        box(b"hdlr", bytes(8), b"pict", bytes(13)),
        box(b"pitm", number(0, 4), number(1, 2)),
        box(b"iloc", number(1 << 24, 4), b"\x44\0", number(len(items), 2), locations),
        box(b"iinf", number(0, 4), number(len(items), 2), *(
            box(b"infe", number(2 << 24 | hidden, 4), number(identity, 2), bytes(2), name, b"\0")
            for identity, name, hidden, _, _ in items)),
        box(b"iref", number(0, 4), *(
            box(name, number(origin, 2), number(len(targets), 2), *(number(t, 2) for t in targets))
            for name, origin, targets in references)),
        box(
            b"iprp", box(b"ipco", *properties),
            box(b"ipma", number(0, 4), number(len(items), 4), *(
                number(identity, 2) + bytes([len(places), *places])
                for identity, _, _, _, places in items))),
        box(b"grpl", box(b"altr", number(0, 4), number(9, 4), number(2, 4), number(4, 4), number(1, 4))))


brands = box(b"ftyp", b"heic", number(0, 4), b"mif1MiHBMiHEMiPrmiafheictmap")
end = len(brands) + len(description(0)) + 8
file = brands + description(end) + box(b"mdat", *(content for _, _, _, content, _ in items))
if len(sys.argv) > 1:
    with open(sys.argv[1], "wb") as target:
        target.write(file)
print("\n".join(textwrap.wrap(base64.b64encode(file).decode(), 90)))
