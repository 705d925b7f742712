#include "failure.h"
#include "planes.h"

// Reads the header and makes libjpeg return planes as they are coded.
static void start(j_decompress_ptr jpeg, const uint8_t *bytes, size_t count) {
    jpeg_create_decompress(jpeg);
    jpeg_mem_src(jpeg, bytes, count);
    jpeg_read_header(jpeg, TRUE);
    jpeg->out_color_space = jpeg->jpeg_color_space;
    jpeg->raw_data_out = TRUE;
}

// Whether the colours are YCbCr, whole or halved in either direction.
static bool is_suitable(j_decompress_ptr jpeg) {
    const jpeg_component_info *component = jpeg->comp_info;
    return jpeg->jpeg_color_space == JCS_YCbCr && jpeg->num_components == 3 && !jpeg->arith_code
        && component[0].h_samp_factor <= 2 && component[0].v_samp_factor <= 2
        && component[1].h_samp_factor == 1 && component[1].v_samp_factor == 1
        && component[2].h_samp_factor == 1 && component[2].v_samp_factor == 1;
}

// Decodes all rows into the same buffer.
static void discard_rows(j_decompress_ptr jpeg) {
    JSAMPROW rows[MAX_COMPONENTS][MAX_SAMP_FACTOR * DCTSIZE];
    JSAMPARRAY components[MAX_COMPONENTS];
    JDIMENSION width = 0;
    for (int c = 0; c < jpeg->num_components; c++)
        if (jpeg->comp_info[c].width_in_blocks > width) width = jpeg->comp_info[c].width_in_blocks;
    JSAMPROW row = jpeg->mem->alloc_large((j_common_ptr) jpeg, JPOOL_IMAGE, width * DCTSIZE);
    for (int c = 0; c < jpeg->num_components; c++) {
        for (int r = 0; r < MAX_SAMP_FACTOR * DCTSIZE; r++) rows[c][r] = row;
        components[c] = rows[c];
    }
    JDIMENSION row_count = (JDIMENSION) jpeg->max_v_samp_factor * DCTSIZE;
    while (jpeg->output_scanline < jpeg->output_height)
        jpeg_read_raw_data(jpeg, components, row_count);
}

enum headshot_jpeg_status headshot_jpeg_check(const uint8_t *bytes, size_t count) {
    struct failure failure;
    // Zeros make destroying it safe even if creating it fails.
    struct jpeg_decompress_struct jpeg = { .err = headshot_jpeg_failure(&failure) };
    if (setjmp(failure.exit) == 0) {
        start(&jpeg, bytes, count);
        jpeg_start_decompress(&jpeg);
        discard_rows(&jpeg);
        jpeg_finish_decompress(&jpeg);
        if (failure.manager.num_warnings > 0) failure.status = HEADSHOT_JPEG_UNSUITABLE;
    }
    jpeg_destroy_decompress(&jpeg);
    return failure.status;
}

enum headshot_jpeg_status headshot_jpeg_decode_pixels(
    const uint8_t *bytes, size_t count, uint8_t *memory, size_t capacity,
    struct headshot_jpeg_pixels *pixels) {
    struct failure failure;
    struct jpeg_decompress_struct jpeg = { .err = headshot_jpeg_failure(&failure) };
    if (setjmp(failure.exit) == 0) {
        jpeg_create_decompress(&jpeg);
        jpeg_mem_src(&jpeg, bytes, count);
        jpeg_read_header(&jpeg, TRUE);
        size_t row_size = (size_t) jpeg.image_width * (size_t) jpeg.num_components;
        if (jpeg.out_color_space != JCS_RGB && jpeg.out_color_space != JCS_GRAYSCALE) {
            failure.status = HEADSHOT_JPEG_UNSUITABLE;
        } else if (row_size * jpeg.image_height > capacity) {
            failure.status = HEADSHOT_JPEG_NO_ROOM;
        } else {
            *pixels = (struct headshot_jpeg_pixels) {
                (int) jpeg.image_width, (int) jpeg.image_height, jpeg.num_components,
            };
            jpeg_start_decompress(&jpeg);
            while (jpeg.output_scanline < jpeg.output_height) {
                JSAMPROW row = memory + jpeg.output_scanline * row_size;
                jpeg_read_scanlines(&jpeg, &row, 1);
            }
            jpeg_finish_decompress(&jpeg);
        }
    }
    jpeg_destroy_decompress(&jpeg);
    return failure.status;
}

