#ifndef HEADSHOT_CVIPS_SHIM_H
#define HEADSHOT_CVIPS_SHIM_H

#include <vips/vips.h>

static inline VipsImage *headshot_vips_open(const void *bytes, size_t count) {
    return vips_image_new_from_buffer(bytes, count, "", NULL);
}

#endif
