// For SCM_RIGHTS with MSG_CMSG_CLOEXEC, posix_spawn_file_actions_addclosefrom_np, and O_PATH.
#define _GNU_SOURCE

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "CIsolation.h"

int headshot_thread_count(void) {
    DIR *threads = opendir("/proc/self/task");
    if (!threads) return -1;
    int count = 0;
    for (struct dirent *entry; (entry = readdir(threads));) count += entry->d_name[0] != '.';
    closedir(threads);
    return count;
}

pid_t headshot_fork(void) {
    pid_t parent = getpid();
    pid_t child = fork();
    if (child == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
        // It may have ended before that call.
        if (getppid() != parent) _exit(1);
        setpgid(0, 0);
    }
    return child;
}

// Room for one descriptor, aligned as the kernel wants it.
union ancillary {
    struct cmsghdr header;
    char bytes[CMSG_SPACE(sizeof(int))];
};

int headshot_send_descriptor(int connection, const void *bytes, size_t count, int descriptor) {
    struct iovec part = { (void *) bytes, count };
    union ancillary room;
    memset(&room, 0, sizeof room);
    struct msghdr message = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = room.bytes, .msg_controllen = sizeof room.bytes,
    };
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof descriptor);
    memcpy(CMSG_DATA(header), &descriptor, sizeof descriptor);
    ssize_t sent;
    do sent = sendmsg(connection, &message, MSG_NOSIGNAL);
    while (sent < 0 && errno == EINTR);
    // A few bytes are sent as a whole, or not at all.
    return sent == (ssize_t) count ? 0 : -1;
}

static ssize_t receive_some(int connection, char *bytes, size_t count, int *descriptor) {
    struct iovec part = { bytes, count };
    union ancillary room;
    struct msghdr message = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = room.bytes, .msg_controllen = sizeof room.bytes,
    };
    ssize_t received;
    do received = recvmsg(connection, &message, MSG_CMSG_CLOEXEC);
    while (received < 0 && errno == EINTR);
    if (received <= 0) return received;
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    if (header && header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_RIGHTS) {
        if (*descriptor >= 0) close(*descriptor);
        memcpy(descriptor, CMSG_DATA(header), sizeof *descriptor);
    }
    return received;
}

int headshot_receive_descriptor(int connection, void *bytes, size_t count, int *descriptor) {
    *descriptor = -1;
    for (size_t filled = 0; filled < count;) {
        ssize_t received = receive_some(connection, (char *) bytes + filled, count - filled, descriptor);
        if (received <= 0) {
            if (*descriptor >= 0) close(*descriptor);
            return -1;
        }
        filled += (size_t) received;
    }
    return 0;
}

int headshot_spawn_close_from(posix_spawn_file_actions_t *actions, int first) {
    return posix_spawn_file_actions_addclosefrom_np(actions, first);
}

int headshot_open_program(const char *path) {
    return open(path, O_PATH | O_CLOEXEC);
}
