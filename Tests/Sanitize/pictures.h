// Pictures to hand to the code under the sanitizers: a few of each format, and changed ones.
#ifndef HEADSHOT_SANITIZE_PICTURES_H
#define HEADSHOT_SANITIZE_PICTURES_H

#include <stddef.h>
#include <stdint.h>

#include "../../Sources/CVips/shim.h"

enum { most_pictures = 40 };

struct picture {
    uint8_t *bytes;
    size_t count;
};

struct pictures {
    struct picture all[most_pictures];
    int count;
};

/// Reads the photo at `path` and makes pictures of all formats, sides and channels of it. 0 is success.
int make_pictures(struct pictures *pictures, const char *path);

/// A copy of one of them, changed in a few places or cut short; the same numbers for the same state. The caller frees it.
struct picture mutant(const struct pictures *pictures, uint64_t *state);

/// SplitMix64.
uint64_t next_random(uint64_t *state);

#endif
