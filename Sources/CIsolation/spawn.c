// For posix_spawn_file_actions_addclosefrom_np.
#define _GNU_SOURCE

#include "CIsolation.h"

int headshot_spawn_close_from(posix_spawn_file_actions_t *actions, int first) {
    return posix_spawn_file_actions_addclosefrom_np(actions, first);
}
