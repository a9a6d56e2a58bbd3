// What the finders share.
#ifndef ENDLESS_FINDERS_H
#define ENDLESS_FINDERS_H

#include "CSearch.h"

#include <string.h>

// The bit in which a letter's two cases differ. No two bytes become a letter by it but that letter's.
#define ENDLESS_CASE 0x20

// How many bytes may be compared in vain for each one that was passed. Beyond that (a long needle that
// nearly is everywhere) the finder without vectors, which is always linear, goes on.
#define ENDLESS_VAIN 16

// A to Z as a to z.
static inline unsigned char endless_fold(unsigned char byte) {
  return byte >= 'A' && byte <= 'Z' ? byte | ENDLESS_CASE : byte;
}

// What both cases of the needle's byte at a place become equal by: a bit, or none.
unsigned char endless_case_bit(const endless_needle *needle, size_t at);

// Whether all of the needle is here.
static inline bool endless_is_at(const endless_needle *needle, const unsigned char *memory) {
  if (!needle->ignores_case) return memcmp(memory, needle->bytes, needle->count) == 0;
  for (size_t at = 0; at < needle->count; at++)
    if (endless_fold(memory[at]) != needle->bytes[at]) return false;
  return true;
}

// Each finds a needle in memory that is at least as long.
typedef ptrdiff_t endless_finder(const endless_needle *, const unsigned char *memory, size_t count);

endless_finder endless_find_portable;
endless_finder endless_find_by_16;
endless_finder endless_find_by_32;

#endif
