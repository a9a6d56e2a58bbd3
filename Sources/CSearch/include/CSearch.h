// Functions that find bytes in memory and measure text. They are written in C, because Swift cannot choose vector
// instructions at run time. They read nothing outside the given memory.
#ifndef ENDLESS_CSEARCH_H
#define ENDLESS_CSEARCH_H

#include <stdbool.h>
#include <stddef.h>

// The number of bytes that are compared in one step: 1 without vectors, otherwise the size of a vector.
enum {
  ENDLESS_PORTABLE = 1,
  ENDLESS_16_BYTES = 16,
  ENDLESS_32_BYTES = 32,
};

// A string of bytes to search for, prepared for the search; the bytes belong to the caller.
typedef struct {
  // The bytes of the needle, at least one. If case is ignored, the letters A to Z are stored as a to z.
  const unsigned char *bytes;
  size_t count;
  // The indices of the two bytes that are compared first: they are rare in general, or rare together in a sample.
  size_t rarest, second;
  // Whether the case of the letters A to Z is ignored; other letters are always compared exactly.
  bool ignores_case;
  // The number of bytes that are compared in a step, at most endless_widest().
  int width;
} endless_needle;

// Returns the largest number of bytes that this machine can compare in one step.
int endless_widest(void);

// Prepares a needle of at least one byte; the bytes must stay valid.
endless_needle endless_make_needle(const unsigned char *bytes, size_t count, bool ignores_case);

// Selects two bytes of a needle that are rare together in a sample of the text, because bytes that are rare in most
// logs may be in each line of this text. A sample of a few KiB suffices. Takes about 50 µs for 16 KiB.
void endless_fit_needle(endless_needle *needle, const unsigned char *sample, size_t count);

// Returns the index of the first occurrence of the needle, or -1 if it does not occur. Takes linear time, except with
// a needle and memory that are made to defeat it (see Portable.c).
ptrdiff_t endless_find(const endless_needle *needle, const unsigned char *memory, size_t count);

// Returns the index of the first occurrence of a byte, or -1 if it does not occur.
ptrdiff_t endless_find_byte(unsigned char byte, const unsigned char *memory, size_t count);

// Returns the index of the last occurrence of a byte, or -1 if it does not occur.
ptrdiff_t endless_find_last_byte(unsigned char byte, const unsigned char *memory, size_t count);

// Whether all bytes are ASCII.
bool endless_is_ascii(const unsigned char *memory, size_t count);

// The measurements of a text in UTF-16.
typedef struct {
  // The length of the text in bytes of UTF-8, if no unit is a surrogate.
  size_t bytes;
  size_t line_feeds;
  // The number of escapes and backspaces.
  size_t controls;
  size_t surrogates;
  // The number of Kelvin signs and of letters long s, whose other cases are the ASCII letters k and s.
  size_t foreign_cases;
} endless_units;

// Measures a text of two-byte units, which need not be aligned, and writes one byte for each unit: an ASCII character as
// it is, and any other unit as zero or as a byte from 0x80 on.
endless_units endless_narrow_units(const unsigned char *memory, size_t count, bool is_big_endian, unsigned char *bytes);

#endif
