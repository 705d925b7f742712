#include <malloc.h>
#include <stdio.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "CIsolation.h"

static int bound(int resource, rlim_t most) {
    struct rlimit limit = { most, most };
    return setrlimit(resource, &limit);
}

// The size of this process' address space in bytes; 0 if the system does not say.
static uint64_t address_space(void) {
    unsigned long pages = 0;
    FILE *file = fopen("/proc/self/statm", "re");
    if (!file) return 0;
    if (fscanf(file, "%lu", &pages) != 1) pages = 0;
    fclose(file);
    return (uint64_t) pages * (uint64_t) sysconf(_SC_PAGESIZE);
}

unsigned headshot_fence_resources(uint64_t memory) {
    uint64_t taken = address_space();
    int failed = bound(RLIMIT_CORE, 0) | bound(RLIMIT_FSIZE, 0);
    failed |= taken == 0 || bound(RLIMIT_AS, taken + memory);
    return failed ? 0 : HEADSHOT_FENCE_RESOURCES;
}

int headshot_limit_computing(unsigned seconds) {
    struct rlimit limit = { seconds, seconds + 1 };
    return setrlimit(RLIMIT_CPU, &limit);
}

int headshot_step_back(pid_t process) {
    // A tenth of the weight, which is still enough to be seen computing. By its group: its number alone would name its
    // first thread.
    return setpriority(PRIO_PGRP, (id_t) process, getpriority(PRIO_PROCESS, 0) + 10);
}

int64_t headshot_computed(pid_t process) {
    clockid_t clock;
    struct timespec used;
    if (clock_getcpuclockid(process, &clock) != 0 || clock_gettime(clock, &used) != 0) return -1;
    return (int64_t) used.tv_sec * 1000000000 + used.tv_nsec;
}

void headshot_give_blocks_back(int bytes) {
    mallopt(M_MMAP_THRESHOLD, bytes);
    mallopt(M_TRIM_THRESHOLD, bytes);
    // Each thread would get its own arena, which keeps freed memory.
    mallopt(M_ARENA_MAX, 1);
}

void headshot_prepare_heap(void) {
    malloc_trim(0);
    // The free memory at the end of the heap is fresh. What is free before that lies between blocks in use, whose pages a
    // child copies one by one: it is taken and never written to.
    enum { piece = 65536, most = 4096 };
    char *end = (char *) sbrk(0) - mallinfo2().keepcost;
    for (int i = 0; i < most; i++) {
        char *taken = malloc(piece);
        if (!taken || taken >= end) break;
    }
}
