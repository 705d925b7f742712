# Makes photos that cost a decoder what a telephone's do. Sourced by the benchmarks.

for tool in vips vipsheader python3; do
    if ! command -v "$tool" >/dev/null; then
        echo "$tool is missing (Debian: apt-get install libvips-tools python3)" >&2
        exit 1
    fi
done

# make_photo <file> <seed>: 3108 × 3885 pixels, 12 megapixels and about 5 MB. The noise stands for a sensor's:
# without it, a drawing would be 300 kB and decode twice as fast.
make_photo() {
    local work
    work=$(mktemp -d)
    vips resize demo/photo.jpg "$work/large.v" 2.59 --kernel cubic
    vips gaussnoise "$work/noise.v" "$(vipsheader -f width "$work/large.v")" \
        "$(vipsheader -f height "$work/large.v")" --mean 0 --sigma 9 --seed "$2"
    vips add "$work/large.v" "$work/noise.v" "$work/sum.v"
    vips cast "$work/sum.v" "$work/bytes.v" uchar
    vips copy "$work/bytes.v" "$1[Q=92]"
    rm -r "$work"
}

# describe_machine: the line under each table.
describe_machine() {
    echo
    echo "$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1), $(nproc) cores;" \
        "$(vips --version | cut -d' ' -f1); $(date -u +%F)."
}
