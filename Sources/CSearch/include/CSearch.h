// Finds bytes in memory: in C, because Swift has no instructions for vectors that are chosen at run time.
// Nothing here reads outside the memory that it is given.
#ifndef ENDLESS_CSEARCH_H
#define ENDLESS_CSEARCH_H

#include <stdbool.h>
#include <stddef.h>

// How many bytes are compared in one step: one with no vectors, else the bytes of a vector.
enum {
  ENDLESS_PORTABLE = 1,
  ENDLESS_16_BYTES = 16,
  ENDLESS_32_BYTES = 32,
};

// What is looked for; its bytes belong to the caller.
typedef struct {
  // At least one. Where case is ignored, A to Z are a to z here.
  const unsigned char *bytes;
  size_t count;
  // Where its two rarest bytes are, by what is usual in logs, or in what it was fitted to.
  size_t rarest, second;
  // Whether A to Z are equal to a to z. No other letters are.
  bool ignores_case;
  // The bytes of one step; never more than endless_widest() says.
  int width;
} endless_needle;

// The most bytes of one step that this machine has.
int endless_widest(void);

// Prepares what is looked for; its bytes stay where they are, and there must be one.
endless_needle endless_make_needle(const unsigned char *bytes, size_t count, bool ignores_case);

// Chooses the two bytes of a needle that are the rarest together in a sample of what is to be searched, of which
// some KiB will do: what is rare in most logs may be in each line of this one. Some 50 µs for 16 KiB.
void endless_fit_needle(endless_needle *needle, const unsigned char *sample, size_t count);

// Where the needle is first in these bytes; -1 where it is not. The time is linear in their number.
ptrdiff_t endless_find(const endless_needle *needle, const unsigned char *memory, size_t count);

// Where a byte is first; -1 where it is not.
ptrdiff_t endless_find_byte(unsigned char byte, const unsigned char *memory, size_t count);

// Where a byte is last; -1 where it is not.
ptrdiff_t endless_find_last_byte(unsigned char byte, const unsigned char *memory, size_t count);

// Whether all bytes are ASCII.
bool endless_is_ascii(const unsigned char *memory, size_t count);

#endif
