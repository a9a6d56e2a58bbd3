// What reading files needs of the system and Swift does not show.
#ifndef ENDLESS_CFILES_H
#define ENDLESS_CFILES_H

#include <sys/uio.h>

// The C library shows it only to GNU sources, which Swift's module of it is not (bits/uio-ext.h).
#ifndef RWF_NOWAIT
#define RWF_NOWAIT 0x00000008
#endif

// As pread(2), but only what the system has in memory: EAGAIN where it had to wait for a disk, and
// EOPNOTSUPP on a file system that cannot tell, such as one of a network (preadv2(2), RWF_NOWAIT).
static inline long endless_read_cached(int descriptor, void *memory, unsigned long size, long offset) {
  struct iovec part = {memory, size};
  return preadv2(descriptor, &part, 1, offset, RWF_NOWAIT);
}

#endif
