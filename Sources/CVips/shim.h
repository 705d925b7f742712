// Swift cannot call variadic C functions, and nearly all of libvips' convenience API is variadic. Each function
// below only fixes the arguments. An operation returns a new reference that the caller owns, or NULL; a picture
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

// The loaders are variadic. "Sequential" reads a picture once from top to bottom, so its pixels need not be
// kept; VIPS_FAIL_ON_ERROR refuses truncated files, which libvips accepts by default.
#define HEADSHOT_VIPS_LOADER(format) \
    static inline VipsImage *headshot_vips_##format##load(const void *bytes, size_t count) { \
        VipsImage *image = NULL; \
        vips_##format##load_buffer( \
            (void *) bytes, count, &image, \
            "access", VIPS_ACCESS_SEQUENTIAL, "fail_on", VIPS_FAIL_ON_ERROR, NULL); \
        return image; \
    }

HEADSHOT_VIPS_LOADER(png)
HEADSHOT_VIPS_LOADER(webp)
HEADSHOT_VIPS_LOADER(heif)

// The same for a JPEG, decoded at 1/`shrink` of its sides: 1, 2, 4 or 8.
static inline VipsImage *headshot_vips_jpegload(const void *bytes, size_t count, int shrink) {
    VipsImage *image = NULL;
    vips_jpegload_buffer(
        (void *) bytes, count, &image, "access", VIPS_ACCESS_SEQUENTIAL,
        "fail_on", VIPS_FAIL_ON_ERROR, "shrink", shrink, NULL);
    return image;
}

// Variadic: the options are part of `suffix`, as in ".jpg[Q=80]". Free the bytes with g_free.
static inline void *headshot_vips_write(VipsImage *image, const char *suffix, size_t *count) {
    void *bytes = NULL;
    return vips_image_write_to_buffer(image, suffix, &bytes, count, NULL) ? NULL : bytes;
}

// Variadic: turns a picture upright by an EXIF orientation tag.
static inline VipsImage *headshot_vips_upright(VipsImage *image, int orientation) {
    VipsImage *tagged = NULL, *out = NULL;
    if (vips_copy(image, &tagged, NULL)) return NULL;
    vips_image_set_int(tagged, VIPS_META_ORIENTATION, orientation);
    vips_autorot(tagged, &out, NULL);
    g_object_unref(tagged);
    return out;
}

// Variadic: to sRGB by the embedded profile, or by the named one if no suitable one is embedded.
static inline VipsImage *headshot_vips_icc_transform(VipsImage *image, const char *fallback) {
    VipsImage *out = NULL;
    if (fallback)
        vips_icc_transform(
            image, &out, "srgb", "embedded", TRUE, "input_profile", fallback, "depth", 8,
            "intent", VIPS_INTENT_PERCEPTUAL, NULL);
    else
        vips_icc_transform(
            image, &out, "srgb", "embedded", TRUE, "depth", 8,
            "intent", VIPS_INTENT_PERCEPTUAL, NULL);
    return out;
}

