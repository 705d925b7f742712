#include <string.h>

#include <turbojpeg.h>

#include "CJPEGTurbo.h"

// The operation that undoes each EXIF orientation, from 2 on.
static const int operations[] = {
    TJXOP_HFLIP, TJXOP_ROT180, TJXOP_VFLIP, TJXOP_TRANSPOSE, TJXOP_ROT90, TJXOP_TRANSVERSE,
    TJXOP_ROT270,
};

uint8_t *headshot_jpeg_turn(const uint8_t *bytes, size_t count, int orientation, size_t *turned) {
    if (orientation < 2 || orientation > 8) return NULL;
    tjhandle handle = tjInitTransform();
    if (!handle) return NULL;
    tjtransform transform;
    memset(&transform, 0, sizeof transform);
    transform.op = operations[orientation - 2];
    transform.options = TJXOPT_PERFECT | TJXOPT_COPYNONE;
    unsigned char *result = NULL;
    unsigned long size = 0;
    // A non-zero status may also be a warning: then something was not understood.
    int status = tjTransform(handle, bytes, count, 1, &result, &size, &transform, 0);
    tjDestroy(handle);
    if (status != 0) {
        tjFree(result);
        return NULL;
    }
    *turned = size;
    return result;
}

void headshot_jpeg_free(uint8_t *bytes) { tjFree(bytes); }

int headshot_rgb(
    const uint8_t *luma, const uint8_t *blue, const uint8_t *red, bool is_halved, int width, int height,
    uint8_t *rgb) {
    tjhandle turbo = tjInitDecompress();
    if (!turbo) return -1;
    const unsigned char *planes[] = { luma, blue, red };
    const int half = is_halved ? (width + 1) / 2 : width;
    const int strides[] = { width, half, half };
    const int status = tjDecodeYUVPlanes(
        turbo, planes, strides, is_halved ? TJSAMP_420 : TJSAMP_444, rgb, width, 0, height, TJPF_RGB, 0);
    tjDestroy(turbo);
    return status;
}
