#include "failure.h"

#include <jerror.h>

/// A destination of a fixed size.
struct destination {
    // First, so that libjpeg's pointer to it also points to the whole struct.
    struct jpeg_destination_mgr manager;
    uint8_t *memory;
    size_t capacity;
};

static void start_writing(j_compress_ptr jpeg) {
    struct destination *destination = (struct destination *) jpeg->dest;
    destination->manager.next_output_byte = destination->memory;
    destination->manager.free_in_buffer = destination->capacity;
}

static boolean refuse_more(j_compress_ptr jpeg) {
    ERREXIT(jpeg, JERR_BUFFER_SIZE);
    return FALSE;
}

static void end_writing(j_compress_ptr jpeg) { (void) jpeg; }

static void start(j_compress_ptr jpeg, int width, int height, int quality) {
    jpeg->image_width = (JDIMENSION) width;
    jpeg->image_height = (JDIMENSION) height;
    jpeg->input_components = 3;
    jpeg->in_color_space = JCS_YCbCr;
    // libjpeg's defaults are the right ones: 4:2:0, baseline, the standard Huffman tables.
    jpeg_set_defaults(jpeg);
    jpeg_set_quality(jpeg, quality, TRUE);
    jpeg->raw_data_in = TRUE;
    jpeg_start_compress(jpeg, TRUE);
}

static void write_rows(
    j_compress_ptr jpeg, const struct headshot_jpeg_planes *planes, const int *tops, int count) {
    JSAMPROW luma[16], blue[8], red[8];
    JSAMPARRAY components[] = { luma, blue, red };
    size_t stride = (size_t) planes->stride;
    for (int index = 0; index < count; index++) {
        size_t top = (size_t) tops[index];
        for (size_t row = 0; row < 16; row++) luma[row] = planes->luma + (top + row) * stride;
        for (size_t row = 0; row < 8; row++) {
            blue[row] = planes->blue + (top / 2 + row) * (stride / 2);
            red[row] = planes->red + (top / 2 + row) * (stride / 2);
        }
        jpeg_write_raw_data(jpeg, components, 16);
    }
}

enum headshot_jpeg_status headshot_jpeg_encode_planes(
    const struct headshot_jpeg_planes *planes, const int *tops, int top_count, int height,
    int quality, uint8_t *memory, size_t capacity, size_t *count) {
    struct failure failure;
    // Zeros make destroying it safe even if creating it fails.
    struct jpeg_compress_struct jpeg = { .err = headshot_jpeg_failure(&failure) };
    struct destination destination = {
        { .init_destination = start_writing, .empty_output_buffer = refuse_more,
          .term_destination = end_writing },
        memory, capacity,
    };
    if (setjmp(failure.exit) == 0) {
        jpeg_create_compress(&jpeg);
        jpeg.dest = &destination.manager;
        start(&jpeg, planes->width, height, quality);
        write_rows(&jpeg, planes, tops, top_count);
        jpeg_finish_compress(&jpeg);
        *count = capacity - destination.manager.free_in_buffer;
    }
    jpeg_destroy_compress(&jpeg);
    return failure.status;
}
