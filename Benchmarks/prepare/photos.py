"""Makes the photos that preparing is timed with: from smooth to noisy, in every format that is accepted."""

import pyvips

# name, megapixels, deviation of the noise, how it is saved
PHOTOS = [
    ("4-mp.jpg", 4, 12, "[Q=97,subsample_mode=on]"),
    ("6-mp.jpg", 6, 14, "[Q=90,subsample_mode=on]"),
    ("8-mp-noisy.jpg", 8, 22, "[Q=90,subsample_mode=on]"),
    ("12-mp-smooth.jpg", 12, 4, "[Q=95,subsample_mode=on]"),
    ("12-mp.jpg", 12, 9, "[Q=92,subsample_mode=on]"),
    ("12-mp-noisy.jpg", 12, 18, "[Q=88,subsample_mode=on]"),
    ("16-mp.jpg", 16.7, 8, "[Q=91,subsample_mode=on]"),
    ("16-mp-noisy.jpg", 16.7, 15, "[Q=84,subsample_mode=on]"),
    ("12-mp-full-colour.jpg", 12, 6, "[Q=92,subsample_mode=off]"),
    ("12-mp-display-p3.jpg", 12, 8, "[Q=92,subsample_mode=on,profile=p3]"),
    ("12-mp-on-its-side.jpg", 12, 9, "[Q=91,subsample_mode=on]"),
    ("12-mp-progressive.jpg", 12, 9, "[Q=91,subsample_mode=on,interlace]"),
    ("3-mp-under-the-limit.jpg", 3, 8, "[Q=85,subsample_mode=on]"),
    ("2-mp.png", 1.9, 5, "[compression=6]"),
    ("12-mp.webp", 12, 9, "[Q=92]"),
    ("12-mp.heic", 12, 7, "[Q=70]"),
]

MOST_BYTES = 7_000_000


def make(source, folder):
    """Yields the paths of the photos; one that an encoder is missing for is left out."""
    original = pyvips.Image.new_from_file(source).copy_memory()
    for seed, (name, megapixels, noise, options) in enumerate(PHOTOS):
        path = folder / name
        scale = (megapixels * 1e6 / (original.width * original.height)) ** 0.5
        large = original.resize(min(scale, 4096 / max(original.width, original.height)))
        # Cameras' sides are whole numbers of coded blocks.
        large = large.crop(0, 0, large.width // 16 * 16, large.height // 16 * 16)
        grain = pyvips.Image.gaussnoise(large.width, large.height, sigma=noise, mean=0, seed=seed)
        photo = (large + grain).cast("uchar").copy(interpretation="srgb")
        if "on-its-side" in name:
            photo = photo.rot90().copy()
            photo.set_type(pyvips.GValue.gint_type, "orientation", 8)
        try:
            photo.write_to_file(f"{path}{options}")
        except pyvips.Error:
            print(f"left out: {name}, for want of an encoder", flush=True)
            continue
        if path.stat().st_size > MOST_BYTES:
            raise SystemExit(f"{name} has {path.stat().st_size} bytes; photos may have {MOST_BYTES}")
        yield path