static void read_planes(j_decompress_ptr jpeg, const struct headshot_jpeg_planes *planes) {
    JSAMPROW luma[16], blue[8], red[8];
    JSAMPARRAY components[] = { luma, blue, red };
    size_t stride = (size_t) planes->stride;
    while (jpeg->output_scanline < jpeg->output_height) {
        size_t top = jpeg->output_scanline;
        for (size_t row = 0; row < 16; row++) luma[row] = planes->luma + (top + row) * stride;
        for (size_t row = 0; row < 8; row++) {
            blue[row] = planes->blue + (top / 2 + row) * (stride / 2);
            red[row] = planes->red + (top / 2 + row) * (stride / 2);
        }
        jpeg_read_raw_data(jpeg, components, 16);
    }
}

// Halves one plane of colours in each direction in which it is whole.
//
// `rows` are those of one MCU row, of which `height` belong to the picture; each is `width` bytes and room for one more.
static void halve(JSAMPARRAY rows, int width, int height, int across, int down, uint8_t *half, int stride) {
    for (int y = 0; y < height; y += down) {
        JSAMPROW above = rows[y], below = rows[y + down - 1 < height ? y + down - 1 : y];
        if (across == 1) {
            headshot_join_rows(above, below, half, width);
        } else {
            above[width] = above[width - 1];
            below[width] = below[width - 1];
            headshot_halve_rows(above, below, half, (width + 1) / 2);
        }
        half += stride;
    }
}

// Reads planes whose colours are whole in at least one direction.
static void read_and_halve_planes(j_decompress_ptr jpeg, const struct headshot_jpeg_planes *planes) {
    int across = 2 / jpeg->comp_info[0].h_samp_factor, down = 2 / jpeg->comp_info[0].v_samp_factor;
    int width = (planes->width + 2 - across) / (3 - across);
    int height = (planes->height + 2 - down) / (3 - down);
    JSAMPROW luma[16];
    JSAMPARRAY blue = jpeg->mem->alloc_sarray(
        (j_common_ptr) jpeg, JPOOL_IMAGE, (JDIMENSION) planes->stride + 1, DCTSIZE);
    JSAMPARRAY red = jpeg->mem->alloc_sarray(
        (j_common_ptr) jpeg, JPOOL_IMAGE, (JDIMENSION) planes->stride + 1, DCTSIZE);
    JSAMPARRAY components[] = { luma, blue, red };
    int half_stride = planes->stride / 2;
    for (int top = 0; top < height; top += DCTSIZE) {
        int first = top * (3 - down), count = DCTSIZE * (3 - down);
        for (int row = 0; row < count; row++)
            luma[row] = planes->luma + (size_t) (first + row) * (size_t) planes->stride;
        jpeg_read_raw_data(jpeg, components, (JDIMENSION) count);
        int left = height - top < DCTSIZE ? height - top : DCTSIZE;
        size_t place = (size_t) (top / down) * (size_t) half_stride;
        halve(blue, width, left, across, down, planes->blue + place, half_stride);
        halve(red, width, left, across, down, planes->red + place, half_stride);
    }
    // Else the rest of an MCU would be what the memory held before.
    headshot_pad_planes(planes);
}

enum headshot_jpeg_status headshot_jpeg_decode_planes(
    const uint8_t *bytes, size_t count, uint8_t *memory, size_t capacity,
    struct headshot_jpeg_planes *planes) {
    struct failure failure;
    struct jpeg_decompress_struct jpeg = { .err = headshot_jpeg_failure(&failure) };
    if (setjmp(failure.exit) == 0) {
        start(&jpeg, bytes, count);
        int stride = headshot_padded((int) jpeg.image_width);
        size_t area = (size_t) stride * (size_t) headshot_padded((int) jpeg.image_height);
        if (!is_suitable(&jpeg)) {
            failure.status = HEADSHOT_JPEG_UNSUITABLE;
        } else if (area / 2 * 3 > capacity) {
            failure.status = HEADSHOT_JPEG_NO_ROOM;
        } else {
            *planes = (struct headshot_jpeg_planes) {
                memory, memory + area, memory + area / 4 * 5,
                (int) jpeg.image_width, (int) jpeg.image_height, stride, false,
            };
            jpeg_start_decompress(&jpeg);
            if (jpeg.max_h_samp_factor == 2 && jpeg.max_v_samp_factor == 2) read_planes(&jpeg, planes);
            else read_and_halve_planes(&jpeg, planes);
            jpeg_finish_decompress(&jpeg);
            planes->is_flawless = failure.manager.num_warnings == 0;
        }
    }
    jpeg_destroy_decompress(&jpeg);
    return failure.status;
}
