// What a process does to lock itself in, and what Swift cannot call of it: variadic system calls, and
// libseccomp.
//
// Fences go up in the order of this page and never come down. Each function returns the fences that are
// up then; what a kernel cannot do is left out, and is no failure.

#ifndef HEADSHOT_CISOLATION_H
#define HEADSHOT_CISOLATION_H

#include <spawn.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum {
    /// No capability, and no program that would give one.
    HEADSHOT_FENCE_PRIVILEGES = 1,
    /// A bound for memory, no core file, nothing written to files: resource limits.
    HEADSHOT_FENCE_RESOURCES = 2,
    /// No file or folder can be opened by its name: Landlock.
    HEADSHOT_FENCE_FILES = 4,
    /// Only the system calls that computing takes: seccomp.
    HEADSHOT_FENCE_CALLS = 8,
};

/// Gives up all privileges, and dies with the thread that started this process.
unsigned headshot_fence_privileges(void);

/// Bounds what this process takes; `memory` is how many bytes its address space may still grow by.
///
/// Needs to read one file.
unsigned headshot_fence_resources(uint64_t memory);

/// Closes the file system and the network to this thread and those that it starts from now on.
///
/// What lies in the `readable` folders, which colons part, can still be read.
unsigned headshot_fence_files(const char *readable);

/// Leaves all threads of this process only system calls for memory, threads, time, and open descriptors; with
/// `reads_files`, also those that open files to read them.
unsigned headshot_fence_calls(bool reads_files);

/// Lets another process of this user compute for `seconds` from now on; SIGXCPU follows. 0 is success.
int headshot_limit_computing(pid_t process, unsigned seconds);

/// Closes all descriptors from `first` on in the child to be; of GNU, so not in Swift's Glibc. 0 is success.
int headshot_spawn_close_from(posix_spawn_file_actions_t *actions, int first);

/// Copies bytes into memory that no process can change any more; of Linux, so not in Swift's Glibc. Gives its descriptor,
/// which is closed when a program is started; -1 and errno where that fails.
int headshot_share_bytes(const void *bytes, size_t count);

/// Has blocks of memory of `bytes` or more given back to the system once they are freed; of glibc, so not in Swift's.
void headshot_give_blocks_back(int bytes);

#endif
