// The heap and its pages (mallopt(3), madvise(2)).
#ifndef ENDLESS_MEMORY_H
#define ENDLESS_MEMORY_H

#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>

// malloc_trim(3) is missing from Swift's Glibc module.
static inline void endless_trim_memory(void) { malloc_trim(0); }

// Uses one heap for all threads, because memory freed in the heap of one thread is not available to other threads.
static inline void endless_share_heap(void) { mallopt(M_ARENA_MAX, 1); }

// Allocates pages for the heap in one call, because a page fault for each page costs more (madvise(2),
// MADV_POPULATE_WRITE, Linux 5.14; with an older kernel, nothing changes).
//
// The thresholds are those that glibc itself sets once a canvas has been freed, so that the memory of a frame is
// not mapped each time.
static inline void endless_prepare_heap(size_t bytes) {
  enum { POPULATE_WRITE = 23, FIRST = 256 << 10, MAPPED = 1 << 20, PAGE = 4096 };
  endless_share_heap();
  mallopt(M_MMAP_THRESHOLD, MAPPED);
  mallopt(M_TRIM_THRESHOLD, 2 * MAPPED);
  mallopt(M_TOP_PAD, (int)bytes);
  char *first = malloc(FIRST);
  mallopt(M_TOP_PAD, 128 << 10);
  if (!first) return;
  char *start = (char *)(((uintptr_t)first + PAGE - 1) & ~(uintptr_t)(PAGE - 1));
  madvise(start, bytes, POPULATE_WRITE);
  free(first);
}

// A file in memory (memfd_create(2), missing from Swift's Glibc module); negative on failure.
int endless_memory_file(const char *name);

#endif
