#ifndef HEADSHOT_PLANES_H
#define HEADSHOT_PLANES_H

#include "CJPEGTurbo.h"

/// A side in pixels, rounded up to whole MCUs of 4:2:0.
static inline int headshot_padded(int pixels) { return (pixels + 15) / 16 * 16; }

/// Repeats the last column and row of each plane up to the end of the MCUs, which costs no bytes in a JPEG.
void headshot_pad_planes(const struct headshot_jpeg_planes *planes);

/// Averages two rows of `2 * count` bytes to one of `count`; the rows begin at even addresses.
void headshot_halve_rows(const uint8_t *above, const uint8_t *below, uint8_t *half, int count);

/// Averages two rows of `count` bytes to one.
void headshot_join_rows(const uint8_t *above, const uint8_t *below, uint8_t *joined, int count);

#endif
