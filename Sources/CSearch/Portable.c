// The finder without vectors: its time is linear, whatever needle and memory are made of.
#include "Finders.h"

#include <stdint.h>

// An odd number of many bits, so that each byte reaches the whole sum.
static const uint64_t base = 0x9E3779B97F4A7C15;

static unsigned char read_byte(const endless_needle *needle, unsigned char byte) {
  return needle->ignores_case ? endless_fold(byte) : byte;
}

// Keeps a sum over as many bytes as the needle has, which each step changes by the byte that comes and
// the byte that leaves; only where it is the needle's are the bytes compared (Karp and Rabin, 1987).
ptrdiff_t endless_find_portable(const endless_needle *needle, const unsigned char *memory, size_t count) {
  const size_t length = needle->count;
  uint64_t wanted = 0, sum = 0, leaving = 1;
  for (size_t at = 0; at < length; at++) {
    wanted = wanted * base + needle->bytes[at];
    sum = sum * base + read_byte(needle, memory[at]);
    leaving *= base;
  }
  for (size_t at = 0;; at++) {
    if (sum == wanted && endless_is_at(needle, memory + at)) return (ptrdiff_t)at;
    if (at + length == count) return -1;
    sum = sum * base + read_byte(needle, memory[at + length]);
    sum -= leaving * read_byte(needle, memory[at]);
  }
}
