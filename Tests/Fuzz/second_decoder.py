"""Decodes all pictures of a folder with Pillow and names those that it cannot: second_decoder.py FOLDER"""

import pathlib
import sys

import pillow_heif
from PIL import Image

pillow_heif.register_heif_opener()
for path in sorted(pathlib.Path(sys.argv[1]).iterdir()):
    if path.is_dir():
        continue
    try:
        with Image.open(path) as picture:
            picture.load()
    except Exception as error:  # Whatever it is, the picture was not decoded.
        print(path.name, repr(error), sep="\t")
