// Runs our C and C++ over pictures, whole and changed, for the sanitizers to watch: sanitize PHOTO COUNT
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../../Sources/CFaceAnalysis/include/CFaceAnalysis.h"
#include "../../Sources/CIsolation/include/CIsolation.h"
#include "../../Sources/CJPEGTurbo/include/CJPEGTurbo.h"
#include "nets.h"
#include "pictures.h"

static void require(bool holds, const char *what) {
    if (holds) return;
    fprintf(stderr, "sanitize: %s\n", what);
    exit(1);
}

// Encodes all of some planes, and a few rows of them in any order.
static bool encode(const struct headshot_jpeg_planes *planes) {
    int rows = (planes->height + 15) / 16;
    int *tops = malloc((size_t)rows * sizeof *tops);
    size_t capacity = (size_t)planes->stride * (size_t)rows * 16 * 3 / 2 + 4096, count = 0;
    uint8_t *out = malloc(capacity);
    for (int row = 0; row < rows; row++) tops[row] = row * 16;
    bool done = headshot_jpeg_encode_planes(
        planes, tops, rows, planes->height, 60, out, capacity, &count) == HEADSHOT_JPEG_DONE;
    require(!done || headshot_jpeg_check(out, count) == HEADSHOT_JPEG_DONE, "a JPEG of ours is damaged");
    if (rows > 2) {
        int some[] = { 16, 0 };
        headshot_jpeg_encode_planes(planes, some, 2, 32, 90, out, capacity, &count);
    }
    // Too little room is an answer, and no overrun.
    uint8_t *little = malloc(16);
    headshot_jpeg_encode_planes(planes, tops, rows, planes->height, 90, little, 16, &count);
    free(little);
    free(out);
    free(tops);
    return done;
}

// Reduces to half, with colours of half and of full size, as far as there are as many, and converts.
static void reduce(const struct headshot_jpeg_planes *planes) {
    const int width = (planes->width + 1) / 2, height = (planes->height + 1) / 2;
    for (int divisor = 1; divisor <= 2; divisor++) {
        const int across = (width + divisor - 1) / divisor, down = (height + divisor - 1) / divisor;
        uint8_t *luma = malloc((size_t)width * (size_t)(height + 1) + 1), *rgb = malloc((size_t)width * (size_t)height * 3);
        uint8_t *blue = malloc((size_t)across * (size_t)down), *red = malloc((size_t)across * (size_t)down);
        require(
            !headshot_shrink(
                planes->luma, planes->width, planes->height, (size_t)planes->stride, 1, width, height, luma)
                && !headshot_shrink(
                    planes->blue, width, height, (size_t)planes->stride / 2, 1, across, down, blue)
                && !headshot_shrink(
                    planes->red, width, height, (size_t)planes->stride / 2, 1, across, down, red)
                && !headshot_rgb(luma, blue, red, divisor == 2, width, height, rgb),
            "planes cannot be reduced");
        free(luma), free(rgb), free(blue), free(red);
    }
}

static size_t padded(int pixels) { return (size_t)(pixels + 15) / 16 * 16; }

// Decodes once more and turns, with as much memory as it takes and not a byte more.
static void fit_exactly(struct picture picture, int width, int height) {
    size_t capacity = padded(width) * padded(height) / 2 * 3;
    uint8_t *memory = malloc(capacity);
    struct headshot_jpeg_planes planes, turned;
    if (headshot_jpeg_decode_planes(picture.bytes, picture.count, memory, capacity, &planes)
        == HEADSHOT_JPEG_DONE) {
        encode(&planes);
        reduce(&planes);
        for (int orientation = 2; orientation <= 8; orientation++) {
            uint8_t *other = malloc(capacity);
            if (headshot_jpeg_turn_planes(&planes, orientation, other, capacity, &turned)
                == HEADSHOT_JPEG_DONE)
                encode(&turned);
            free(other);
        }
    }
    free(memory);
}

static void turbo(struct picture picture, size_t capacity) {
    uint8_t *memory = malloc(capacity);
    headshot_jpeg_check(picture.bytes, picture.count);
    struct headshot_jpeg_pixels pixels;
    if (headshot_jpeg_decode_pixels(picture.bytes, picture.count, memory, capacity, &pixels)
        == HEADSHOT_JPEG_DONE) {
        size_t count = (size_t)pixels.width * (size_t)pixels.height * (size_t)pixels.channels;
        uint8_t *exact = malloc(count);
        headshot_jpeg_decode_pixels(picture.bytes, picture.count, exact, count, &pixels);
        free(exact);
    }
    struct headshot_jpeg_planes planes;
    if (headshot_jpeg_decode_planes(picture.bytes, picture.count, memory, capacity, &planes)
        == HEADSHOT_JPEG_DONE)
        fit_exactly(picture, planes.width, planes.height);
    for (int orientation = 2; orientation <= 8; orientation++) {
        size_t count;
        uint8_t *bytes = headshot_jpeg_turn(picture.bytes, picture.count, orientation, &count);
        if (bytes) headshot_jpeg_free(bytes);
    }
    free(memory);
}

