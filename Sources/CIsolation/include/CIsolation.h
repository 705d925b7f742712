// How a process locks itself in, for what Swift cannot call itself: variadic system calls, and libseccomp.
//
// Fences go up in the order of this file and never come down. Each function returns the fences that are up
// afterwards; a missing feature of the kernel is left out and is not a failure.

#ifndef HEADSHOT_CISOLATION_H
#define HEADSHOT_CISOLATION_H

#include <spawn.h>
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

/// What a process may do besides using memory, threads, time, and the descriptors that are open.
enum headshot_role {
    /// Nothing.
    HEADSHOT_COMPUTES,
    /// Open files for reading.
    HEADSHOT_READS_FILES,
    /// Take descriptors, fork children, and end them. It must not read what strangers wrote.
    HEADSHOT_FORKS,
};

/// Restricts all threads of this process to the system calls of its role.
///
/// A child of a process that forks raises the fence of its role in addition.
unsigned headshot_fence_calls(enum headshot_role role);

/// Limits the CPU time of this process to `seconds` from its start; SIGXCPU follows, and a second later SIGKILL. 0 is
/// success.
int headshot_limit_computing(unsigned seconds);

/// Lets other processes compute before all threads of one that `headshot_fork` made; 0 is success.
int headshot_step_back(pid_t process);

/// The CPU time that a process has used, in nanoseconds; -1 if there is no such process.
int64_t headshot_computed(pid_t process);

/// The number of threads of this process; -1 if the system does not say. Needs to read a folder.
int headshot_thread_count(void);

/// Duplicates this process, which must have a single thread; returns as fork does, or -1.
///
/// In the child, its life is tied to that of this process. It has a separate process group.
pid_t headshot_fork(void);

/// Sends bytes to a connection, with a descriptor; 0 is success.
int headshot_send_descriptor(int connection, const void *bytes, size_t count, int descriptor);

/// Receives exactly so many bytes from a connection, and the descriptor that was sent with them, else -1.
///
/// 0 is success; the end of the connection counts as a failure.
int headshot_receive_descriptor(int connection, void *bytes, size_t count, int *descriptor);

/// Closes all descriptors from `first` on in the new child; a GNU extension, so missing in Swift's Glibc. 0 is
/// success.
int headshot_spawn_close_from(posix_spawn_file_actions_t *actions, int first);

/// Opens a file to start it later, whatever its name leads to then; a Linux feature, so missing in Swift's Glibc. -1 and
/// errno on failure.
int headshot_open_program(const char *path);

/// Copies bytes into memory that no process can change any more; a Linux feature, so missing in Swift's Glibc.
/// Returns its descriptor, which is closed when a program is started; -1 and errno on failure.
int headshot_share_bytes(const void *bytes, size_t count);

/// Returns blocks of memory of `bytes` or more to the system once they are freed; a feature of glibc, so
/// missing in Swift's Glibc.
void headshot_give_blocks_back(int bytes);

/// Returns free memory to the system, and lets children of this process begin with fresh memory; features of glibc, so
/// missing in Swift's Glibc.
void headshot_prepare_heap(void);

#endif
