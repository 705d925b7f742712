#include "CJPEGTurbo.h"

#include <turbojpeg.h>

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
