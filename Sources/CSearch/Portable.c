// The finder without vectors. It takes linear time for any needle and memory, unless many sums are equal by chance or
// by design.
#include "Finders.h"

#include <stdint.h>

// An odd number with many set bits, so that most bytes affect many bits of the sum.
static const uint64_t base = 0x9E3779B97F4A7C15;

static unsigned char read_byte(const endless_needle *needle, unsigned char byte) {
  return needle->fold ? needle->fold[byte] : byte;
}

// Maintains a rolling sum over as many bytes as the needle has, updated by the byte that enters and the one that
// leaves; the bytes are compared only if the sums are equal (Karp and Rabin, 1987).
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
