/* Preloaded into a server, this stands for a disk that forgets at a power cut all that was not made durable.
 *
 * POWERCUT_DATABASE names the database. Whenever it, its log (-wal) or its journal is synced, the file is copied as it
 * stands to the folder POWERCUT_PLATTER, under its inode; whenever their folder is synced, so are their names. What is
 * only written, truncated, renamed or removed is not on the platter. The index (-shm) is memory and never is.
 * Copies are made under a lock on the platter's file "lock": who holds it finds all files as of one moment.
 *
 * While a file named POWERCUT_FULL exists the disk is full: no file of the database grows (ENOSPC).
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>

enum { OTHER, DATABASE, FOLDER };

static const char *setting(const char *name) {
    const char *found = getenv(name);
    return found && *found ? found : NULL;
}

/* What a path is to us: a file of the database, the folder that it is in, or nothing. */
static int kind_of_path(const char *path) {
    const char *database = setting("POWERCUT_DATABASE");
    if (!database) return OTHER;
    size_t length = strlen(database);
    if (!strncmp(path, database, length)) {
        const char *rest = path + length;
        return !*rest || !strcmp(rest, "-wal") || !strcmp(rest, "-journal") ? DATABASE : OTHER;
    }
    const char *slash = strrchr(database, '/');
    size_t folder = slash ? (size_t)(slash - database) : 0;
    return strlen(path) == folder && !strncmp(path, database, folder) ? FOLDER : OTHER;
}

static int kind_of(int fd) {
    char link[64], path[PATH_MAX];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length <= 0) return OTHER;
    path[length] = 0;
    return kind_of_path(path);
}

static void die(const char *what) {
    perror(what);
    _exit(99); /* a platter that cannot be trusted must not pass for one that can */
}

/* A name for the file itself, whatever it is called; one made later in its place has another. */
static void name_of(const struct statx *found, char *name, size_t size) {
    snprintf(name, size, "%llu-%lld-%u", (unsigned long long)found->stx_ino, (long long)found->stx_btime.tv_sec,
             found->stx_btime.tv_nsec);
}

static int lock_platter(const char *platter) {
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/lock", platter);
    int lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (lock < 0 || flock(lock, LOCK_EX)) die("powercut: lock");
    return lock;
}

/* Put a draft in the place of what was there before, at once. */
static void place(const char *platter, const char *draft, const char *name) {
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/%s", platter, name);
    if (rename(draft, path)) die("powercut: rename");
}

static void copy_file(int fd, const char *platter) {
    char from[64], draft[PATH_MAX], name[96];
    struct statx found;
    snprintf(from, sizeof from, "/proc/self/fd/%d", fd);
    if (statx(fd, "", AT_EMPTY_PATH, STATX_INO | STATX_BTIME, &found)) die("powercut: statx");
    name_of(&found, name, sizeof name);
    snprintf(draft, sizeof draft, "%s/draft", platter);
    int source = open(from, O_RDONLY | O_CLOEXEC), target = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (source < 0 || target < 0) die("powercut: copy");
    ssize_t sent;
    while ((sent = sendfile(target, source, NULL, 1 << 24)) > 0) continue;
    if (sent < 0) die("powercut: sendfile");
    close(source);
    close(target);
    place(platter, draft, name);
}

/* Write down which names lead to which files, as the folder says now. */
static void copy_names(int fd, const char *platter) {
    char folder[64], draft[PATH_MAX], full[PATH_MAX], name[96];
    snprintf(folder, sizeof folder, "/proc/self/fd/%d", fd);
    snprintf(draft, sizeof draft, "%s/draft", platter);
    ssize_t length = readlink(folder, full, sizeof full - NAME_MAX - 2);
    DIR *here = opendir(folder);
    FILE *list = fopen(draft, "we");
    if (length < 0 || !here || !list) die("powercut: names");
    for (struct dirent *entry; (entry = readdir(here));) {
        struct statx found;
        snprintf(full + length, sizeof full - length, "/%s", entry->d_name);
        if (kind_of_path(full) != DATABASE) continue;
        if (statx(AT_FDCWD, full, 0, STATX_INO | STATX_BTIME, &found)) continue; /* removed meanwhile */
        name_of(&found, name, sizeof name);
        fprintf(list, "%s %s\n", name, entry->d_name);
    }
    closedir(here);
    if (fclose(list)) die("powercut: names");
    place(platter, draft, "names");
}

static int synced(int fd) {
    const char *platter = setting("POWERCUT_PLATTER");
    int kind = platter ? kind_of(fd) : OTHER;
    if (kind == OTHER) return 0;
    int lock = lock_platter(platter);
    kind == DATABASE ? copy_file(fd, platter) : copy_names(fd, platter);
    close(lock);
    return 0;
}

int fsync(int fd) { return synced(fd); }
int fdatasync(int fd) { return synced(fd); }

/* Whether this write makes a file of the database grow on a full disk. */
static int no_space(int fd, off64_t end) {
    const char *full = setting("POWERCUT_FULL");
    struct stat64 found;
    if (!full || access(full, F_OK) || kind_of(fd) != DATABASE || fstat64(fd, &found) || end <= found.st_size) return 0;
    errno = ENOSPC;
    return 1;
}

/* Both names lead here: off_t has 64 bits wherever this is built. */
ssize_t pwrite64(int fd, const void *from, size_t size, off64_t at) {
    static ssize_t (*real)(int, const void *, size_t, off64_t);
    if (!real) real = dlsym(RTLD_NEXT, "pwrite64");
    return no_space(fd, at + (off64_t)size) ? -1 : real(fd, from, size, at);
}

ssize_t pwrite(int fd, const void *from, size_t size, off_t at) { return pwrite64(fd, from, size, at); }
