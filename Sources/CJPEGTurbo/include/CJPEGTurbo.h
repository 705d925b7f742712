// What libvips does not offer of libjpeg-turbo: JPEGs checked and decoded to the last bit, decoded to and
// encoded from planes without a detour through RGB, and turned without loss.
//
// libjpeg reports a failure by longjmp, which must not cross Swift's frames, so these compiled functions return
// a status instead. Input bytes are borrowed, and only what a function says outlives a call.

#ifndef HEADSHOT_CJPEGTURBO_H
#define HEADSHOT_CJPEGTURBO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The result of working on a JPEG.
enum headshot_jpeg_status {
    HEADSHOT_JPEG_DONE,
    /// Bytes are missing or wrong, and so would be some pixels.
    HEADSHOT_JPEG_DAMAGED,
    /// The function does not support this kind of JPEG.
    HEADSHOT_JPEG_UNSUITABLE,
    /// The memory handed in is too small, or the system has none left.
    HEADSHOT_JPEG_NO_ROOM,
};

/// The planes of a 4:2:0 picture in YCbCr, in memory that the caller owns.
///
/// Rows of brightness are `stride` bytes apart, those of the colour differences half of that. Each plane is
/// padded to whole MCUs of 16 by 16 pixels.
struct headshot_jpeg_planes {
    uint8_t *luma;
    uint8_t *blue;
    uint8_t *red;
    int width;
    int height;
    int stride;
    /// Every bit of the file was understood, and it holds exactly one complete picture.
    bool is_flawless;
};

/// Decodes a JPEG and discards the pixels. Done: every bit was understood, and the file holds exactly one
/// complete picture. Unsuitable: it is complete, but does not keep to the standard.
enum headshot_jpeg_status headshot_jpeg_check(const uint8_t *bytes, size_t count);

/// Decodes a Huffman-coded YCbCr JPEG into `memory`; `planes` then points into it.
///
/// Colours that are whole, or halved in one direction only, are averaged to 4:2:0. Unsuitable: other sampling.
enum headshot_jpeg_status headshot_jpeg_decode_planes(
    const uint8_t *bytes, size_t count, uint8_t *memory, size_t capacity,
    struct headshot_jpeg_planes *planes);

/// The decoded rows of pixels with `channels` bytes each, three for RGB and one for grey, without gaps.
struct headshot_jpeg_pixels {
    int width;
    int height;
    int channels;
};

/// Decodes a JPEG into `memory`. Unsuitable: it is not grey and cannot be converted to RGB.
enum headshot_jpeg_status headshot_jpeg_decode_pixels(
    const uint8_t *bytes, size_t count, uint8_t *memory, size_t capacity,
    struct headshot_jpeg_pixels *pixels);

/// Copies planes into `memory`, turned upright by an EXIF `orientation` of 2 to 8.
///
/// Unsuitable: a side is odd, so that after a turn, the halved colours would lie half a pixel off.
enum headshot_jpeg_status headshot_jpeg_turn_planes(
    const struct headshot_jpeg_planes *planes, int orientation, uint8_t *memory, size_t capacity,
    struct headshot_jpeg_planes *turned);

/// Encodes the MCU rows that start at the pixel rows `tops`, stacked, as a baseline JPEG.
///
/// `height` is that of the result; only its last MCU row may be cut. The bytes are written to `memory`; `count`
/// is their number. `memory` always suffices if it is as large as the planes.
enum headshot_jpeg_status headshot_jpeg_encode_planes(
    const struct headshot_jpeg_planes *planes, const int *tops, int top_count, int height,
    int quality, uint8_t *memory, size_t capacity, size_t *count);

/// Turns a JPEG upright by an EXIF `orientation` of 2 to 8, without decoding its coefficients.
///
/// NULL if that would spoil its edges, or if it is not flawless. Free the bytes with headshot_jpeg_free.
uint8_t *headshot_jpeg_turn(const uint8_t *bytes, size_t count, int orientation, size_t *turned);

/// Frees what headshot_jpeg_turn returned.
void headshot_jpeg_free(uint8_t *bytes);

/// Reduces a picture: each new pixel is the average of the old ones that it covers, to a 256th.
///
/// Rows of pixels with `channels` bytes each, one or three, begin `stride` bytes apart. `result` has room for
/// `new_width` by `new_height` pixels without gaps. 0 is success; -1 if a side would grow, or without enough
/// memory.
int headshot_shrink(
    const uint8_t *pixels, int width, int height, size_t stride, int channels, int new_width, int new_height,
    uint8_t *result);

/// Converts planes without gaps, as JFIF defines YCbCr, to `width` by `height` pixels of red, green and blue.
///
/// The sides of the colour differences are those of the picture or, if `is_halved`, the halves, rounded up. After
/// `luma`, another row and a byte must be readable: TurboJPEG reads pairs. 0 is success.
int headshot_rgb(
    const uint8_t *luma, const uint8_t *blue, const uint8_t *red, bool is_halved, int width, int height,
    uint8_t *rgb);

#endif
