"""How much two pictures look alike."""

import numpy
import pyvips


def pixels(source, like=None):
    """The pixels of a pyvips picture or of a JPEG's bytes, as numbers of three channels, as many as those of `like`."""
    if isinstance(source, bytes):
        source = pyvips.Image.new_from_buffer(source, "").autorot()
        if source.get_typeof("icc-profile-data"):
            source = source.icc_transform("srgb", embedded=True)
    if source.hasalpha():
        source = source.flatten(background=255)
    if like is not None and (source.height, source.width) != like.shape[:2]:
        source = source.resize(like.shape[1] / source.width, vscale=like.shape[0] / source.height)
    return source.colourspace("srgb").numpy().astype(numpy.float32)


def psnr(one, other):
    return float(10 * numpy.log10(255**2 / max(1e-9, numpy.mean((one - other) ** 2))))


def ssim(one, other):
    """The structural similarity of brightness, by Wang et al. (2004), over squares of 8 pixels."""
    weights = numpy.array([0.299, 0.587, 0.114], numpy.float32)
    a, b = squares(one @ weights), squares(other @ weights)
    mean_a, mean_b = a.mean(-1), b.mean(-1)
    covariance = (a * b).mean(-1) - mean_a * mean_b
    c1, c2 = (0.01 * 255) ** 2, (0.03 * 255) ** 2
    likeness = (2 * mean_a * mean_b + c1) * (2 * covariance + c2)
    return float((likeness / ((mean_a**2 + mean_b**2 + c1) * (a.var(-1) + b.var(-1) + c2))).mean())


def squares(plane):
    rows, columns = (side // 8 for side in plane.shape)
    cut = plane[: rows * 8, : columns * 8].reshape(rows, 8, columns, 8)
    return cut.transpose(0, 2, 1, 3).reshape(rows, columns, 64)