// Variadic: to 8-bit sRGB by arithmetic, without a profile.
static inline VipsImage *headshot_vips_colourspace_srgb(VipsImage *image) {
    VipsImage *out = NULL;
    vips_colourspace(image, &out, VIPS_INTERPRETATION_sRGB, NULL);
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

// Variadic: lays an 8-bit picture with alpha on white.
static inline VipsImage *headshot_vips_flatten_white(VipsImage *image) {
    VipsImage *out = NULL;
    VipsArrayDouble *white = vips_array_double_newv(1, 255.0);
    vips_flatten(image, &out, "background", white, NULL);
    vips_area_unref(VIPS_AREA(white));
    return out;
}

// Variadic: the same pixels, tagged as sRGB; pixels from memory have no tag.
static inline VipsImage *headshot_vips_tagged_srgb(VipsImage *image) {
    VipsImage *out = NULL;
    vips_copy(image, &out, "interpretation", VIPS_INTERPRETATION_sRGB, NULL);
    return out;
}

// Variadic.
static inline VipsImage *headshot_vips_extract_area(
    VipsImage *image, int left, int top, int width, int height) {
    VipsImage *out = NULL;
    vips_extract_area(image, &out, left, top, width, height, NULL);
    return out;
}

// Variadic: stacks pictures of the same size.
static inline VipsImage *headshot_vips_stack(VipsImage **images, int count) {
    VipsImage *out = NULL;
    vips_arrayjoin(images, &out, count, "across", 1, NULL);
    return out;
}

// Variadic: scales each side by its own factor.
static inline VipsImage *headshot_vips_resize(
    VipsImage *image, double horizontal, double vertical) {
    VipsImage *out = NULL;
    vips_resize(image, &out, horizontal, "vscale", vertical, NULL);
    return out;
}

// Variadic: turns each pixel into a square of `factor` by `factor`.
static inline VipsImage *headshot_vips_zoom(VipsImage *image, int factor) {
    VipsImage *out = NULL;
    vips_zoom(image, &out, factor, factor, NULL);
    return out;
}

// Variadic: scales to exactly the given size; the excess is cut off equally on both sides.
static inline VipsImage *headshot_vips_fill(VipsImage *image, int width, int height) {
    VipsImage *out = NULL;
    vips_thumbnail_image(
        image, &out, width, "height", height, "crop", VIPS_INTERESTING_CENTRE,
        "size", VIPS_SIZE_BOTH, NULL);
    return out;
}

// Variadic: turns clockwise, on a canvas that holds the whole result.
static inline VipsImage *headshot_vips_rotate(VipsImage *image, double degrees) {
    VipsImage *out = NULL;
    VipsInterpolate *bicubic = vips_interpolate_new("bicubic");
    vips_rotate(image, &out, degrees, "interpolate", bicubic, NULL);
    g_object_unref(bicubic);
    return out;
}

// Variadic: maps each value through a table of 256 pixels.
static inline VipsImage *headshot_vips_maplut(VipsImage *image, VipsImage *table) {
    VipsImage *out = NULL;
    vips_maplut(image, &out, table, NULL);
    return out;
}

// Variadic: the channels of one picture followed by those of another.
static inline VipsImage *headshot_vips_join_bands(VipsImage *image, VipsImage *more) {
    VipsImage *out = NULL;
    vips_bandjoin2(image, more, &out, NULL);
    return out;
}

// Variadic: the first channels, in 8 bits.
static inline VipsImage *headshot_vips_first_bands(VipsImage *image, int count) {
    VipsImage *bands = NULL;
    VipsImage *out = NULL;
    if (vips_extract_band(image, &bands, 0, "n", count, NULL))
        return NULL;
    vips_cast_uchar(bands, &out, NULL);
    g_object_unref(bands);
    return out;
}

// Variadic: multiplied by its last channel, an 8-bit alpha; as floating point.
static inline VipsImage *headshot_vips_premultiply(VipsImage *image) {
    VipsImage *out = NULL;
    vips_premultiply(image, &out, "max_alpha", 255.0, NULL);
    return out;
}

// Variadic: divided by its last channel again.
static inline VipsImage *headshot_vips_unpremultiply(VipsImage *image) {
    VipsImage *out = NULL;
    vips_unpremultiply(image, &out, "max_alpha", 255.0, NULL);
    return out;
}

// Variadic: blurred; the curve is cut off at a fiftieth, where its end is invisible.
static inline VipsImage *headshot_vips_blur(VipsImage *image, double sigma) {
    VipsImage *out = NULL;
    vips_gaussblur(image, &out, sigma, "min_ampl", 0.02, NULL);
    return out;
}

// Variadic: one picture where the mask is 255, another where it is 0, and a mixture in between.
static inline VipsImage *headshot_vips_blend(VipsImage *mask, VipsImage *one, VipsImage *other) {
    VipsImage *out = NULL;
    vips_ifthenelse(mask, one, other, &out, "blend", TRUE, NULL);
    return out;
}

// Variadic: paints a solid rectangle into a picture in memory. 0 is success.
static inline int headshot_vips_draw_rectangle(
    VipsImage *image, const double colour[3], int left, int top, int width, int height) {
    return vips_draw_rect(
        image, (double *) colour, 3, left, top, width, height, "fill", TRUE, NULL);
}

// Variadic: the mean over all pixels and channels, read in one pass. 0 is success.
static inline int headshot_vips_mean(VipsImage *image, double *mean) {
    return vips_avg(image, mean, NULL);
}

// Variadic: the program's own SVG as a picture with alpha; NULL if libvips was built without librsvg.
static inline VipsImage *headshot_vips_svgload(const void *bytes, size_t count) {
    VipsImage *image = NULL;
    vips_svgload_buffer((void *) bytes, count, &image, NULL);
    return image;
}

// Variadic: lays a picture with alpha over another of the same size.
static inline VipsImage *headshot_vips_over(VipsImage *base, VipsImage *above) {
    VipsImage *out = NULL;
    vips_composite2(base, above, &out, VIPS_BLEND_MODE_OVER, NULL);
    return out;
}

// Variadic: copies a picture into another one in memory. 0 is success.
static inline int headshot_vips_draw_image(VipsImage *image, VipsImage *part, int left, int top) {
    return vips_draw_image(image, part, left, top, NULL);
}

#endif
