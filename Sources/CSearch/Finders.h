// Declarations shared by the finders.
#ifndef ENDLESS_FINDERS_H
#define ENDLESS_FINDERS_H

#include "CSearch.h"

#include <string.h>

// The bit in which the two cases of a letter differ. Setting it in a byte gives a lower-case letter only if the byte
// was that letter, in either case.
#define ENDLESS_CASE 0x20

// The maximum number of bytes compared without a match for each byte that was passed, beyond an initial allowance;
// each comparison counts as the whole needle. If the maximum is exceeded, as with a long needle that almost matches
// everywhere, the finder without vectors takes over, because such places do not slow it down.
#define ENDLESS_VAIN 16

// Maps the letters A to Z to a to z, and leaves other bytes unchanged.
static inline unsigned char endless_fold(unsigned char byte) {
  return byte >= 'A' && byte <= 'Z' ? byte | ENDLESS_CASE : byte;
}

// Returns the bit in which the two cases of a byte of the needle differ; 0 if the byte has no case, or if case matters.
unsigned char endless_case_bit(const endless_needle *needle, size_t at);

// Whether the needle matches at the start of the memory.
static inline bool endless_is_at(const endless_needle *needle, const unsigned char *memory) {
  if (!needle->ignores_case) return memcmp(memory, needle->bytes, needle->count) == 0;
  for (size_t at = 0; at < needle->count; at++)
    if (endless_fold(memory[at]) != needle->bytes[at]) return false;
  return true;
}

// A finder; the memory must be at least as long as the needle.
typedef ptrdiff_t endless_finder(const endless_needle *, const unsigned char *memory, size_t count);

endless_finder endless_find_portable;
endless_finder endless_find_by_16;
endless_finder endless_find_by_32;

#endif
