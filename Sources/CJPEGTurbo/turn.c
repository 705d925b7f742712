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
