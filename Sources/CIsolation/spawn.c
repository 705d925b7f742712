// For posix_spawn_file_actions_addclosefrom_np and O_PATH.
#define _GNU_SOURCE

#include <fcntl.h>

#include "CIsolation.h"

int headshot_spawn_close_from(posix_spawn_file_actions_t *actions, int first) {
    return posix_spawn_file_actions_addclosefrom_np(actions, first);
}

int headshot_open_program(const char *path) {
    return open(path, O_PATH | O_CLOEXEC);
}
