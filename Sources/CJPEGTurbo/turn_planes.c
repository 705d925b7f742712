#include "planes.h"

// The side of the squares that are copied one after another, so that their rows and columns stay in the
// processor's cache.
enum { tile = 32 };

/// The source of a turned plane's pixels: `origin` is the first, the others are steps in bytes.
struct path {
    const uint8_t *origin;
    ptrdiff_t right;
    ptrdiff_t down;
};

// The path through a plane that undoes each EXIF orientation, from 2 on.
static struct path path_through(
    const uint8_t *plane, int orientation, ptrdiff_t width, ptrdiff_t height, ptrdiff_t stride) {
    const uint8_t *top_right = plane + width - 1;
    const uint8_t *bottom_left = plane + (height - 1) * stride;
    const uint8_t *bottom_right = bottom_left + width - 1;
    switch (orientation) {
    case 2: return (struct path) { top_right, -1, stride };
    case 3: return (struct path) { bottom_right, -1, -stride };
    case 4: return (struct path) { bottom_left, 1, -stride };
    case 5: return (struct path) { plane, stride, 1 };
    case 6: return (struct path) { bottom_left, -stride, 1 };
    case 7: return (struct path) { bottom_right, -stride, -1 };
    case 8: return (struct path) { top_right, stride, -1 };
    default: return (struct path) { plane, 1, stride };
    }
}

static int smaller(int one, int other) { return one < other ? one : other; }

static void copy(struct path path, uint8_t *target, int width, int height, ptrdiff_t stride) {
    for (int top = 0; top < height; top += tile)
        for (int left = 0; left < width; left += tile)
            for (int y = top; y < smaller(top + tile, height); y++) {
                const uint8_t *source = path.origin + y * path.down;
                for (int x = left; x < smaller(left + tile, width); x++)
                    target[y * stride + x] = source[x * path.right];
            }
}

enum headshot_jpeg_status headshot_jpeg_turn_planes(
    const struct headshot_jpeg_planes *planes, int orientation, uint8_t *memory, size_t capacity,
    struct headshot_jpeg_planes *turned) {
    if (planes->width % 2 || planes->height % 2) return HEADSHOT_JPEG_UNSUITABLE;
    bool is_lying = orientation >= 5;
    int width = is_lying ? planes->height : planes->width;
    int height = is_lying ? planes->width : planes->height;
    int stride = headshot_padded(width), rows = headshot_padded(height);
    size_t area = (size_t) stride * (size_t) rows;
    if (area / 2 * 3 > capacity) return HEADSHOT_JPEG_NO_ROOM;
    *turned = (struct headshot_jpeg_planes) {
        memory, memory + area, memory + area / 4 * 5, width, height, stride, planes->is_flawless,
    };
    const uint8_t *sources[] = { planes->luma, planes->blue, planes->red };
    uint8_t *targets[] = { turned->luma, turned->blue, turned->red };
    for (int plane = 0; plane < 3; plane++) {
        int divisor = plane == 0 ? 1 : 2;
        struct path path = path_through(
            sources[plane], orientation, planes->width / divisor, planes->height / divisor,
            planes->stride / divisor);
        copy(path, targets[plane], width / divisor, height / divisor, stride / divisor);
    }
    headshot_pad_planes(turned);
    return HEADSHOT_JPEG_DONE;
}
