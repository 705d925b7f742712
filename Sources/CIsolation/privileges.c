#include <linux/capability.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "CIsolation.h"

unsigned headshot_fence_privileges(void) {
    struct __user_cap_header_struct header = { _LINUX_CAPABILITY_VERSION_3, 0 };
    struct __user_cap_data_struct none[2];
    memset(none, 0, sizeof none);
    int failed = syscall(SYS_capset, &header, none) != 0 || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0;
    // Must come last: some changes of privileges would reset it.
    prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
    return failed ? 0 : HEADSHOT_FENCE_PRIVILEGES;
}
