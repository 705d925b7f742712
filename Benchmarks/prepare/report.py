"""Writes what was measured as a page."""

import datetime
import os
import statistics

KINDS = ["PNG", "WEBP", "HEIC"]


def table(rows, floor_name, rounds):
    lines = [
        "# Preparing a photo", "",
        "CPU as a ratio to the floor; bytes as a share of 2,000,000; PSNR as what is gained on the best quality that fits "
        "by exhaustive search.", "",
        "| way | JPEG: median (range) | PNG | WebP | HEIC | whole encodings | bytes used | PSNR | SSIM | most memory |",
        "|---|---|---|---|---|---|---|---|---|---|",
    ]
    lines += [summary(name, ours) for name, ours in rows.items()]
    lines += ["", "Photo by photo, CPU over the floor:", ""]
    names = list(rows)
    lines.append("| photo | " + " | ".join(names) + " |")
    lines.append("|---|" + "---|" * len(names))
    for photo in [row["photo"] for row in rows[floor_name]]:
        cells = [next((f"{row['ratio']:.2f}" for row in rows[name] if row["photo"] == photo), "") for name in names]
        lines.append(f"| {photo} | " + " | ".join(cells) + " |")
    lines += ["", machine(rounds), ""]
    return "\n".join(lines)


def summary(name, rows):
    jpegs = [row["ratio"] for row in rows if row["kind"] == "JPEG"]
    others = [next((f"{row['ratio']:.2f}" for row in rows if row["kind"] == kind), "") for kind in KINDS]
    encoded = [row for row in rows if row["kind"] != "kept"]
    counts = [row["encodings"] for row in encoded if row["encodings"]]
    shares = [row["share"] for row in encoded]
    gains = [row["gain"] for row in encoded]
    cells = [
        name, f"{statistics.median(jpegs):.2f} ({min(jpegs):.2f} to {max(jpegs):.2f})", *others,
        f"{statistics.mean(counts):.2f}" if counts else "",
        f"{statistics.median(shares):.1%} ({min(shares):.0%} to {max(shares):.1%})",
        f"{statistics.median(gains):+.2f} dB (worst {min(gains):+.2f})",
        f"{statistics.median(row['ssim'] for row in encoded):.4f}",
        f"{max(row['memory'] for row in rows):.0f} MB",
    ]
    return "| " + " | ".join(cells) + " |"


def machine(rounds):
    with open("/proc/cpuinfo") as file:
        model = next(line.split(": ")[1].strip() for line in file if line.startswith("model name"))
    return (f"{model}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}; medians of {rounds} rounds; "
            f"{datetime.date.today()}. Photos that are sent with their own coded pixels are in the second table only. "
            "Neither ImageMagick nor jpegoptim converts colours here, and jpegoptim does not turn: their worst PSNR.")
