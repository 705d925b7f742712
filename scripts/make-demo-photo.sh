#!/usr/bin/env bash
# Renders demo/portrait.svg as demo/photo.jpg. Needs the vips command (Debian: libvips-tools).
set -euo pipefail
cd "$(dirname "$0")/../demo"

vips copy portrait.svg 'photo.jpg[Q=84,background=255,strip]'
vipsheader photo.jpg
