// For memfd_create and seals.
#define _GNU_SOURCE

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "CIsolation.h"

// The header may be older than the kernel.
#ifndef MFD_NOEXEC_SEAL
#define MFD_NOEXEC_SEAL 8U
#endif

static int write_all(int file, const char *bytes, size_t count) {
    while (count > 0) {
        ssize_t written = write(file, bytes, count);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return -1;
        bytes += written;
        count -= (size_t) written;
    }
    return 0;
}

int headshot_share_bytes(const void *bytes, size_t count) {
    const unsigned flags = MFD_CLOEXEC | MFD_ALLOW_SEALING;
    int file = memfd_create("headshot", flags | MFD_NOEXEC_SEAL);
    // Kernels before 6.3 do not know the flag for non-executable memory.
    if (file < 0 && errno == EINVAL) file = memfd_create("headshot", flags);
    if (file < 0) return -1;
    if (write_all(file, bytes, count) == 0
        && fcntl(file, F_ADD_SEALS, F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE) == 0) {
        return file;
    }
    int problem = errno;
    close(file);
    errno = problem;
    return -1;
}
