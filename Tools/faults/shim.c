// Counts, records and breaks the calls that change or read files of one folder or write to standard output.
// Preloaded: LD_PRELOAD=shim.so. The variables:
//   FAULT_FOLDER  the folder whose files count, without links in its path
//   FAULT_LOG     where each call is recorded (layout: struct record, then its data)
//   FAULT_CALL    the number of the call that is broken, from 1; 0 or nothing for none
//   FAULT_KIND    how: "kill" before it, "killed" after it, "short" for half a write, or the number of an error
//   FAULT_MEMORY  how many bytes of address space the program may have; nothing for no limit
//   FAULT_FULL    while a file of this name exists, the disk is full: what would grow or make a file fails with ENOSPC
//   FAULT_CLOCK   a seed, from which the clock jumps by years at every question; nothing for the true time
//   FAULT_AHEAD   how many seconds the clock is ahead, always the same; nothing for the true time
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

struct record {
  uint32_t number;
  uint32_t kind;  // a letter, see `faults/recorded.py`
  uint64_t inode;
  int64_t offset;
  uint32_t length;  // of the data that follows
  uint32_t failed;
};

enum { DESCRIPTORS = 1024 };
static char tracked[DESCRIPTORS];
static const char *folder, *kind, *full;
static int log_file = -1;
enum { YEAR = 365 * 86400 };
static uint64_t clock_state;
static int64_t clock_ahead;
static unsigned number, broken;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

__attribute__((constructor)) static void start(void) {
  const char *call = getenv("FAULT_CALL"), *path = getenv("FAULT_LOG");
  folder = getenv("FAULT_FOLDER");
  kind = getenv("FAULT_KIND");
  full = getenv("FAULT_FULL");
  broken = call ? (unsigned)atoi(call) : 0;
  if (path) log_file = (int)syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0600);
  tracked[1] = 1;
  const char *memory = getenv("FAULT_MEMORY"), *jumps = getenv("FAULT_CLOCK"), *ahead = getenv("FAULT_AHEAD");
  if (memory) {
    struct rlimit limit = {strtoull(memory, NULL, 10), strtoull(memory, NULL, 10)};
    setrlimit(RLIMIT_AS, &limit);
  }
  if (jumps) clock_state = strtoull(jumps, NULL, 10) | 1;
  if (ahead) clock_ahead = strtoll(ahead, NULL, 10);
}

// Seconds back or ahead; 0 where the clock is left alone.
static int64_t jump(void) {
  if (!clock_state) return clock_ahead;
  uint64_t next = __atomic_add_fetch(&clock_state, 0x9E3779B97F4A7C15u, __ATOMIC_RELAXED) * 0xBF58476D1CE4E5B9u;
  return (int64_t)((next >> 40) % (20 * YEAR)) - 10 * YEAR;
}

int clock_gettime(clockid_t which, struct timespec *time) {
  int result = (int)syscall(SYS_clock_gettime, which, time);
  if (result == 0 && which == CLOCK_REALTIME) time->tv_sec += jump();
  return result;
}

int gettimeofday(struct timeval *time, void *zone) {
  int result = (int)syscall(SYS_gettimeofday, time, zone);
  if (result == 0 && time) time->tv_sec += jump();
  return result;
}

static int is_ours(const char *path) { return folder && path && strncmp(path, folder, strlen(folder)) == 0; }
static int is_tracked(int file) { return file >= 0 && file < DESCRIPTORS && tracked[file]; }
static uint64_t inode_of(int file) {
  struct stat status;
  return file == 1 || fstat(file, &status) != 0 ? 0 : status.st_ino;
}

static void note(char letter, uint64_t inode, int64_t offset, const void *data, size_t length, int failed) {
  if (log_file < 0) return;
  struct record record = {number, (uint32_t)letter, inode, offset, (uint32_t)length, (uint32_t)failed};
  syscall(SYS_write, log_file, &record, sizeof record);
  if (length) syscall(SYS_write, log_file, data, length);
}

// Whether the disk is too full for what a call would write. A file that has its room already can be written over.
static int is_full(int file, int64_t end) {
  struct stat status;
  if (!full || syscall(SYS_access, full, F_OK) != 0) return 0;
  return file < 0 || (fstat(file, &status) == 0 && S_ISREG(status.st_mode) && end > status.st_size);
}

static void die(void) { syscall(SYS_kill, getpid(), SIGKILL); }

// Begins a call. Returns the error that it fails with, 0 for none, -1 for a short write.
static int begin(void) {
  pthread_mutex_lock(&lock);
  number++;
  if (number != broken || !kind) return 0;
  if (strcmp(kind, "kill") == 0) die();
  if (strcmp(kind, "short") == 0) return -1;
  return strcmp(kind, "killed") == 0 ? 0 : atoi(kind);
}

static void end(void) {
  if (number == broken && kind && strcmp(kind, "killed") == 0) die();
  int saved = errno;
  pthread_mutex_unlock(&lock);
  errno = saved;
}

#define REAL(name) __typeof__(&name) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)
#define BROKEN(letter, file, result)                  \
  int error = begin();                                \
  if (error > 0) {                                    \
    note(letter, inode_of(file), 0, NULL, 0, error);  \
    errno = error;                                    \
    end();                                            \
    return result;                                    \
  }

