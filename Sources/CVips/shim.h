// Swift cannot call variadic C functions, and nearly all of libvips' convenience API is variadic. Most functions
// below only fix the arguments. An operation returns a new reference that the caller owns, or NULL; a picture
// handed in is borrowed.

#ifndef HEADSHOT_CVIPS_SHIM_H
#define HEADSHOT_CVIPS_SHIM_H

// For mallopt and malloc_trim, which are missing from Swift's Glibc module.
#include <malloc.h>
#include <gmodule.h>
#include <stdio.h>
#include <vips/vips.h>

// libvips prints warnings to stderr through GLib, which would spoil the program's own output.
static inline void headshot_vips_discard_message(
    const gchar *domain, GLogLevelFlags level, const gchar *message, gpointer user_data) {
    (void) domain, (void) level, (void) message, (void) user_data;
}

// vips_init must not run twice at once, and an inline function has separate statics in each module that
// includes it; the lock of stderr is one that all of them share.
static inline int headshot_vips_start(void) {
    flockfile(stderr);
    int failed = vips_init("headshot");
    if (!failed)
        g_log_set_handler(
            "VIPS", G_LOG_LEVEL_WARNING | G_LOG_LEVEL_INFO | G_LOG_LEVEL_DEBUG,
            headshot_vips_discard_message, NULL);
    funlockfile(stderr);
    return failed;
}

// A function that returns what a call puts into `out`.
#define HEADSHOT_VIPS(name, parameters, call) \
    static inline VipsImage *headshot_vips_##name parameters { \
        VipsImage *out = NULL; \
        call; \
        return out; \
    }

// "Sequential" reads a picture once from top to bottom, so its pixels need not be kept; VIPS_FAIL_ON_ERROR refuses
// truncated files, which libvips accepts by default.
#define HEADSHOT_VIPS_LOADER(format) \
    HEADSHOT_VIPS( \
        format##load, (const void *bytes, size_t count), \
        vips_##format##load_buffer( \
            (void *) bytes, count, &out, \
            "access", VIPS_ACCESS_SEQUENTIAL, "fail_on", VIPS_FAIL_ON_ERROR, NULL))

HEADSHOT_VIPS_LOADER(png)
HEADSHOT_VIPS_LOADER(heif)

// The same for a JPEG, decoded at 1/`shrink` of its sides: 1, 2, 4 or 8.
HEADSHOT_VIPS(
    jpegload, (const void *bytes, size_t count, int shrink),
    vips_jpegload_buffer(
        (void *) bytes, count, &out, "access", VIPS_ACCESS_SEQUENTIAL,
        "fail_on", VIPS_FAIL_ON_ERROR, "shrink", shrink, NULL))

// The same for a WebP, decoded at `scale` of its sides, from above 0 to 1.
HEADSHOT_VIPS(
    webpload, (const void *bytes, size_t count, double scale),
    vips_webpload_buffer(
        (void *) bytes, count, &out, "access", VIPS_ACCESS_SEQUENTIAL,
        "fail_on", VIPS_FAIL_ON_ERROR, "scale", scale, NULL))

// The program's own SVG as a picture with alpha; NULL if libvips was built without librsvg.
HEADSHOT_VIPS(
    svgload, (const void *bytes, size_t count),
    vips_svgload_buffer((void *) bytes, count, &out, NULL))

// The options are part of `suffix`, as in ".jpg[Q=80]". Free the bytes with g_free.
static inline void *headshot_vips_write(VipsImage *image, const char *suffix, size_t *count) {
    void *bytes = NULL;
    return vips_image_write_to_buffer(image, suffix, &bytes, count, NULL) ? NULL : bytes;
}

// Turns a picture upright by an EXIF orientation tag.
static inline VipsImage *headshot_vips_upright(VipsImage *image, int orientation) {
    VipsImage *tagged = NULL, *out = NULL;
    if (vips_copy(image, &tagged, NULL)) return NULL;
    vips_image_set_int(tagged, VIPS_META_ORIENTATION, orientation);
    vips_autorot(tagged, &out, NULL);
    g_object_unref(tagged);
    return out;
}

// To sRGB by the embedded profile, or by the named one if no suitable one is embedded.
static inline VipsImage *headshot_vips_icc_transform(VipsImage *image, const char *fallback) {
    VipsImage *out = NULL;
    // Without a fallback, the list of options ends at its name.
    vips_icc_transform(
        image, &out, "srgb", "embedded", TRUE, "depth", 8, "intent", VIPS_INTENT_PERCEPTUAL,
        fallback ? "input_profile" : NULL, fallback, NULL);
    return out;
}

// Gives one picture the colour profile of another, if that has one.
static inline void headshot_vips_copy_profile(VipsImage *from, VipsImage *to) {
    const void *bytes;
    size_t count;
    if (vips_image_get_typeof(from, VIPS_META_ICC_NAME)
        && !vips_image_get_blob(from, VIPS_META_ICC_NAME, &bytes, &count))
        vips_image_set_blob_copy(to, VIPS_META_ICC_NAME, bytes, count);
}

// A copy that has another colour profile.
HEADSHOT_VIPS(
    with_profile, (VipsImage *image, const void *bytes, size_t count),
    if (vips_copy(image, &out, NULL)) return NULL;
    vips_image_set_blob_copy(out, VIPS_META_ICC_NAME, bytes, count))

// To 8-bit sRGB by arithmetic, without a profile.
HEADSHOT_VIPS(
    colourspace_srgb, (VipsImage *image),
    vips_colourspace(image, &out, VIPS_INTERPRETATION_sRGB, NULL))

