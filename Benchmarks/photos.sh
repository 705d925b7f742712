# Makes photos that cost a decoder what a telephone's do. Sourced by the benchmarks, in the project's folder.

. Benchmarks/results.sh

for tool in vips vipsheader python3; do
    if ! command -v "$tool" >/dev/null; then
        echo "$tool is missing (Debian: apt-get install libvips-tools python3)" >&2
        exit 1
    fi
done

# make_photos <count> <folder>: photo-1.jpg and so on, all different, each of 3108 × 3885 pixels, 12 megapixels and about
# 5 MB. The noise stands for a sensor's: without it, a drawing would be 300 kB and decode twice as fast. SCALE makes them
# of other sides, in multiples of the drawing's, where time matters more than figures.
make_photos() {
    local work n width height
    work=$(mktemp -d)
    vips resize demo/photo.jpg "$work/large.v" "${SCALE:-2.59}" --kernel cubic
    width=$(vipsheader -f width "$work/large.v")
    height=$(vipsheader -f height "$work/large.v")
    for ((n = 1; n <= $1; n++)); do
        vips gaussnoise "$work/noise.v" "$width" "$height" --mean 0 --sigma 9 --seed "$n"
        vips add "$work/large.v" "$work/noise.v" "$work/sum.v"
        vips cast "$work/sum.v" "$work/bytes.v" uchar
        vips copy "$work/bytes.v" "$2/photo-$n.jpg[Q=92]"
    done
    rm -r "$work"
}

# make_headshot <file>: the drawn person as a model returns one, 896 × 1152 pixels, in the format of the file's name.
make_headshot() {
    vips thumbnail demo/photo.jpg "$1" 896 --height 1152 --crop centre
}

# describe_machine: the line under each table.
describe_machine() {
    echo
    echo "$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1), $(nproc) cores, load" \
        "$(cut -d' ' -f1 /proc/loadavg); $(vips --version | cut -d' ' -f1); $(date -u +%F)."
}
