// For O_PATH.
#define _GNU_SOURCE

#include <fcntl.h>
#include <limits.h>
#include <linux/landlock.h>
#include <stdint.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "CIsolation.h"

// The header may be older than the kernel, or newer. The kernel's interface is numbered and never changes, so
// it is written out here: linux/landlock.h, version 6.
struct ruleset {
    uint64_t files;
    uint64_t network;
    uint64_t scopes;
};

enum { file_rights_of_version_1 = 13, both_directions_of_tcp = 3, sockets_and_signals = 3 };

// All access rights that a version knows: its lowest bits.
static uint64_t file_rights(long version) {
    int count = file_rights_of_version_1;
    if (version >= 2) count++; // to link and move between folders
    if (version >= 3) count++; // to truncate
    if (version >= 5) count++; // to control devices
    return (UINT64_C(1) << count) - 1;
}

// Packed, as in the kernel.
struct __attribute__((packed)) folder_rule {
    uint64_t rights;
    int32_t folder;
};

enum { reading_files_and_folders = 4 | 8 };

static int allow_reading(int ruleset, const char *path) {
    struct folder_rule rule = {
        reading_files_and_folders, open(path, O_PATH | O_DIRECTORY | O_CLOEXEC),
    };
    // A folder that does not exist need not be readable.
    if (rule.folder < 0) return 0;
    int failed = (int) syscall(
        SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
    close(rule.folder);
    return failed;
}

static int allow_reading_all(int ruleset, const char *paths) {
    for (const char *start = paths; *start;) {
        size_t length = strcspn(start, ":");
        char path[PATH_MAX];
        if (length >= sizeof path) return -1;
        memcpy(path, start, length);
        path[length] = 0;
        if (length > 0 && allow_reading(ruleset, path) != 0) return -1;
        start += length + (start[length] == ':');
    }
    return 0;
}

unsigned headshot_fence_files(const char *readable) {
    long version = syscall(
        SYS_landlock_create_ruleset, NULL, (size_t) 0, LANDLOCK_CREATE_RULESET_VERSION);
    if (version < 1) return 0;
    struct ruleset everything = {
        file_rights(version), version >= 4 ? both_directions_of_tcp : 0,
        version >= 6 ? sockets_and_signals : 0,
    };
    size_t size = version >= 6 ? sizeof everything : version >= 4 ? 16 : 8;
    // Rights that a ruleset handles and no rule grants are denied.
    int ruleset = (int) syscall(SYS_landlock_create_ruleset, &everything, size, 0);
    if (ruleset < 0) return 0;
    int failed = allow_reading_all(ruleset, readable)
        || (int) syscall(SYS_landlock_restrict_self, ruleset, 0);
    close(ruleset);
    return failed ? 0 : HEADSHOT_FENCE_FILES;
}
