#include "pictures.h"

#include <stdlib.h>
#include <string.h>

uint64_t next_random(uint64_t *state) {
    uint64_t word = *state += UINT64_C(0x9e3779b97f4a7c15);
    word = (word ^ (word >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    word = (word ^ (word >> 27)) * UINT64_C(0x94d049bb133111eb);
    return word ^ (word >> 31);
}

// What is read is exactly as long as the file, so that a byte too many is seen.
static struct picture read_file(const char *path) {
    struct picture file = { NULL, 0 };
    gchar *bytes;
    gsize count;
    if (!g_file_get_contents(path, &bytes, &count, NULL)) return file;
    file.bytes = malloc(count);
    file.count = count;
    memcpy(file.bytes, bytes, count);
    g_free(bytes);
    return file;
}

static void add(struct pictures *pictures, VipsImage *image, const char *suffix) {
    size_t count;
    void *bytes = image ? headshot_vips_write(image, suffix, &count) : NULL;
    // A format that this machine cannot write is left out.
    if (!bytes || pictures->count == most_pictures) return;
    struct picture *picture = &pictures->all[pictures->count++];
    picture->bytes = malloc(count);
    picture->count = count;
    memcpy(picture->bytes, bytes, count);
    g_free(bytes);
}

int make_pictures(struct pictures *pictures, const char *path) {
    static const char *const suffixes[] = {
        ".jpg[Q=90]", ".jpg[Q=30]", ".jpg[Q=80,interlace]", ".jpg[Q=80,subsample_mode=off]",
        ".jpg[Q=75,optimize_coding]", ".png", ".png[palette]", ".png[bitdepth=1]", ".webp[Q=80]",
        ".webp[lossless]", ".heic[Q=60]",
    };
    // Sides on, beside and far from the grid of 16 rows.
    static const int sides[][2] = { { 64, 48 }, { 65, 49 }, { 33, 17 }, { 256, 300 } };
    struct picture photo = read_file(path);
    if (!photo.bytes) return -1;
    pictures->count = 0;
    VipsImage *whole = headshot_vips_jpegload(photo.bytes, photo.count, 1);
    VipsImage *held = whole ? vips_image_copy_memory(whole) : NULL;
    if (!held) return -1;
    pictures->all[pictures->count++] = photo;
    for (size_t i = 0; i < sizeof sides / sizeof *sides; i++) {
        VipsImage *small = headshot_vips_fill(held, sides[i][0], sides[i][1]);
        size_t count = i == 0 ? sizeof suffixes / sizeof *suffixes : 6;
        for (size_t j = 0; j < count; j++) add(pictures, small, suffixes[j]);
        VipsImage *grey = headshot_vips_first_bands(small, 1);
        add(pictures, grey, ".jpg[Q=85]");
        g_object_unref(grey);
        g_object_unref(small);
    }
    g_object_unref(held);
    g_object_unref(whole);
    return pictures->count > 20 ? 0 : -1;
}

struct picture mutant(const struct pictures *pictures, uint64_t *state) {
    // The first is large, and changed ones of it would take most of the time.
    const struct picture *chosen = &pictures->all[1 + next_random(state) % (pictures->count - 1)];
    size_t count = next_random(state) % 4 ? chosen->count : next_random(state) % (chosen->count + 1);
    struct picture copy = { malloc(count ? count : 1), count };
    memcpy(copy.bytes, chosen->bytes, count);
    for (int changes = (int)(next_random(state) % 6); count && changes > 0; changes--) {
        // Half of all changes are made to a header.
        size_t reach = next_random(state) % 2 && count > 700 ? 700 : count;
        copy.bytes[next_random(state) % reach] = (uint8_t)next_random(state);
    }
    return copy;
}