static int opened(int (*real)(const char *, int, ...), const char *path, int flags, mode_t mode) {
  if (!is_ours(path)) return real(path, flags, mode);
  int error = begin(), is_new = access(path, F_OK) != 0;
  if (error <= 0 && is_new && (flags & O_CREAT) && is_full(-1, 0)) error = ENOSPC;
  int file = error > 0 ? (errno = error, -1) : real(path, flags, mode);
  if (file >= 0 && file < DESCRIPTORS) tracked[file] = 1;
  if (file >= 0 && (flags & O_TRUNC) && !is_new) note('T', inode_of(file), 0, NULL, 0, 0);
  note(file >= 0 && is_new ? 'C' : 'O', file < 0 ? 0 : inode_of(file), 0, path, strlen(path) + 1, file < 0);
  end();
  return file;
}

#define OPEN(name)                                                   \
  int name(const char *path, int flags, ...) {                       \
    va_list more;                                                    \
    va_start(more, flags);                                           \
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(more, mode_t) : 0; \
    va_end(more);                                                    \
    REAL(name);                                                      \
    return opened(real, path, flags, mode);                          \
  }
OPEN(open)
OPEN(open64)

int close(int file) {
  REAL(close);
  if (is_tracked(file) && file > 2) tracked[file] = 0;
  return real(file);
}

static ssize_t written(int file, const void *data, size_t size, int64_t at, int error, ssize_t result) {
  if (result > 0) note(file == 1 ? 'A' : 'W', inode_of(file), at, data, (size_t)result, error);
  (void)size;
  end();
  return result;
}

ssize_t write(int file, const void *data, size_t size) {
  REAL(write);
  if (!is_tracked(file)) return real(file, data, size);
  BROKEN('W', file, -1)
  int64_t at = 0;
  if (file != 1) at = fcntl(file, F_GETFL) & O_APPEND ? lseek(file, 0, SEEK_END) : lseek(file, 0, SEEK_CUR);
  if (is_full(file, at + (int64_t)size)) return errno = ENOSPC, written(file, data, size, at, 0, -1);
  ssize_t result = real(file, data, error < 0 && size > 1 ? size / 2 : size);
  return written(file, data, size, at, error, result);
}

#define PWRITE(name, offset_type)                                                     \
  ssize_t name(int file, const void *data, size_t size, offset_type at) {             \
    REAL(name);                                                                       \
    if (!is_tracked(file)) return real(file, data, size, at);                         \
    BROKEN('W', file, -1)                                                             \
    if (is_full(file, at + (int64_t)size)) return errno = ENOSPC, written(file, data, size, at, 0, -1); \
    ssize_t result = real(file, data, error < 0 && size > 1 ? size / 2 : size, at);   \
    return written(file, data, size, at, error, result);                              \
  }
PWRITE(pwrite, off_t)
PWRITE(pwrite64, off64_t)

#define READ(name, parameters, arguments)                 \
  ssize_t name parameters {                               \
    REAL(name);                                           \
    if (!is_tracked(file)) return real arguments;         \
    BROKEN('r', file, -1)                                 \
    ssize_t result = real arguments;                      \
    note('r', inode_of(file), 0, NULL, 0, 0);             \
    end();                                                \
    return result;                                        \
  }
READ(read, (int file, void *data, size_t size), (file, data, size))
READ(pread, (int file, void *data, size_t size, off_t at), (file, data, size, at))
READ(pread64, (int file, void *data, size_t size, off64_t at), (file, data, size, at))

#define ON_FILE(name, letter, parameters, arguments, position)            \
  int name parameters {                                                   \
    REAL(name);                                                           \
    if (!is_tracked(file)) return real arguments;                         \
    BROKEN(letter, file, -1)                                              \
    int result = real arguments;                                          \
    note(letter, inode_of(file), position, NULL, 0, result != 0);         \
    end();                                                                \
    return result;                                                        \
  }
ON_FILE(fsync, 'S', (int file), (file), 0)
ON_FILE(fdatasync, 'S', (int file), (file), 0)
ON_FILE(ftruncate, 'T', (int file, off_t size), (file, size), size)
ON_FILE(ftruncate64, 'T', (int file, off64_t size), (file, size), size)

int unlink(const char *path) {
  REAL(unlink);
  if (!is_ours(path)) return real(path);
  BROKEN('U', -1, -1)
  int result = real(path);
  note('U', 0, 0, path, strlen(path) + 1, result != 0);
  end();
  return result;
}

int rename(const char *from, const char *to) {
  REAL(rename);
  if (!is_ours(to)) return real(from, to);
  BROKEN('R', -1, -1)
  char both[8192];
  int length = snprintf(both, sizeof both, "%s%c%s", from, 0, to) + 1;
  int result = real(from, to);
  note('R', 0, 0, both, (size_t)length, result != 0);
  end();
  return result;
}

#define MAP(name, offset_type)                                                                       \
  void *name(void *address, size_t size, int protection, int flags, int file, offset_type at) {      \
    REAL(name);                                                                                      \
    if (!is_tracked(file) || (flags & MAP_ANONYMOUS)) return real(address, size, protection, flags, file, at); \
    BROKEN('m', file, MAP_FAILED)                                                                    \
    void *result = real(address, size, protection, flags, file, at);                                 \
    note('m', inode_of(file), at, NULL, 0, result == MAP_FAILED);                                    \
    end();                                                                                           \
    return result;                                                                                   \
  }
MAP(mmap, off_t)
MAP(mmap64, off64_t)
