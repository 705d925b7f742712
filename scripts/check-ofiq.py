#!/usr/bin/env python3
"""Compares the look at photos with OFIQ, the reference implementation of ISO/IEC 29794-5.

check-ofiq.py <headshot> <folder of photos>

Prints, for each component that both measure, Spearman's correlation over all photos in which both found a value. It needs the package
python-ofiq and its models, which are about 400 MB ('python-ofiq setup' fetches them), and Pillow. Where one of them is missing it says so and
ends with 0, since nothing else of the project needs them.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

# Physically the same on both sides, so that they have to agree.
SAME = {
    "HeadPoseYaw", "HeadPoseRoll", "HeadPosePitch", "InterEyeDistance", "HeadSize", "LuminanceMean", "OverExposurePrevention",
    "LeftwardCropOfTheFaceImage", "RightwardCropOfTheFaceImage", "MarginAboveOfTheFaceImage", "MarginBelowOfTheFaceImage",
    "NaturalColour",
}
# A correlation from which two measures count as the same.
GOAL = 0.8
# Fewer photos than this say nothing about a correlation.
LEAST = 10


def skip(reason):
    print(f"Not compared with OFIQ: {reason}")
    sys.exit(0)


def reference():
    """The reference implementation and a way to read photos for it."""
    try:
        from ofiq import OFIQ, resolve_data_dir
    except ImportError:
        skip("the package python-ofiq is not installed. 'pip install python-ofiq' installs it.")
    try:
        import numpy
        from PIL import Image, ImageOps
    except ImportError:
        skip("Pillow and NumPy are not installed. 'pip install pillow numpy' installs them.")
    folder = Path(os.environ.get("OFIQ_DATA_DIR") or resolve_data_dir())
    if not any(folder.rglob("*.onnx")):
        skip(f"its models are not in {folder}. 'python-ofiq setup' fetches them, about 400 MB.")

    def pixels(path):
        with Image.open(path) as photo:
            return numpy.asarray(ImageOps.exif_transpose(photo).convert("RGB"))

    return OFIQ(), pixels


def ours(program, photos):
    """The values of each photo by component, as analyze prints them."""
    answer = subprocess.run([program, "analyze", "--iso", "--json", *map(str, photos)], stdout=subprocess.PIPE, check=False)
    # 65 says that some photos were refused; their values are in the answer, too.
    if answer.returncode not in (0, 65):
        sys.exit(f"{program} analyze ended with {answer.returncode}.")
    looks = json.loads(answer.stdout)["photos"]
    return {look["photo"]: {part["component"]: part.get("value") for part in look.get("iso", [])} for look in looks}


def ranks(values):
    """The rank of each value, the mean of them where several are equal."""
    order = sorted(range(len(values)), key=values.__getitem__)
    result = [0.0] * len(values)
    start = 0
    while start < len(order):
        end = start
        while end + 1 < len(order) and values[order[end + 1]] == values[order[start]]:
            end += 1
        for place in range(start, end + 1):
            result[order[place]] = (start + end) / 2
        start = end + 1
    return result


def spearman(pairs):
    """Spearman's correlation; None if one side has a single value."""
    one, other = (ranks(side) for side in zip(*pairs))
    middle = (len(pairs) - 1) / 2
    top = sum((a - middle) * (b - middle) for a, b in zip(one, other))
    bottom = (sum((a - middle) ** 2 for a in one) * sum((b - middle) ** 2 for b in other)) ** 0.5
    return top / bottom if bottom else None


def main():
    if len(sys.argv) != 3 or not sys.argv[2]:
        sys.exit("usage: make check-ofiq DIR=photos")
    program, folder = sys.argv[1], Path(sys.argv[2])
    photos = sorted(path for path in folder.iterdir() if path.suffix.lower() in {".jpg", ".jpeg", ".png"})
    if len(photos) < LEAST:
        sys.exit(f"There are {len(photos)} photos in {folder}; at least {LEAST} are needed.")
    ofiq, pixels = reference()
    known = ours(program, photos)
    pairs = {}
    for photo in photos:
        try:
            seen = ofiq.vector_quality(pixels(photo), include_raw=True)
        except Exception as error:  # The library has no common class for photos that it refuses.
            print(f"{photo.name}: {error}", file=sys.stderr)
            continue
        for name, own in known.get(str(photo), {}).items():
            raw = (seen.get(name) or {}).get("raw")
            if own is not None and raw is not None:
                pairs.setdefault(name, []).append((own, raw))
    print("component                     photos  Spearman  goal")
    missed = 0
    for name, both in sorted(pairs.items()):
        value = spearman(both) if len(both) >= LEAST else None
        goal = f"{GOAL}" if name in SAME else ""
        # Raw values of the two may run in opposite directions.
        missed += name in SAME and value is not None and abs(value) < GOAL
        print(f"{name:30}{len(both):6}  {'' if value is None else f'{value:+.2f}':>8}  {goal}")
    if missed:
        sys.exit(f"{missed} of the measures that should agree correlate by less than {GOAL}.")


if __name__ == "__main__":
    main()
