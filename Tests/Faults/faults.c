// Stands between a program and the C library (LD_PRELOAD): fails a call, kills at a call, or keeps beside the files what
// a power cut would leave of them. The calls of all threads are counted together, which strace's injection cannot do.
//
//   FAULTS_ROOT    the folder whose files it is about; also what it calls the disk
//   FAULTS_CALL    sync, write or send: which calls count; writes and syncs only those of files in the folder
//   FAULTS_TIMES   the how-manieth of them is hit, from 1
//   FAULTS_LASTS   if set, so are all later ones
//   FAULTS_ERROR   the error number that the call fails with; 0 kills the process before the call
//   FAULTS_REPORT  a file that is made when the call was hit
//   FAULTS_DISK    a folder that gets each file and each listing as of each of its syncs, and an empty file of the name
//                  `told` for each write to standard output; nothing is really synced then. Names begin with the
//                  moment, so that each state that the disk was in can be made again.
//   FAULTS_NORMAL  if set, SQLite runs with synchronous = NORMAL, whatever the program asks for
//   FAULTS_VACUUM  if set, SQLite syncs nothing of the copies that VACUUM INTO writes
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

// The call of the same name that the program would have reached without this library.
#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static atomic_int reached;

// Whether this call is the one to fail; errno is set then. Does not return if it is the one to kill at.
static int is_hit(const char *call) {
    const char *wanted = getenv("FAULTS_CALL"), *report = getenv("FAULTS_REPORT");
    if (!wanted || strcmp(wanted, call)) return 0;
    int number = atomic_fetch_add(&reached, 1) + 1, first = atoi(getenv("FAULTS_TIMES"));
    if (number < first || (number > first && !getenv("FAULTS_LASTS"))) return 0;
    if (report) close(open(report, O_CREAT | O_WRONLY | O_CLOEXEC, 0600));
    int error = atoi(getenv("FAULTS_ERROR"));
    if (!error) kill(getpid(), SIGKILL);
    errno = error;
    return 1;
}

static int is_ours(int file) {
    char link[64], path[PATH_MAX];
    const char *root = getenv("FAULTS_ROOT");
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (!root || length < 0) return 0;
    path[length] = 0;
    size_t prefix = strlen(root);
    return !strncmp(path, root, prefix) && (path[prefix] == 0 || path[prefix] == '/');
}

// A file's number and birth: a number alone is given to another file once the first is gone.
static void name_of(const struct statx *file, char *name, size_t size) {
    snprintf(name, size, "%llu-%lld-%u", (unsigned long long)file->stx_ino,
             (long long)file->stx_btime.tv_sec, file->stx_btime.tv_nsec);
}

static void keep_listing(int folder, FILE *out) {
    DIR *entries = fdopendir(openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    for (struct dirent *entry; entries && (entry = readdir(entries));) {
        struct statx file;
        char name[96];
        if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, "..")) continue;
        if (statx(folder, entry->d_name, AT_SYMLINK_NOFOLLOW, STATX_BASIC_STATS | STATX_BTIME, &file))
            continue;
        name_of(&file, name, sizeof name);
        fprintf(out, "%s %c %s\n", name, S_ISDIR(file.stx_mode) ? 'd' : 'f', entry->d_name);
    }
    if (entries) closedir(entries);
}

static void keep_bytes(int file, FILE *out) {
    char link[64], bytes[65536];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    int again = open(link, O_RDONLY | O_CLOEXEC);
    for (ssize_t count; (count = read(again, bytes, sizeof bytes)) > 0;)
        fwrite(bytes, 1, (size_t)count, out);
    close(again);
}

