// Makes the disk slower or the commits less durable, whatever a program asks for:
// SYNC_MICROSECONDS=n sleeps before each sync; without it, the syncs of SQLite's log are left out, which is what
// synchronous=NORMAL leaves out at a commit.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int is_log(int descriptor) {
    char link[64], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    ssize_t length = readlink(link, path, sizeof path);
    return length > 4 && !memcmp(path + length - 4, "-wal", 4);
}

int fdatasync(int descriptor) {
    const char *pause = getenv("SYNC_MICROSECONDS");
    if (pause) usleep(atoi(pause));
    else if (is_log(descriptor)) return 0;
    int (*sync)(int) = (int (*)(int))dlsym(RTLD_NEXT, "fdatasync");
    return sync(descriptor);
}
