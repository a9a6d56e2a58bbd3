// System calls on descriptors that Swift does not import.
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

// The C library shows these only to GNU sources, which Swift's module of it is not (bits/uio-ext.h).
#ifndef RWF_NOWAIT
#define RWF_NOWAIT 0x00000008
#endif
#ifndef O_TMPFILE
#define O_TMPFILE (020000000 | O_DIRECTORY)
#endif
ssize_t preadv2(int, const struct iovec *, int, off_t, int);

// Like pread(2), but never waits for a disk: fails with EAGAIN instead, or with EOPNOTSUPP where the file
// system cannot tell, such as NFS (preadv2(2), RWF_NOWAIT).
static inline long endless_read_cached(int descriptor, void *memory, unsigned long size, long offset) {
  struct iovec part = {memory, size};
  return preadv2(descriptor, &part, 1, offset, RWF_NOWAIT);
}

// Opens a file in a folder that has no name: it is gone when it is closed, however the program ends. A file
// system without O_TMPFILE (open(2); NFS) lends it a name for a moment. Fails with -1 and errno.
static inline int endless_unnamed_file(const char *folder) {
  int unnamed = open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC | O_EXCL, 0600);
  if (unnamed >= 0 || (errno != EOPNOTSUPP && errno != EISDIR && errno != EINVAL)) return unnamed;
  char path[PATH_MAX];
  // mkstemp(3) replaces each X by a letter that cannot be guessed, and sets mode 0600.
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

// Gives the blocks of a range back and keeps the size: what was there reads as zeros (fallocate(2)).
static inline long endless_punch_hole(int descriptor, long offset, long size) {
  return syscall(SYS_fallocate, descriptor, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, offset, size);
}

// The type of the file system at a path, or -1 (statfs(2)).
static inline long endless_file_system(const char *path) {
  struct statfs state;
  return statfs(path, &state) == 0 ? (long)(unsigned)state.f_type : -1;
}

// Asks a file system of another host at once how a file is, which it may remember for a while: FUSE's does so for a
// file that is opened and asked by force (statx(2), AT_STATX_FORCE_SYNC), NFS for one that is opened.
void endless_renew_state(const char *path);

// A counter that poll(2) tells of; reading it sets it to zero, and waits unless told not to (eventfd(2)).
static inline int endless_event_counter(int waits) {
  return eventfd(0, EFD_CLOEXEC | (waits ? 0 : EFD_NONBLOCK));
}

// A pipe that programs started later do not inherit (pipe2(2)).
static inline int endless_pipe(int ends[2]) { return (int)syscall(SYS_pipe2, ends, O_CLOEXEC); }

// Lets a pipe hold more bytes, where the system allows it (F_SETPIPE_SZ of fcntl(2), which GNU's headers hide).
static inline void endless_enlarge_pipe(int end, int size) { fcntl(end, 1031, size); }

// A descriptor that poll(2) tells of when a process has ended; -1 where the system has none (pidfd_open(2),
// Linux 5.3).
static inline int endless_process_descriptor(int process) {
#ifdef SYS_pidfd_open
  return (int)syscall(SYS_pidfd_open, process, 0);
#else
  return -1;
#endif
}

// A descriptor from which signals are read that are blocked (signalfd(2)); and the same with others.
static inline int endless_signal_descriptor(const sigset_t *signals) {
  return signalfd(-1, signals, SFD_CLOEXEC | SFD_NONBLOCK);
}
static inline void endless_set_signals(int descriptor, const sigset_t *signals) {
  signalfd(descriptor, signals, 0);
}

#endif
