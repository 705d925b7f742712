// How a process locks itself in, for what Swift cannot call itself: variadic system calls, and libseccomp.
//
// Fences go up in the order of this file and never come down. Each function returns the fences that are up
// afterwards; a missing feature of the kernel is left out and is not a failure.

#ifndef HEADSHOT_CISOLATION_H
#define HEADSHOT_CISOLATION_H

#include <spawn.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum {
    /// No capabilities, and no way to gain any by running a program.
    HEADSHOT_FENCE_PRIVILEGES = 1,
    /// Limits on resources: bounded memory, no core file, no writes to files.
    HEADSHOT_FENCE_RESOURCES = 2,
    /// No file or folder can be opened by name: Landlock.
    HEADSHOT_FENCE_FILES = 4,
    /// Only the system calls that computing needs: seccomp.
    HEADSHOT_FENCE_CALLS = 8,
};

/// Gives up all privileges, and ties the life of this process to the thread that started it.
unsigned headshot_fence_privileges(void);

/// Limits what this process uses; its address space may grow by `memory` more bytes.
///
/// Needs to read one file.
unsigned headshot_fence_resources(uint64_t memory);

/// Closes the file system and the network to this thread and all that it starts later.
///
/// The `readable` folders, separated by colons, can still be read.
unsigned headshot_fence_files(const char *readable);

/// Restricts all threads of this process to system calls for memory, threads, time, and open descriptors; with
/// `reads_files`, also to those that open files for reading.
unsigned headshot_fence_calls(bool reads_files);

/// Limits the CPU time of another process of this user to `seconds` from now on; SIGXCPU follows. 0 is success.
int headshot_limit_computing(pid_t process, unsigned seconds);

/// Closes all descriptors from `first` on in the new child; a GNU extension, so missing in Swift's Glibc. 0 is
/// success.
int headshot_spawn_close_from(posix_spawn_file_actions_t *actions, int first);

/// Copies bytes into memory that no process can change any more; a Linux feature, so missing in Swift's Glibc.
/// Returns its descriptor, which is closed when a program is started; -1 and errno on failure.
int headshot_share_bytes(const void *bytes, size_t count);

/// Returns blocks of memory of `bytes` or more to the system once they are freed; a feature of glibc, so
/// missing in Swift's Glibc.
void headshot_give_blocks_back(int bytes);

#endif
