// What libvips does not offer of libjpeg-turbo: JPEGs checked and decoded to the last bit, decoded to and
// encoded from planes without a detour through RGB, and turned without loss.
//
// libjpeg reports a failure by longjmp, which must not cross Swift's frames; so these are compiled
// functions that return a status. Bytes handed in are borrowed, and nothing outlives a call but what
// a function says.

#ifndef HEADSHOT_CJPEGTURBO_H
#define HEADSHOT_CJPEGTURBO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// What became of a JPEG.
enum headshot_jpeg_status {
    HEADSHOT_JPEG_DONE,
    /// Bytes are missing or wrong, so that some pixels would be, too.
    HEADSHOT_JPEG_DAMAGED,
    /// It is not of the kind that a function is for.
    HEADSHOT_JPEG_UNSUITABLE,
    /// The memory handed in is too small, or the system has none.
    HEADSHOT_JPEG_NO_ROOM,
};

/// The planes of a 4:2:0 picture in YCbCr, in memory that somebody else owns.
///
/// Rows of brightness are `stride` bytes apart, those of the colour differences half of that. Each
/// plane is padded to whole MCUs, of 16 by 16 pixels.
struct headshot_jpeg_planes {
    uint8_t *luma;
    uint8_t *blue;
    uint8_t *red;
    int width;
    int height;
    int stride;
};

/// Decodes a JPEG and forgets the pixels. Done is one of which every bit was understood: it is whole, and
/// nothing is in it but one picture. Unsuitable is one that is whole, but not made by the book.
enum headshot_jpeg_status headshot_jpeg_check(const uint8_t *bytes, size_t count);

/// Decodes a Huffman-coded YCbCr JPEG with 4:2:0 into `memory`; `planes` then points into it.
enum headshot_jpeg_status headshot_jpeg_decode_planes(
    const uint8_t *bytes, size_t count, uint8_t *memory, size_t capacity,
    struct headshot_jpeg_planes *planes);

/// What was decoded: rows of pixels of `channels` bytes, three for RGB and one for grey, without gaps.
struct headshot_jpeg_pixels {
    int width;
    int height;
    int channels;
};

/// Decodes a JPEG into `memory`. Unsuitable is one that is neither grey nor can be made RGB.
enum headshot_jpeg_status headshot_jpeg_decode_pixels(
    const uint8_t *bytes, size_t count, uint8_t *memory, size_t capacity,
    struct headshot_jpeg_pixels *pixels);

/// Copies planes into `memory`, turned upright as an EXIF `orientation` of 2 to 8 asks.
///
/// Unsuitable are sides that are odd: turned, their halved colours would lie half a pixel off.
enum headshot_jpeg_status headshot_jpeg_turn_planes(
    const struct headshot_jpeg_planes *planes, int orientation, uint8_t *memory, size_t capacity,
    struct headshot_jpeg_planes *turned);

/// Encodes the MCU rows that start at the pixel rows `tops`, one below another, as a baseline JPEG.
///
/// `height` is that of the result; only its last MCU row may be cut. The bytes are put into `memory`;
/// `count` is their number. `memory` may be too small only where it is smaller than the planes.
enum headshot_jpeg_status headshot_jpeg_encode_planes(
    const struct headshot_jpeg_planes *planes, const int *tops, int top_count, int height,
    int quality, uint8_t *memory, size_t capacity, size_t *count);

/// Turns a JPEG upright as an EXIF `orientation` of 2 to 8 asks, without decoding its coefficients.
///
/// NULL where its edges would be spoiled, or it is not flawless. The caller frees the bytes with
/// headshot_jpeg_free.
uint8_t *headshot_jpeg_turn(const uint8_t *bytes, size_t count, int orientation, size_t *turned);

/// Frees what headshot_jpeg_turn returned.
void headshot_jpeg_free(uint8_t *bytes);

/// Makes a picture smaller: each new pixel is the mean of what it covers of the old ones, to a 256th.
///
/// Rows of `channels` bytes a pixel, one or three, begin `stride` bytes apart. `result` has room for `new_width` by
/// `new_height` pixels without gaps. 0 is success, -1 sides that grow, or too little memory.
int headshot_shrink(
    const uint8_t *pixels, int width, int height, size_t stride, int channels, int new_width, int new_height,
    uint8_t *result);

#endif
