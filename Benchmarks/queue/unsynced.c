// Leaves out the syncs of SQLite's log, which is what synchronous=NORMAL leaves out at a commit.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int fdatasync(int descriptor) {
    char link[64], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    ssize_t length = readlink(link, path, sizeof path);
    if (length > 4 && !memcmp(path + length - 4, "-wal", 4)) return 0;
    int (*sync)(int) = (int (*)(int))dlsym(RTLD_NEXT, "fdatasync");
    return sync(descriptor);
}