// One sync after another, over all threads and processes: a later one never has less of a file.
static int lock_disk(void) {
    int lock = open(getenv("FAULTS_DISK"), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (lock < 0 || flock(lock, LOCK_EX)) abort();
    return lock;
}

static void path_of_moment(const char *name, char *path, size_t size) {
    struct timespec now;
    if (clock_gettime(CLOCK_MONOTONIC, &now)) abort();
    snprintf(path, size, "%s/%011lld%09ld-%s", getenv("FAULTS_DISK"), (long long)now.tv_sec, now.tv_nsec, name);
}

// Keeps a file, or the names in a folder, as a disk has them once they are synced.
static void keep(int file) {
    struct statx status;
    struct stat root;
    char name[96], path[PATH_MAX], draft[PATH_MAX];
    if (statx(file, "", AT_EMPTY_PATH, STATX_BASIC_STATS | STATX_BTIME, &status)) abort();
    if (!stat(getenv("FAULTS_ROOT"), &root) && root.st_ino == status.stx_ino)
        snprintf(name, sizeof name, "root");
    else
        name_of(&status, name, sizeof name);
    snprintf(draft, sizeof draft, "%s/draft", getenv("FAULTS_DISK"));
    int lock = lock_disk();
    FILE *out = fopen(draft, "we");
    if (!out) abort();
    if (S_ISDIR(status.stx_mode)) keep_listing(file, out); else keep_bytes(file, out);
    if (fclose(out)) abort();
    path_of_moment(name, path, sizeof path);
    if (rename(draft, path)) abort();
    close(lock);
}

static void note_told(void) {
    char path[PATH_MAX];
    int lock = lock_disk();
    path_of_moment("told", path, sizeof path);
    close(open(path, O_CREAT | O_WRONLY | O_CLOEXEC, 0600));
    close(lock);
}

static int sync_file(int file, int (*next)(int)) {
    if (!is_ours(file)) return next(file);
    if (is_hit("sync")) return -1;
    if (!getenv("FAULTS_DISK")) return next(file);
    keep(file);
    return 0;
}

int fsync(int file) { return sync_file(file, NEXT(fsync)); }
int fdatasync(int file) { return sync_file(file, NEXT(fdatasync)); }

ssize_t write(int file, const void *bytes, size_t count) {
    if (file == STDOUT_FILENO && getenv("FAULTS_DISK")) note_told();
    return is_ours(file) && is_hit("write") ? -1 : NEXT(write)(file, bytes, count);
}

ssize_t pwrite(int file, const void *bytes, size_t count, off_t offset) {
    return is_ours(file) && is_hit("write") ? -1 : NEXT(pwrite)(file, bytes, count, offset);
}

ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t offset) {
    return is_ours(file) && is_hit("write") ? -1 : NEXT(pwrite64)(file, bytes, count, offset);
}

ssize_t send(int file, const void *bytes, size_t count, int flags) {
    return is_hit("send") ? -1 : NEXT(send)(file, bytes, count, flags);
}

ssize_t sendto(int file, const void *bytes, size_t count, int flags,
               __CONST_SOCKADDR_ARG address, socklen_t length) {
    return is_hit("send") ? -1 : NEXT(sendto)(file, bytes, count, flags, address, length);
}

ssize_t sendmsg(int file, const struct msghdr *message, int flags) {
    return is_hit("send") ? -1 : NEXT(sendmsg)(file, message, flags);
}

// SQLite's, without its header.
int sqlite3_exec(void *db, const char *sql, void *each, void *context, char **error);
int sqlite3_prepare_v3(void *db, const char *sql, int length, unsigned flags, void **statement,
                       const char **tail);

int sqlite3_prepare_v3(void *db, const char *sql, int length, unsigned flags, void **statement,
                       const char **tail) {
    if (getenv("FAULTS_VACUUM") && !strncmp(sql, "VACUUM INTO", 11))
        NEXT(sqlite3_exec)(db, "PRAGMA synchronous = OFF", NULL, NULL, NULL);
    if (!getenv("FAULTS_NORMAL") || strncmp(sql, "PRAGMA synchronous", 18))
        return NEXT(sqlite3_prepare_v3)(db, sql, length, flags, statement, tail);
    if (tail) *tail = sql + strlen(sql);
    return NEXT(sqlite3_prepare_v3)(db, "PRAGMA synchronous = NORMAL", -1, flags, statement, NULL);
}
