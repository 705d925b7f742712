// For CLONE_THREAD.
#define _GNU_SOURCE

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <seccomp.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include "CIsolation.h"

#define CALL(name) SCMP_SYS(name)
#define COUNT(array) (sizeof (array) / sizeof *(array))

// The calls that decoders, the C library and Swift's runtime need to compute. libvips compiles its inner loops
// at run time, so memory may be executable; otherwise a large photo takes a third longer.
static const int allowed[] = {
    CALL(read), CALL(write), CALL(readv), CALL(writev), CALL(close), CALL(poll), CALL(ppoll),
    CALL(brk), CALL(mmap), CALL(mprotect), CALL(munmap), CALL(mremap), CALL(madvise),
    CALL(futex), CALL(set_robust_list), CALL(rseq), CALL(sched_yield), CALL(sched_getaffinity),
    CALL(membarrier), CALL(exit), CALL(exit_group), CALL(restart_syscall),
    CALL(rt_sigaction), CALL(rt_sigprocmask), CALL(rt_sigreturn), CALL(sigaltstack),
    CALL(clock_gettime), CALL(clock_getres), CALL(clock_nanosleep), CALL(nanosleep),
    CALL(gettimeofday), CALL(getrandom), CALL(getpid), CALL(gettid), CALL(getrusage),
    CALL(sysinfo), CALL(uname),
};

// Calls that libraries make in passing and can do without.
static const int refused[] = {
    // Some write to the system's log.
    CALL(socket), CALL(connect), CALL(sendto),
};

// The calls with which a fork server takes a connection, gives the child that it forks a group and limits, and waits for it;
// a child raises its own fence before it has a picture, and then has none of them.
static const int serving[] = {
    CALL(recvmsg), CALL(wait4), CALL(waitid), CALL(getppid), CALL(setpgid), CALL(seccomp),
    CALL(setrlimit), CALL(prlimit64),
};

// The same for all calls that ask about files.
static const int about_files[] = {
    CALL(stat), CALL(lstat), CALL(statx), CALL(newfstatat), CALL(access), CALL(faccessat),
    CALL(faccessat2), CALL(readlink), CALL(readlinkat),
};
static const int opening[] = { CALL(open), CALL(openat), CALL(openat2) };

// The calls for reading files, other than those that ask about them or open them.
static const int reading[] = {
    CALL(fstat), CALL(lseek), CALL(pread64), CALL(getdents64), CALL(fcntl), CALL(statfs),
    CALL(fstatfs), CALL(getuid), CALL(geteuid), CALL(getgid), CALL(getegid),
};

// Calls that only an attacker of a decoder would make; they kill the process.
static const int deadly[] = {
    CALL(execve), CALL(execveat), CALL(fork), CALL(vfork), CALL(ptrace), CALL(process_vm_readv),
    CALL(process_vm_writev), CALL(pidfd_open), CALL(pidfd_getfd), CALL(tkill),
    CALL(socketpair), CALL(bind), CALL(listen), CALL(accept), CALL(accept4), CALL(sendmsg),
    CALL(setuid), CALL(setgid), CALL(setresuid), CALL(setresgid), CALL(capset),
    CALL(chroot), CALL(pivot_root), CALL(mount), CALL(umount2), CALL(unshare), CALL(setns),
    CALL(bpf), CALL(io_uring_setup), CALL(userfaultfd), CALL(perf_event_open), CALL(add_key),
    CALL(keyctl), CALL(init_module), CALL(finit_module), CALL(kexec_load),
};

// A call that does not exist on this kernel needs no rule, so -EDOM is not a failure.
static bool add_all(scmp_filter_ctx filter, uint32_t action, const int *calls, size_t count) {
    for (size_t i = 0; i < count; i++) {
        int status = seccomp_rule_add(filter, action, calls[i], 0);
        if (status != 0 && status != -EDOM) return false;
    }
    return true;
}

static bool add_conditional(scmp_filter_ctx filter) {
    int failed = 0;
    // Threads. clone3 fails as nonexistent, because a filter cannot see its flags.
    failed |= seccomp_rule_add(
        filter, SCMP_ACT_ALLOW, CALL(clone), 1,
        SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD, CLONE_THREAD));
    // SIGKILL may only come from outside: it shows that the machine ended the process.
    failed |= seccomp_rule_add(
        filter, SCMP_ACT_KILL_PROCESS, CALL(tgkill), 1, SCMP_A2(SCMP_CMP_EQ, SIGKILL));
    // A thread's name may be read and set.
    failed |= seccomp_rule_add(
        filter, SCMP_ACT_ALLOW, CALL(prctl), 1, SCMP_A0(SCMP_CMP_EQ, PR_SET_NAME));
    failed |= seccomp_rule_add(
        filter, SCMP_ACT_ALLOW, CALL(prctl), 1, SCMP_A0(SCMP_CMP_EQ, PR_GET_NAME));
    return !failed;
}

