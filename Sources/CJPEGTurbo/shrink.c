#include "CJPEGTurbo.h"

#include <stdlib.h>
#include <string.h>

// Reduces a side of `old` pixels to `new`: each new pixel is the average of the old ones that it covers.

static int first_of(int place, int old, int new) {
    return (int) ((int64_t) place * old / new);
}

static int end_of(int place, int old, int new) {
    return (int) (((int64_t) (place + 1) * old - 1) / new) + 1;
}

// How much of a new pixel precedes an old one, in 256ths.
static int before(int pixel, int place, int old, int new) {
    const int64_t way = (int64_t) pixel * new - (int64_t) place * old;
    return way <= 0 ? 0 : way >= old ? 256 : (int) ((way * 256 + old / 2) / old);
}

// The share of an old pixel in a new one; the shares in one new pixel add up to 256.
static uint16_t share_of(int pixel, int place, int old, int new) {
    return (uint16_t) (before(pixel + 1, place, old, new) - before(pixel, place, old, new));
}

// Never overflows: 255 times 256 is less than 65,536. Simple enough for the compiler to vectorise.
static void add_row(uint16_t *restrict sums, const uint8_t *restrict row, uint16_t share, size_t count) {
    for (size_t column = 0; column < count; column++) sums[column] += (uint16_t) (row[column] * share);
}

struct stretch {
    const uint16_t *shares;
    int first, count;
};

// Inlined with a constant number of channels, so that its inner loop is unrolled.
static inline __attribute__((always_inline)) void shrink_row(
    const uint16_t *restrict sums, const struct stretch *stretches, int new_width, int channels,
    uint8_t *restrict result) {
    for (int place = 0; place < new_width; place++) {
        const struct stretch stretch = stretches[place];
        const uint16_t *pixel = sums + (ptrdiff_t) stretch.first * channels;
        uint32_t sum[4] = { 1 << 15, 1 << 15, 1 << 15, 1 << 15 };
        for (int tap = 0; tap < stretch.count; tap++) {
            for (int channel = 0; channel < channels; channel++) {
                sum[channel] += (uint32_t) *pixel++ * stretch.shares[tap];
            }
        }
        for (int channel = 0; channel < channels; channel++) *result++ = (uint8_t) (sum[channel] >> 16);
    }
}

int headshot_shrink(
    const uint8_t *pixels, int width, int height, size_t stride, int channels, int new_width, int new_height,
    uint8_t *result) {
    if (new_width < 1 || new_height < 1 || width < new_width || height < new_height
        || (channels != 1 && channels != 3)) return -1;
    const size_t row_count = (size_t) width * (size_t) channels;
    // A pixel on a border has a share in both new pixels.
    uint16_t *sums = malloc(row_count * sizeof *sums);
    uint16_t *shares = malloc(((size_t) width + (size_t) new_width) * sizeof *shares);
    struct stretch *stretches = malloc((size_t) new_width * sizeof *stretches);
    if (!sums || !shares || !stretches) {
        free(sums), free(shares), free(stretches);
        return -1;
    }
    uint16_t *next = shares;
    for (int place = 0; place < new_width; place++) {
        const int first = first_of(place, width, new_width), end = end_of(place, width, new_width);
        stretches[place] = (struct stretch) { next, first, end - first };
        for (int pixel = first; pixel < end; pixel++) *next++ = share_of(pixel, place, width, new_width);
    }
    for (int place = 0; place < new_height; place++) {
        memset(sums, 0, row_count * sizeof *sums);
        const int end = end_of(place, height, new_height);
        for (int row = first_of(place, height, new_height); row < end; row++) {
            add_row(sums, pixels + (size_t) row * stride, share_of(row, place, height, new_height), row_count);
        }
        if (channels == 3) shrink_row(sums, stretches, new_width, 3, result);
        else shrink_row(sums, stretches, new_width, 1, result);
        result += (size_t) new_width * (size_t) channels;
    }
    free(sums), free(shares), free(stretches);
    return 0;
}
