// System calls on descriptors and processes that Swift cannot import.
#ifndef ENDLESS_DESCRIPTORS_H
#define ENDLESS_DESCRIPTORS_H

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/falloc.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/vfs.h>
#include <unistd.h>

// The C library declares these only with _GNU_SOURCE, which Swift's Glibc module does not define (bits/uio-ext.h).
#ifndef RWF_NOWAIT
#define RWF_NOWAIT 0x00000008
#endif
#ifndef O_TMPFILE
#define O_TMPFILE (020000000 | O_DIRECTORY)
#endif
ssize_t preadv2(int, const struct iovec *, int, off_t, int);

// Like pread(2), but does not wait for a disk: fails with EAGAIN instead, or with EOPNOTSUPP on file systems
// without support, such as NFS (preadv2(2), RWF_NOWAIT).
static inline long endless_read_cached(int descriptor, void *memory, unsigned long size, long offset) {
  struct iovec part = {memory, size};
  return preadv2(descriptor, &part, 1, offset, RWF_NOWAIT);
}

// Opens a file without a name in a folder; the file disappears when it is closed, or when the process crashes. On
// a file system without O_TMPFILE (open(2)), such as NFS, it has a name for a moment. Returns -1 and sets errno on
// failure.
static inline int endless_unnamed_file(const char *folder) {
  int unnamed = open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC | O_EXCL, 0600);
  if (unnamed >= 0 || (errno != EOPNOTSUPP && errno != EISDIR && errno != EINVAL)) return unnamed;
  char path[PATH_MAX];
  // mkstemp(3) replaces each X with a random character, and sets mode 0600.
  if (snprintf(path, sizeof path, "%s/endless-XXXXXX", folder) >= (int)sizeof path) {
    errno = ENAMETOOLONG;
    return -1;
  }
  int named = mkstemp(path);
  if (named < 0) return -1;
  fcntl(named, F_SETFD, FD_CLOEXEC);
  unlink(path);
  return named;
}

// Releases the blocks of a range and keeps the size; the range then reads as zeros (fallocate(2)).
static inline long endless_punch_hole(int descriptor, long offset, long size) {
  return syscall(SYS_fallocate, descriptor, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, offset, size);
}

// The type of the file system that contains a path, or -1 (statfs(2)).
static inline long endless_file_system(const char *path) {
  struct statfs state;
  return statfs(path, &state) == 0 ? (long)(unsigned)state.f_type : -1;
}

// Makes a remote file system refresh its cached attributes of a file. For FUSE, the file is opened, and a refresh
// is forced (statx(2), AT_STATX_FORCE_SYNC); for NFS, opening it is sufficient.
void endless_renew_state(const char *path);

// A counter for poll(2); reading it resets it to zero, and blocks only if `waits` is set (eventfd(2)).
static inline int endless_event_counter(int waits) {
  return eventfd(0, EFD_CLOEXEC | (waits ? 0 : EFD_NONBLOCK));
}

// A pipe that child processes do not inherit (pipe2(2)).
static inline int endless_pipe(int ends[2]) { return (int)syscall(SYS_pipe2, ends, O_CLOEXEC); }

// Increases the capacity of a pipe, if the system allows it (F_SETPIPE_SZ of fcntl(2), declared only with
// _GNU_SOURCE).
static inline void endless_enlarge_pipe(int end, int size) { fcntl(end, 1031, size); }

// A descriptor that poll(2) reports when a process has ended; -1 on failure (pidfd_open(2), Linux 5.3).
static inline int endless_process_descriptor(int process) {
#ifdef SYS_pidfd_open
  return (int)syscall(SYS_pidfd_open, process, 0);
#else
  return -1;
#endif
}

// Stops ignoring SIGCHLD, which a process may inherit: the system would discard the exit status of a child process
// (waitpid(2)). A handler stays.
static inline void endless_keep_exit_statuses(void) {
  struct sigaction action;
  if (sigaction(SIGCHLD, NULL, &action) == 0 && action.sa_handler == SIG_IGN) signal(SIGCHLD, SIG_DFL);
}

// A descriptor for reading blocked signals (signalfd(2)), and a function that changes which signals it reads.
static inline int endless_signal_descriptor(const sigset_t *signals) {
  return signalfd(-1, signals, SFD_CLOEXEC | SFD_NONBLOCK);
}
static inline void endless_set_signals(int descriptor, const sigset_t *signals) {
  signalfd(descriptor, signals, 0);
}

#endif
