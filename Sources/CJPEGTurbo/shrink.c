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

// Inlined with constant numbers of channels and of taps, so that both loops are unrolled: a number of taps that
// changes from pixel to pixel would be guessed wrongly half of the time.
static inline __attribute__((always_inline)) void shrink_row(
    const uint16_t *restrict sums, const int *restrict firsts, const uint16_t *restrict shares, int new_width,
    int channels, int taps, uint8_t *restrict result) {
    for (int place = 0; place < new_width; place++) {
        const uint16_t *pixel = sums + (ptrdiff_t) firsts[place] * channels;
        uint32_t sum[4] = { 1 << 15, 1 << 15, 1 << 15, 1 << 15 };
        for (int tap = 0; tap < taps; tap++) {
            for (int channel = 0; channel < channels; channel++) {
                sum[channel] += (uint32_t) *pixel++ * shares[tap];
            }
        }
        shares += taps;
        for (int channel = 0; channel < channels; channel++) *result++ = (uint8_t) (sum[channel] >> 16);
    }
}

#define SHRINK(count, taps) \
    case count * 8 + taps: shrink_row(sums, firsts, shares, new_width, count, taps, result); break

static void shrink_any_row(
    const uint16_t *sums, const int *firsts, const uint16_t *shares, int new_width, int channels, int taps,
    uint8_t *result) {
    switch (taps < 8 ? channels * 8 + taps : 0) {
        SHRINK(1, 1); SHRINK(1, 2); SHRINK(1, 3); SHRINK(1, 4); SHRINK(1, 5); SHRINK(1, 6);
        SHRINK(3, 1); SHRINK(3, 2); SHRINK(3, 3); SHRINK(3, 4); SHRINK(3, 5); SHRINK(3, 6);
    default: shrink_row(sums, firsts, shares, new_width, channels, taps, result);
    }
}

int headshot_shrink(
    const uint8_t *pixels, int width, int height, size_t stride, int channels, int new_width, int new_height,
    uint8_t *result) {
    if (new_width < 1 || new_height < 1 || width < new_width || height < new_height
        || (channels != 1 && channels != 3)) return -1;
    // A new pixel covers at most this many old ones, some of them in part.
    const int taps = (width + new_width - 1) / new_width + (width % new_width != 0);
    const size_t row_count = (size_t) width * (size_t) channels;
    // With room for taps beyond the last pixel, whose shares are zero.
    const size_t sum_count = row_count + (size_t) taps * (size_t) channels;
    uint16_t *sums = malloc(sum_count * sizeof *sums);
    uint16_t *shares = calloc((size_t) new_width * (size_t) taps, sizeof *shares);
    int *firsts = malloc((size_t) new_width * sizeof *firsts);
    if (!sums || !shares || !firsts) {
        free(sums), free(shares), free(firsts);
        return -1;
    }
    for (int place = 0; place < new_width; place++) {
        const int first = first_of(place, width, new_width), end = end_of(place, width, new_width);
        firsts[place] = first;
        for (int pixel = first; pixel < end; pixel++) {
            shares[(size_t) place * (size_t) taps + (size_t) (pixel - first)]
                = share_of(pixel, place, width, new_width);
        }
    }
    for (int place = 0; place < new_height; place++) {
        memset(sums, 0, sum_count * sizeof *sums);
        const int end = end_of(place, height, new_height);
        for (int row = first_of(place, height, new_height); row < end; row++) {
            add_row(sums, pixels + (size_t) row * stride, share_of(row, place, height, new_height), row_count);
        }
        shrink_any_row(sums, firsts, shares, new_width, channels, taps, result);
        result += (size_t) new_width * (size_t) channels;
    }
    free(sums), free(shares), free(firsts);
    return 0;
}
