// Stands in for libseccomp (LD_LIBRARY_PATH), as on a kernel whose seccomp a container hides: there is no filter.
#include <errno.h>
#include <stddef.h>
#include <stdint.h>

void *seccomp_init(uint32_t action) {
    (void)action;
    return NULL;
}

int seccomp_attr_set(void *filter, int attribute, uint32_t value) {
    (void)filter, (void)attribute, (void)value;
    return -EINVAL;
}

int seccomp_rule_add(void *filter, uint32_t action, int call, unsigned count, ...) {
    (void)filter, (void)action, (void)call, (void)count;
    return -EINVAL;
}

int seccomp_load(const void *filter) {
    (void)filter;
    return -EINVAL;
}

void seccomp_release(void *filter) { (void)filter; }
