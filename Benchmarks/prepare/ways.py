"""The ways to make a photo fit that are set beside ours. Each takes a path and returns bytes and whole
encodings, or nothing for a format that it does not know."""

import io
import os
import shutil
import subprocess

LIMIT = 1_999_999
MAGICK = shutil.which("convert-im6.q16") or shutil.which("magick") or "convert"


def load(path, access="sequential"):
    """The upright photo in sRGB, as libvips reads it."""
    import pyvips

    pyvips.cache_set_max(0)
    options = {"access": access, "fail_on": "error"}
    if path.suffix == ".jpg":
        options["autorotate"] = True
    image = pyvips.Image.new_from_file(str(path), **options)
    if "p3" in path.name:
        image = image.icc_transform("srgb", embedded=True)
    return image


def encode(image, quality):
    return image.jpegsave_buffer(Q=quality, strip=True, subsample_mode="on")


def floor(path, quality):
    return encode(load(path), quality), 1


def ladder(path, _):
    """What is written first: 80, 70, … until it fits, from the file each time."""
    for count, quality in enumerate(range(80, 0, -10), 1):
        photo = encode(load(path), quality)
        if len(photo) <= LIMIT:
            break
    return photo, count


def bisection(fits):
    """The best quality of 1 to 95 whose photo fits, and how many had to be made."""
    low, high, best, count = 1, 95, None, 0
    while low <= high:
        middle = (low + high + 1) // 2
        photo = fits(middle)
        count += 1
        if len(photo) <= LIMIT:
            best, low = photo, middle + 1
        else:
            high = middle - 1
    return best, count


def exhaustive(path, _):
    """The best that there is, by libvips: the measure of quality, not of cost."""
    image = load(path).copy_memory()
    return bisection(lambda quality: encode(image, quality))


def pillow(path, _):
    from PIL import Image, ImageOps

    if path.suffix == ".heic":
        return None, None
    image = ImageOps.exif_transpose(Image.open(path)).convert("RGB")

    def save(quality):
        buffer = io.BytesIO()
        image.save(buffer, "JPEG", quality=quality, subsampling=2)
        return buffer.getvalue()

    return bisection(save)


def magick(path, _):
    result = f"{path}.magick.jpg"
    if path.suffix == ".heic":
        # Whether it reads them depends on how it was built.
        return None, None
    limit = ["-limit", "thread", "1", str(path), "-auto-orient", "-strip"]
    subprocess.run(
        [MAGICK, *limit, "-define", f"jpeg:extent={LIMIT}B", result],
        check=True, env={**os.environ, "OMP_NUM_THREADS": "1"})
    return open(result, "rb").read(), None


def jpegoptim(path, _):
    if path.suffix != ".jpg":
        return None, None
    command = ["jpegoptim", "--size=1953", "--strip-all", "--stdout", "--quiet", str(path)]
    return subprocess.run(command, capture_output=True, check=False).stdout or None, None


WAYS = {
    "libvips, one decode and one encode (the floor)": floor,
    "ladder 80, 70, …, decoded anew": ladder,
    "ImageMagick `jpeg:extent`": magick,
    "`jpegoptim --size`": jpegoptim,
    "Pillow, bisection": pillow,
}