// Lays an 8-bit picture with alpha on white.
HEADSHOT_VIPS(
    flatten_white, (VipsImage *image),
    VipsArrayDouble *white = vips_array_double_newv(1, 255.0);
    vips_flatten(image, &out, "background", white, NULL);
    vips_area_unref(VIPS_AREA(white)))

// The same pixels, tagged as sRGB; pixels from memory have no tag.
HEADSHOT_VIPS(
    tagged_srgb, (VipsImage *image),
    vips_copy(image, &out, "interpretation", VIPS_INTERPRETATION_sRGB, NULL))

HEADSHOT_VIPS(
    extract_area, (VipsImage *image, int left, int top, int width, int height),
    vips_extract_area(image, &out, left, top, width, height, NULL))

// Stacks pictures of the same size.
HEADSHOT_VIPS(
    stack, (VipsImage **images, int count), vips_arrayjoin(images, &out, count, "across", 1, NULL))

// Scales each side by its own factor.
HEADSHOT_VIPS(
    resize, (VipsImage *image, double horizontal, double vertical),
    vips_resize(image, &out, horizontal, "vscale", vertical, NULL))

// Turns each pixel into a square of `factor` by `factor`.
HEADSHOT_VIPS(zoom, (VipsImage *image, int factor), vips_zoom(image, &out, factor, factor, NULL))

// Scales to exactly the given size; the excess is cut off equally on both sides.
HEADSHOT_VIPS(
    fill, (VipsImage *image, int width, int height),
    vips_thumbnail_image(
        image, &out, width, "height", height, "crop", VIPS_INTERESTING_CENTRE,
        "size", VIPS_SIZE_BOTH, NULL))

// Turns clockwise, on a canvas that holds the whole result.
HEADSHOT_VIPS(
    rotate, (VipsImage *image, double degrees),
    VipsInterpolate *bicubic = vips_interpolate_new("bicubic");
    vips_rotate(image, &out, degrees, "interpolate", bicubic, NULL);
    g_object_unref(bicubic))

// Maps each value through a table of 256 pixels.
HEADSHOT_VIPS(
    maplut, (VipsImage *image, VipsImage *table), vips_maplut(image, &out, table, NULL))

// The channels of one picture followed by those of another.
HEADSHOT_VIPS(
    join_bands, (VipsImage *image, VipsImage *more), vips_bandjoin2(image, more, &out, NULL))

// Some channels.
HEADSHOT_VIPS(
    bands, (VipsImage *image, int first, int count),
    vips_extract_band(image, &out, first, "n", count, NULL))

// The highest 8 bits of each value.
HEADSHOT_VIPS(eight_bits, (VipsImage *image), vips_msb(image, &out, NULL))

// The first channels, in 8 bits.
HEADSHOT_VIPS(
    first_bands, (VipsImage *image, int count),
    VipsImage *bands = NULL;
    if (vips_extract_band(image, &bands, 0, "n", count, NULL)) return NULL;
    vips_cast_uchar(bands, &out, NULL);
    g_object_unref(bands))

// Multiplied by its last channel, an 8-bit alpha; as floating point.
HEADSHOT_VIPS(
    premultiply, (VipsImage *image), vips_premultiply(image, &out, "max_alpha", 255.0, NULL))

// Divided by its last channel again.
HEADSHOT_VIPS(
    unpremultiply, (VipsImage *image), vips_unpremultiply(image, &out, "max_alpha", 255.0, NULL))

// Blurred; the curve is cut off at a fiftieth, where its end is invisible.
HEADSHOT_VIPS(
    blur, (VipsImage *image, double sigma),
    vips_gaussblur(image, &out, sigma, "min_ampl", 0.02, NULL))

// One picture where the mask is 255, another where it is 0, and a mixture in between.
HEADSHOT_VIPS(
    blend, (VipsImage *mask, VipsImage *one, VipsImage *other),
    vips_ifthenelse(mask, one, other, &out, "blend", TRUE, NULL))

// Lays a picture with alpha over another of the same size.
HEADSHOT_VIPS(
    over, (VipsImage *base, VipsImage *above),
    vips_composite2(base, above, &out, VIPS_BLEND_MODE_OVER, NULL))

// Paints a solid rectangle into a picture in memory. 0 is success.
static inline int headshot_vips_draw_rectangle(
    VipsImage *image, const double colour[3], int left, int top, int width, int height) {
    return vips_draw_rect(
        image, (double *) colour, 3, left, top, width, height, "fill", TRUE, NULL);
}

// Copies a picture into another one in memory. 0 is success.
static inline int headshot_vips_draw_image(VipsImage *image, VipsImage *part, int left, int top) {
    return vips_draw_image(image, part, left, top, NULL);
}

// How opaque the most opaque pixel is, from 0 to 1; the last channel is alpha. 0 is success.
static inline int headshot_vips_largest_alpha(VipsImage *image, double *share) {
    VipsImage *alpha = NULL;
    if (vips_extract_band(image, &alpha, vips_image_get_bands(image) - 1, NULL)) return -1;
    int failed = vips_max(alpha, share, NULL);
    *share /= vips_image_get_format(alpha) == VIPS_FORMAT_UCHAR ? 255.0 : 65535.0;
    g_object_unref(alpha);
    return failed;
}

// The mean over all pixels and channels, read in one pass. 0 is success.
static inline int headshot_vips_mean(VipsImage *image, double *mean) {
    return vips_avg(image, mean, NULL);
}

#endif
