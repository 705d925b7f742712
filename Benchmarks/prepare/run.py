"""Sets our way to prepare a photo beside others: run.py PROGRAM RESULT [FOLDER]

The ways take turns at each photo, ROUNDS times; figures are medians of CPU time, as ratios to the floor. PROGRAM is
the built PreparePhotos. The photos of FOLDER are added to those that are made here. The table goes to RESULT.
"""

import os
import pathlib
import resource
import statistics
import subprocess
import sys
import tempfile

import likeness
import photos
import ways

ROUNDS = int(os.environ.get("ROUNDS", 3))
OURS = {"headshot": "planar", "headshot, all through libvips": "libvips"}


class Preparer:
    """Our program, kept running, one photo at a time."""

    def __init__(self, program):
        self.process = subprocess.Popen(
            [program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def __call__(self, mode, path):
        result = f"{path}.ours.jpg"
        print(mode, path, result, sep="\t", file=self.process.stdin, flush=True)
        time, encodings, quality, treatment = self.process.stdout.readline().split()
        if treatment == "refused":
            return None
        photo = pathlib.Path(result).read_bytes()
        return float(time), int(encodings), int(quality), photo


def processor_time():
    usages = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return 1000 * sum(usage.ru_utime + usage.ru_stime for usage in usages)


def measure(preparer, path):
    """The CPU of each way in ms, round by round, its whole encodings, and its photo."""
    results = {}
    for _ in range(ROUNDS):
        for name, mode in OURS.items():
            answer = preparer(mode, path)
            if not answer:
                return None
            time, encodings, quality, photo = answer
            results.setdefault(name, ([], encodings, photo))[0].append(time)
        for name, way in ways.WAYS.items():
            start = processor_time()
            photo, encodings = way(path, quality)
            if photo:
                entry = results.setdefault(name, ([], encodings, photo))
                entry[0].append(processor_time() - start)
    return results


def peak_memory(program, name, path):
    """The largest resident set in MB of a process that does nothing else."""
    if name in OURS:
        command, line = [program], f"{OURS[name]}\t{path}\t{path}.ours.jpg\n"
    else:
        code = "import pathlib, sys, ways; ways.WAYS[sys.argv[1]](pathlib.Path(sys.argv[2]), 75)"
        command, line = [sys.executable, "-c", code, name, str(path)], ""
    code = (
        "import resource, subprocess, sys; subprocess.run(sys.argv[2:], input=sys.argv[1], text=True, "
        "stdout=subprocess.DEVNULL); print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)")
    output = subprocess.run(
        [sys.executable, "-c", code, line, *command], capture_output=True, text=True, check=True,
        cwd=pathlib.Path(__file__).parent)
    return int(output.stdout) / 1024


def kind(path):
    return "JPEG" if path.suffix in (".jpg", ".jpeg") else path.suffix[1:].upper()


def main():
    program, table = sys.argv[1], pathlib.Path(sys.argv[2])
    floor_name = next(iter(ways.WAYS))
    rows = {}
    with tempfile.TemporaryDirectory() as work:
        paths = list(photos.make("demo/photo.jpg", pathlib.Path(work)))
        if len(sys.argv) > 3:
            for path in sorted(pathlib.Path(sys.argv[3]).iterdir()):
                paths.append(pathlib.Path(work) / path.name)
                paths[-1].write_bytes(path.read_bytes())
        preparer = Preparer(program)
        for mode in OURS.values():
            preparer(mode, paths[0])
        for path in paths:
            results = measure(preparer, path)
            if not results:
                print(f"{path.name}: refused", flush=True)
                continue
            original = likeness.pixels(ways.load(path))
            best = likeness.psnr(likeness.pixels(ways.exhaustive(path, None)[0], original), original)
            floor = statistics.median(results[floor_name][0])
            is_kept = results["headshot"][1] == 0
            for name, (times, encodings, photo) in results.items():
                seen = likeness.pixels(photo, original)
                row = {
                    "photo": path.name, "kind": "kept" if is_kept else kind(path), "ratio": statistics.median(times) / floor,
                    "encodings": encodings, "share": len(photo) / 2e6,
                    "gain": likeness.psnr(seen, original) - best,
                    "psnr": likeness.psnr(seen, original), "ssim": likeness.ssim(seen, original),
                    "memory": peak_memory(program, name, path),
                }
                rows.setdefault(name, []).append(row)
                print("{photo} {ratio:.2f} {encodings} {share:.1%} {gain:+.2f} dB {memory:.0f} MB".format(**row),
                      name, flush=True)
    import report

    table.write_text(report.table(rows, floor_name, ROUNDS))


main()
