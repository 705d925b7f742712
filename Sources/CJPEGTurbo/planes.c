#include "planes.h"

static void pad(uint8_t *plane, int width, int height, int padded_width, int padded_height) {
    for (int y = 0; y < padded_height; y++) {
        uint8_t *row = plane + (ptrdiff_t) y * padded_width;
        const uint8_t *above = row - padded_width;
        for (int x = y < height ? width : 0; x < padded_width; x++)
            row[x] = y < height ? row[width - 1] : above[x];
    }
}

void headshot_pad_planes(const struct headshot_jpeg_planes *planes) {
    int rows = headshot_padded(planes->height);
    int half_width = (planes->width + 1) / 2, half_height = (planes->height + 1) / 2;
    pad(planes->luma, planes->width, planes->height, planes->stride, rows);
    pad(planes->blue, half_width, half_height, planes->stride / 2, rows / 2);
    pad(planes->red, half_width, half_height, planes->stride / 2, rows / 2);
}

// Both round up and down in turn, as libjpeg does, so that the colours do not drift.

// Two neighbours as one number, which the compiler handles in vectors; the order of its bytes does not matter.
typedef uint16_t __attribute__((may_alias)) pair;

static inline uint16_t sum(pair pair) { return (uint16_t) ((pair & 0xff) + (pair >> 8)); }

void headshot_halve_rows(
    const uint8_t *restrict above, const uint8_t *restrict below, uint8_t *restrict half, int count) {
    const pair *upper = (const pair *) above, *lower = (const pair *) below;
    for (int place = 0; place < count; place++) {
        uint16_t four = (uint16_t) (sum(upper[place]) + sum(lower[place]));
        half[place] = (uint8_t) ((four + 1 + (place & 1)) >> 2);
    }
}

void headshot_join_rows(
    const uint8_t *restrict above, const uint8_t *restrict below, uint8_t *restrict joined, int count) {
    for (int place = 0; place < count; place++)
        joined[place] = (uint8_t) ((above[place] + below[place] + (place & 1)) >> 1);
}