static VipsImage *load(struct picture picture, int format, int shrink) {
    switch (format) {
    case 0: return headshot_vips_jpegload(picture.bytes, picture.count, shrink);
    case 1: return headshot_vips_pngload(picture.bytes, picture.count);
    case 2: return headshot_vips_webpload(
        picture.bytes, picture.count, 1.0 / shrink);
    default: return headshot_vips_heifload(picture.bytes, picture.count);
    }
}

// Releases one picture and goes on with the next; an operation that failed ends the chain.
static VipsImage *then(VipsImage *used, VipsImage *next) {
    if (used) g_object_unref(used);
    return next;
}

static bool shims(struct picture picture, uint64_t *state) {
    bool decoded = false;
    for (int format = 0; format < 4; format++) {
        VipsImage *image = load(picture, format, 1 << next_random(state) % 4);
        VipsImage *held = then(image, image ? vips_image_copy_memory(image) : NULL);
        if (!held) continue;
        decoded = true;
        double mean;
        headshot_vips_mean(held, &mean);
        VipsImage *standard = vips_image_get_typeof(held, VIPS_META_ICC_NAME)
            ? headshot_vips_icc_transform(held, NULL) : headshot_vips_colourspace_srgb(held);
        if (standard && vips_image_hasalpha(standard))
            standard = then(standard, headshot_vips_flatten_white(standard));
        if (standard) {
            headshot_vips_copy_profile(held, standard);
            VipsImage *upright = headshot_vips_upright(standard, (int)(next_random(state) % 9));
            VipsImage *filled = upright ? headshot_vips_fill(upright, 40, 30) : NULL;
            size_t count;
            void *jpeg = filled ? headshot_vips_write(filled, ".jpg[Q=80,strip]", &count) : NULL;
            g_free(jpeg);
            if (filled) g_object_unref(filled);
            if (upright) g_object_unref(upright);
            g_object_unref(standard);
        }
        g_object_unref(held);
    }
    vips_error_clear();
    return decoded;
}

// More than the detector can make of a picture.
enum { every_size = 100 };

static int faces(struct picture picture) {
    VipsImage *image = headshot_vips_jpegload(picture.bytes, picture.count, 2);
    VipsImage *grey = image ? headshot_vips_first_bands(image, 1) : NULL;
    require(grey != NULL, "the photo cannot be decoded");
    size_t count;
    // As many bytes as there are pixels, and not one more.
    void *memory = vips_image_write_to_memory(grey, &count);
    uint8_t *pixels = malloc(count);
    memcpy(pixels, memory, count);
    g_free(memory);
    int width = vips_image_get_width(grey), height = vips_image_get_height(grey);
    headshot_face found[4];
    int number = headshot_face_detect(pixels, width, height, 0, every_size, found, 4);
    headshot_views views;
    headshot_face_views(pixels, width, height, &views);
    // Smaller than any filter.
    headshot_face_detect(pixels, 7, 3, 0, every_size, found, 4);
    headshot_face_views(pixels, 1, 1, &views);
    free(pixels);
    g_object_unref(grey);
    g_object_unref(image);
    return number;
}

// All fences, and a picture behind them.
static void fences(struct picture picture) {
    pid_t child = fork();
    if (child == 0) {
        headshot_fence_privileges();
        headshot_fence_resources(768000000);
        headshot_fence_files("/usr/share:/nowhere::/etc");
        headshot_limit_computing(20);
        headshot_fence_calls(HEADSHOT_FORKS);
        headshot_fence_calls(HEADSHOT_COMPUTES);
        headshot_jpeg_check(picture.bytes, picture.count);
        _exit(open("/etc/passwd", O_RDONLY) < 0 ? 0 : 1);
    }
    require(headshot_computed(child) >= 0, "the child's computing is not known");
    int status = -1;
    require(waitpid(child, &status, 0) == child && status == 0, "the fences do not stand");
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    require(headshot_spawn_close_from(&actions, 3) == 0, "descriptors stay open");
    posix_spawn_file_actions_destroy(&actions);
}

int main(int argc, char **argv) {
    require(argc == 3 && headshot_vips_start() == 0, "give a photo and a number of changed pictures");
    vips_concurrency_set(1);
    vips_cache_set_max(0);
    struct pictures pictures;
    require(make_pictures(&pictures, argv[1]) == 0, "no pictures could be made");
    uint64_t state = 1;
    int whole = 0, changed = 0, decoded = 0;
    fences(pictures.all[1]);
    require(faces(pictures.all[0]) == 1, "the photo's face is not found");
    require(judge_nets("models", atol(argv[2])) == 0, "the nets do not run");
    turbo(pictures.all[0], 60000000);
    for (int i = 1; i < pictures.count; i++) {
        turbo(pictures.all[i], 600000);
        // As if it did not fit.
        turbo(pictures.all[i], 1000);
        whole += shims(pictures.all[i], &state);
    }
    require(whole >= pictures.count - 2, "whole pictures cannot be decoded");
    for (long left = atol(argv[2]); left > 0; left--) {
        struct picture picture = mutant(&pictures, &state);
        turbo(picture, 600000);
        decoded += shims(picture, &state);
        free(picture.bytes);
        changed++;
    }
    printf("sanitize: %d pictures and %d changed ones, %d of which could be decoded\n",
        pictures.count, changed, decoded);
    require(decoded > 0, "no changed picture could be decoded");
    return 0;
}
