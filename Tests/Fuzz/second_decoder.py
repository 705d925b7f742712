"""Decodes all pictures of a folder with Pillow and names those that it cannot: second_decoder.py FOLDER

A JPEG without an end marker gets one first, as the decoder's copy does. A file whose name ends with `-sent` is a photo as sent, and has to be as Pillow wants it. The others are files that were
accepted. What lies around their pixels may be damaged: it is taken away before Pillow is asked once more. A HEIC's boxes
cannot be taken away, and each version of libheif has limits of its own: those that only they refuse begin with "boxes".
"""

import io
import pathlib
import re
import sys

import pillow_heif
from PIL import Image

pillow_heif.register_heif_opener()


def decode(picture):
    with Image.open(io.BytesIO(picture)) as image:
        image.load()


def bare_png(png):
    """Only the chunks that make the picture."""
    bare, position = png[:8], 8
    while position + 12 <= len(png):
        end = position + 12 + int.from_bytes(png[position:position + 4], "big")
        if png[position + 4:position + 8] in (b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND"):
            bare += png[position:end]
        position = end
    return bare


def bare_jpeg(jpeg):
    """Without what lies between the segments before the first scan."""
    bare, position = jpeg[:2], 2
    while (start := jpeg.find(b"\xff", position)) >= 0 and start + 4 <= len(jpeg):
        marker = jpeg[start + 1]
        if marker == 0xDA:
            return bare + jpeg[start:]
        if marker in (0x00, 0x01, 0xFF) or 0xD0 <= marker <= 0xD8:
            position = start + (1 if marker == 0xFF else 2)
            continue
        position = start + 2 + int.from_bytes(jpeg[start + 2:start + 4], "big")
        bare += jpeg[start:position]
    return bare


def ended(jpeg):
    """With an end marker behind the coded pixels, before what telephones put there."""
    scan = jpeg.find(b"\xff\xda")
    trailers = (rb"\0\0\0.ftyp", rb"\0\0..[\x08-\x40]\0\0\0\w{8}")
    found = [match.start() for trailer in trailers if (match := re.compile(trailer, re.DOTALL).search(jpeg, max(scan, 0)))]
    return jpeg[:min(found, default=len(jpeg))] + b"\xff\xd9"


def complaint(path):
    picture = path.read_bytes()
    try:
        decode(picture)
        return None
    except Exception as error:  # Whatever it is, the picture was not decoded.
        if path.name.endswith("-sent"):
            return repr(error)
        if picture[4:8] == b"ftyp":
            return f"boxes\t{error!r}"
    if picture[1:4] == b"PNG":
        candidates = [bare_png(picture)]
    else:
        candidates = [bare_jpeg(picture), bare_jpeg(ended(picture))]
    for candidate in candidates:
        try:
            decode(candidate)
            return None
        except Exception as error:
            words = repr(error)
    return words


for path in sorted(pathlib.Path(sys.argv[1]).iterdir()):
    if path.is_file() and (words := complaint(path)):
        print(path.name, words, sep="\t")
