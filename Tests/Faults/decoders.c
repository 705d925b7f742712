// Stands between a program and the libraries that read pictures (LD_PRELOAD): the first use of one ends the program with
// 99. The processes that decode for it do not inherit this.
#include <stddef.h>
#include <unistd.h>

#define FORBIDDEN(name) \
    void *name(void); \
    void *name(void) { \
        static const char words[] = "a library for pictures was used: " #name "\n"; \
        if (write(STDERR_FILENO, words, sizeof words - 1) < 0) _exit(98); \
        _exit(99); \
    }

// Each library's own way in; libvips would start the others.
FORBIDDEN(vips_init)
FORBIDDEN(jpeg_CreateDecompress)
FORBIDDEN(jpeg_CreateCompress)
FORBIDDEN(tjInitDecompress)
FORBIDDEN(tjInitTransform)
FORBIDDEN(tj3Init)
FORBIDDEN(png_create_read_struct)
FORBIDDEN(heif_context_alloc)
FORBIDDEN(rsvg_handle_new_from_data)
