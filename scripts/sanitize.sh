#!/usr/bin/env bash
# Builds our C and C++ with AddressSanitizer and UndefinedBehaviorSanitizer and runs it over pictures and nets:
# sanitize.sh [COUNT]
set -euo pipefail
cd "$(dirname "$0")/.."

count=${1:-800}
out=.build-sanitize
mkdir -p "$out"
flags=(-g -O1 -Wall -Wextra -Werror -Wno-unused-function -Wno-missing-field-initializers -fno-omit-frame-pointer
    -fsanitize=address,undefined -fno-sanitize-recover=all -fsanitize-ignorelist=Tests/Sanitize/ignore.txt)
# shellcheck disable=SC2207 # pkg-config separates by spaces.
vips=($(pkg-config --cflags vips))
objects=()
compile() { # <compiler> <source> <flag>…
    local object
    object=$out/$(tr / _ <<<"$2").o
    objects+=("$object")
    # Unchanged objects are kept: dlib's headers take long to compile.
    if [[ $object -nt $2 && -z $(find Sources/C* Tests/Sanitize scripts/sanitize.sh -newer "$object" -print -quit) ]]; then
        return
    fi
    "$1" "${flags[@]}" "${@:3}" -c "$2" -o "$object"
}
for source in Sources/CJPEGTurbo/*.c; do compile clang "$source" -ISources/CJPEGTurbo/include; done
for source in Sources/CIsolation/*.c; do compile clang "$source" -ISources/CIsolation/include; done
for source in Sources/CFaceAnalysis/*.cpp; do
    compile clang++ "$source" -std=c++17 -ISources/CFaceAnalysis/include -Wno-error
done
for source in Sources/CNets/*.cpp; do compile clang++ "$source" -std=c++17 -ISources/CNets/include; done
for source in Tests/Sanitize/*.c; do compile clang "$source" "${vips[@]/#-I/-isystem}" -D_GNU_SOURCE; done
# shellcheck disable=SC2046
clang++ -fuse-ld=lld "${flags[@]}" "${objects[@]}" -o "$out/sanitize" $(pkg-config --libs vips) -ljpeg -lturbojpeg -lseccomp \
    -l:libdlib.a -l:liblapack.so.3 -l:libblas.so.3 -lm -lpthread

# dlib is not built with the sanitizers, so its vectors seem to overflow; the system's libraries never free some of
# their memory.
export ASAN_OPTIONS=detect_container_overflow=0:detect_leaks=0:allocator_may_return_null=1
export UBSAN_OPTIONS=print_stacktrace=1
timeout 300 "$out/sanitize" demo/photo.jpg "$count"

# Nets must give the same results with vectors of four floats and of eight.
nets=(Tests/Sanitize/small.tflite)
[[ -d models ]] && nets+=(models/*.tflite)
for width in narrow wide; do
    narrow=()
    [[ $width == wide ]] || narrow=(-DHEADSHOT_CNETS_NARROW)
    objects=()
    for source in Sources/CNets/*.cpp; do
        objects+=("$out/$width-$(basename "$source").o")
        clang++ -O2 -std=c++17 "${narrow[@]}" -ISources/CNets/include -c "$source" -o "${objects[-1]}"
    done
    clang -O2 -c Tests/Sanitize/Outputs/outputs.c -o "$out/$width-outputs.o"
    clang++ "${objects[@]}" "$out/$width-outputs.o" -o "$out/outputs-$width"
    "$out/outputs-$width" "${nets[@]}" >"$out/outputs-$width.txt"
done
cmp "$out/outputs-narrow.txt" "$out/outputs-wide.txt"
echo "sanitize: ${#nets[@]} nets compute the same $(wc -l <"$out/outputs-wide.txt") values with vectors of any width"
