// Functions that find bytes in memory, and measure and decode text. They are written in C, because Swift cannot choose
// vector instructions at run time. They read nothing outside the given memory.
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
  // The bytes of the needle, at least one, as the fold maps them.
  const unsigned char *bytes;
  size_t count;
  // The indices of the two bytes that are compared first: they are rare in general, or rare together in a sample.
  size_t rarest, second;
  // The bits in which the bytes that equal these two may differ from them.
  unsigned char rarest_bits, second_bits;
  // For each of the 256 bytes, the byte as which it is compared; NULL if all bytes are compared as they are.
  const unsigned char *fold;
  // The number of bytes that are compared in a step, at most endless_widest().
  int width;
} endless_needle;

// Returns the largest number of bytes that this machine can compare in one step.
int endless_widest(void);

// Prepares a needle of at least one byte; the bytes must stay valid. If case is ignored, the letters A to Z equal a to
// z, and the bytes must hold a to z; all other bytes are compared as they are.
endless_needle endless_make_needle(const unsigned char *bytes, size_t count, bool ignores_case);

// Prepares a needle whose bytes are compared as a table of 256 bytes maps them, or as they are if it is NULL; the table
// must have mapped the bytes of the needle, and must stay valid.
endless_needle endless_make_folded_needle(const unsigned char *bytes, size_t count, const unsigned char *fold);

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

// The measurements of a text in UTF-16; all are zero before the first unit.
typedef struct {
  // The length of the text in bytes of UTF-8, if no surrogate is unpaired; a half of a pair counts two bytes.
  size_t bytes;
  size_t line_feeds;
  // The number of escapes and backspaces.
  size_t controls;
  // Whether a surrogate follows the wrong kind of unit.
  bool has_unpaired;
  // Whether the last unit is the first half of a surrogate pair.
  bool is_in_pair;
  // Whether the last units are not all ASCII, and whether surrogates are among them.
  bool has_others, has_pairs;
} endless_units;

// Measures the next units of a text, which need not be aligned, and writes the byte of each unit (endless_byte_of()).
void endless_narrow_units(endless_units *text, const unsigned char *memory, size_t count, bool is_big_endian,
                          unsigned char *bytes);

// The numbers of units that were decoded, and of bytes that were written.
typedef struct {
  size_t units, bytes;
} endless_decoded;

// Decodes units of UTF-16 to UTF-8, which need not be aligned, up to a surrogate, or up to some ASCII characters, which
// simpler code decodes faster. Up to 7 units at the end are left; all are left if this machine has no vectors of
// 32 bytes. The memory must have space for three bytes for each unit, and for 8 more bytes.
endless_decoded endless_decode_units(const unsigned char *units, size_t count, bool is_big_endian,
                                     unsigned char *bytes);

// Returns the byte that stands for a unit of UTF-16: an ASCII character as it is, and a byte from 0x80 on for any other
// unit. The latter depends on the lower bits of both bytes of the unit, so that most characters of a text differ in their
// bytes; those of the two cases of a letter usually differ in one bit.
static inline unsigned char endless_byte_of(unsigned short unit) {
  return (unsigned char)(unit < 0x80 ? unit : (unit ^ unit >> 8 << 1) | 0x80);
}

#endif
