// Declarations shared by the finders.
#ifndef ENDLESS_FINDERS_H
#define ENDLESS_FINDERS_H

#include "CSearch.h"

#include <string.h>

// The maximum number of bytes compared without a match for each byte that was passed, beyond an initial allowance;
// each comparison counts as the whole needle. If the maximum is exceeded, as with a long needle that almost matches
// everywhere, the finder without vectors takes over, because such places do not slow it down.
#define ENDLESS_VAIN 16

// Whether the needle matches at the start of the memory.
static inline bool endless_is_at(const endless_needle *needle, const unsigned char *memory) {
  if (!needle->fold) return memcmp(memory, needle->bytes, needle->count) == 0;
  for (size_t at = 0; at < needle->count; at++)
    if (needle->fold[memory[at]] != needle->bytes[at]) return false;
  return true;
}

// A finder; the memory must be at least as long as the needle.
typedef ptrdiff_t endless_finder(const endless_needle *, const unsigned char *memory, size_t count);

endless_finder endless_find_portable;
endless_finder endless_find_by_16;
endless_finder endless_find_by_32;

#endif