// No processes, no signal to another one, and no limit that is changed.
static bool add_alone(scmp_filter_ctx filter) {
    int failed = seccomp_rule_add(
        filter, SCMP_ACT_KILL_PROCESS, CALL(clone), 1,
        SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD, 0));
    failed |= seccomp_rule_add(filter, SCMP_ACT_KILL_PROCESS, CALL(kill), 0);
    failed |= seccomp_rule_add(filter, SCMP_ACT_KILL_PROCESS, CALL(recvmsg), 0);
    // A process that aborts signals itself.
    failed |= seccomp_rule_add(
        filter, SCMP_ACT_ALLOW, CALL(tgkill), 2,
        SCMP_A0(SCMP_CMP_EQ, (scmp_datum_t) getpid()), SCMP_A2(SCMP_CMP_NE, SIGKILL));
    // Limits may be read.
    failed |= seccomp_rule_add(
        filter, SCMP_ACT_ALLOW, CALL(prlimit64), 1, SCMP_A2(SCMP_CMP_EQ, 0));
    return !failed;
}

// Processes by fork alone, which a child's own fence takes away; and their end.
static bool add_serving(scmp_filter_ctx filter) {
    const scmp_datum_t forking = CLONE_CHILD_SETTID | CLONE_CHILD_CLEARTID | SIGCHLD;
    int failed = seccomp_rule_add(
        filter, SCMP_ACT_ALLOW, CALL(clone), 1, SCMP_A0(SCMP_CMP_EQ, forking));
    failed |= seccomp_rule_add(
        filter, SCMP_ACT_ALLOW, CALL(kill), 1, SCMP_A1(SCMP_CMP_EQ, SIGKILL));
    // The number of a child that aborts is not known yet; its own fence names it.
    failed |= seccomp_rule_add(
        filter, SCMP_ACT_ALLOW, CALL(tgkill), 1, SCMP_A2(SCMP_CMP_NE, SIGKILL));
    failed |= seccomp_rule_add(
        filter, SCMP_ACT_ALLOW, CALL(prctl), 1, SCMP_A0(SCMP_CMP_EQ, PR_SET_PDEATHSIG));
    // What libseccomp does before it raises a child's fence.
    failed |= seccomp_rule_add(
        filter, SCMP_ACT_ALLOW, CALL(prctl), 1, SCMP_A0(SCMP_CMP_EQ, PR_SET_NO_NEW_PRIVS));
    return !failed && add_all(filter, SCMP_ACT_ALLOW, serving, COUNT(serving));
}

// Files may be opened for reading, but not created or truncated, even without Landlock.
static bool add_reading(scmp_filter_ctx filter) {
    const scmp_datum_t changes = O_ACCMODE | O_CREAT | O_TRUNC;
    return add_all(filter, SCMP_ACT_ALLOW, about_files, COUNT(about_files))
        && add_all(filter, SCMP_ACT_ALLOW, reading, COUNT(reading))
        && seccomp_rule_add(
            filter, SCMP_ACT_ALLOW, CALL(open), 1,
            SCMP_A1(SCMP_CMP_MASKED_EQ, changes, O_RDONLY)) == 0
        && seccomp_rule_add(
            filter, SCMP_ACT_ALLOW, CALL(openat), 1,
            SCMP_A2(SCMP_CMP_MASKED_EQ, changes, O_RDONLY)) == 0;
}

static bool add_no_reading(scmp_filter_ctx filter) {
    return add_all(filter, SCMP_ACT_ERRNO(EACCES), about_files, COUNT(about_files))
        && add_all(filter, SCMP_ACT_ERRNO(EACCES), opening, COUNT(opening));
}

static bool add_role(scmp_filter_ctx filter, enum headshot_role role) {
    // All descriptors that will be needed exist by now.
    const struct rlimit none = { 0, 0 }, few = { 16, 16 };
    switch (role) {
    case HEADSHOT_COMPUTES:
        setrlimit(RLIMIT_NOFILE, &none);
        return add_no_reading(filter) && add_alone(filter);
    case HEADSHOT_READS_FILES:
        return add_reading(filter) && add_alone(filter);
    case HEADSHOT_FORKS:
        // And one for each picture, until its child has it.
        setrlimit(RLIMIT_NOFILE, &few);
        return add_no_reading(filter) && add_serving(filter);
    }
    return false;
}

unsigned headshot_fence_calls(enum headshot_role role) {
    // Every other call fails as nonexistent, as on an older kernel, which libraries can handle.
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ERRNO(ENOSYS));
    if (!filter) return 0;
    bool is_up = seccomp_attr_set(filter, SCMP_FLTATR_CTL_TSYNC, 1) == 0
        && seccomp_attr_set(filter, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS) == 0
        && add_all(filter, SCMP_ACT_ALLOW, allowed, COUNT(allowed))
        && add_all(filter, SCMP_ACT_ERRNO(EACCES), refused, COUNT(refused))
        && add_all(filter, SCMP_ACT_KILL_PROCESS, deadly, COUNT(deadly))
        && add_role(filter, role) && add_conditional(filter) && seccomp_load(filter) == 0;
    seccomp_release(filter);
    return is_up ? HEADSHOT_FENCE_CALLS : 0;
}
