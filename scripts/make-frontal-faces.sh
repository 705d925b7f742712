#!/usr/bin/env bash
# Writes dlib's detector of faces, unpacked, as a file for Sources/CFaceAnalysis: make-frontal-faces.sh
#
# dlib keeps it compressed so well that each process would need half a second to unpack it.
set -euo pipefail
cd "$(dirname "$0")/.."

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat >"$work/unpack.cpp" <<'CPP'
#include <dlib/image_processing/frontal_face_detector.h>
#include <iostream>
int main() { std::cout << dlib::get_serialized_frontal_faces(); }
CPP
"${CXX:-c++}" -O2 -std=c++17 "$work/unpack.cpp" -o "$work/unpack" -l:libdlib.a -l:liblapack.so.3 -l:libblas.so.3 -lpthread
{
    echo "// dlib's frontal face detector in base64, by scripts/make-frontal-faces.sh; see NOTICE."
    "$work/unpack" | base64 --wrap 100 | sed 's/.*/"&"/'
} >Sources/CFaceAnalysis/frontal_faces.inc
