// Measures text of two-byte units, and writes a byte for each unit, without decoding the text.
#include "CSearch.h"

#include <stdint.h>
#include <string.h>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

// The number of units that are measured in one step; a 16-bit counter counts each of them at most once, and an 8-bit
// counter each 32nd of them, so they cannot overflow.
#define STEP 4096

// The measurements of a step: the bits of all units, and the counts of some ASCII characters.
typedef struct {
  uint16_t any;
  size_t line_feeds, controls;
} ascii_counts;

static inline __attribute__((always_inline)) uint16_t read_unit(const unsigned char *memory, bool is_big_endian) {
  uint16_t unit;
  memcpy(&unit, memory, 2);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  is_big_endian = !is_big_endian;
#endif
  return is_big_endian ? (uint16_t)(unit >> 8 | unit << 8) : unit;
}

// Counts and writes ASCII characters; the bytes of other units are not specified. The loops are simple, and have 16-bit
// counters, so that a compiler turns them into vector instructions.
static inline __attribute__((always_inline)) ascii_counts narrow(const unsigned char *units, size_t count,
                                                                 bool is_big_endian, unsigned char *bytes) {
  uint16_t any = 0, feeds = 0, controls = 0;
  for (size_t at = 0; at < count; at++) {
    const uint16_t unit = read_unit(units + 2 * at, is_big_endian);
    any |= unit;
    feeds += unit == '\n';
    controls += (unit == '\x1B') | (unit == '\b');
  }
  for (size_t at = 0; at < count; at++) {
    const uint16_t unit = read_unit(units + 2 * at, is_big_endian);
    bytes[at] = unit < 0x80 ? (unsigned char)unit : 0xFF;
  }
  return (ascii_counts){any, feeds, controls};
}

#if defined(__x86_64__)
#define AVX2 __attribute__((target("avx2"))) static inline

AVX2 __m256i read_16(const unsigned char *units, bool is_big_endian) {
  const __m256i read = _mm256_loadu_si256((const __m256i *)units);
  return is_big_endian ? _mm256_or_si256(_mm256_slli_epi16(read, 8), _mm256_srli_epi16(read, 8)) : read;
}

// The sum of the bytes of a vector.
AVX2 size_t sum_of(__m256i bytes) {
  const __m256i sums = _mm256_sad_epu8(bytes, _mm256_setzero_si256());
  return (size_t)(_mm256_extract_epi64(sums, 0) + _mm256_extract_epi64(sums, 1) + _mm256_extract_epi64(sums, 2) +
                  _mm256_extract_epi64(sums, 3));
}

// The same as narrow(), 32 units at a time. The characters are counted in the written bytes, because a vector holds
// twice as many bytes as units; a compiler does not discover this.
AVX2 ascii_counts narrow_by_32(const unsigned char *units, size_t count, bool is_big_endian, unsigned char *bytes) {
  const __m256i feed = _mm256_set1_epi8('\n'), escape = _mm256_set1_epi8('\x1B'), back = _mm256_set1_epi8('\b');
  __m256i any = _mm256_setzero_si256(), feeds = any, controls = any;
  size_t at = 0;
  for (; at + 32 <= count; at += 32) {
    const __m256i first = read_16(units + 2 * at, is_big_endian), second = read_16(units + 2 * at + 32, is_big_endian);
    any = _mm256_or_si256(any, _mm256_or_si256(first, second));
    // Units from 0x80 on become bytes from 0x80 on, or zeros. The instruction packs each half of a vector separately.
    const __m256i packed = _mm256_packus_epi16(first, second);
    _mm256_storeu_si256((__m256i *)(bytes + at), _mm256_permute4x64_epi64(packed, 0xD8));
    feeds = _mm256_sub_epi8(feeds, _mm256_cmpeq_epi8(packed, feed));
    controls = _mm256_sub_epi8(
        controls, _mm256_or_si256(_mm256_cmpeq_epi8(packed, escape), _mm256_cmpeq_epi8(packed, back)));
  }
  ascii_counts all = narrow(units + 2 * at, count - at, is_big_endian, bytes + at);
  uint16_t lanes[16];
  _mm256_storeu_si256((__m256i *)lanes, any);
  for (size_t lane = 0; lane < 16; lane++) all.any |= lanes[lane];
  all.line_feeds += sum_of(feeds);
  all.controls += sum_of(controls);
  return all;
}
#endif

static inline bool is_first_half(uint16_t unit) { return (unit & 0xFC00) == 0xD800; }
static inline bool is_second_half(uint16_t unit) { return (unit & 0xFC00) == 0xDC00; }

// The counts of units; halves of surrogate pairs are also among those of three bytes.
typedef struct {
  size_t two_or_more, three, halves, line_feeds, controls;
} unit_counts;

// Checks that each second half of a surrogate pair follows a first half, and only it.
static inline __attribute__((always_inline)) void check_pairs(endless_units *text, const unsigned char *units,
                                                              size_t count, bool is_big_endian) {
  for (size_t at = 0; at < count; at++) {
    const uint16_t unit = read_unit(units + 2 * at, is_big_endian);
    text->unpaired += is_second_half(unit) != text->is_in_pair;
    text->is_in_pair = is_first_half(unit);
  }
}

// Counts any units, and writes all bytes.
static inline __attribute__((always_inline)) unit_counts measure(const unsigned char *units, size_t count,
                                                                 bool is_big_endian, unsigned char *bytes) {
  uint16_t two_or_more = 0, three = 0, halves = 0, feeds = 0, controls = 0;
  for (size_t at = 0; at < count; at++) {
    const uint16_t unit = read_unit(units + 2 * at, is_big_endian);
    two_or_more += unit >= 0x80;
    three += unit >= 0x800;
    halves += unit >> 11 == 0x1B;
    feeds += unit == '\n';
    controls += (unit == '\x1B') | (unit == '\b');
    bytes[at] = endless_byte_of(unit);
  }
  return (unit_counts){two_or_more, three, halves, feeds, controls};
}

#if defined(__x86_64__)
// Packs two vectors of masks for units into one vector of masks for bytes. The instruction packs each half of a vector
// separately, so the masks are not in the order of the units.
AVX2 __m256i pack(__m256i first, __m256i second) { return _mm256_packs_epi16(first, second); }

// Returns one bit for each byte of a packed vector, in the order of the units.
AVX2 uint32_t bits_of(__m256i packed) { return (uint32_t)_mm256_movemask_epi8(_mm256_permute4x64_epi64(packed, 0xD8)); }

// The same as check_pairs(), 32 units at a time.
AVX2 void check_pairs_by_32(endless_units *text, const unsigned char *units, size_t count, bool is_big_endian) {
  const __m256i kind = _mm256_set1_epi16((short)0xFC00), one = _mm256_set1_epi16((short)0xD800);
  const __m256i other = _mm256_set1_epi16((short)0xDC00);
  uint32_t is_in_pair = text->is_in_pair;
  size_t unpaired = 0, at = 0;
  for (; at + 32 <= count; at += 32) {
    const __m256i first = _mm256_and_si256(read_16(units + 2 * at, is_big_endian), kind);
    const __m256i second = _mm256_and_si256(read_16(units + 2 * at + 32, is_big_endian), kind);
    const uint32_t ones = bits_of(pack(_mm256_cmpeq_epi16(first, one), _mm256_cmpeq_epi16(second, one)));
    const uint32_t others = bits_of(pack(_mm256_cmpeq_epi16(first, other), _mm256_cmpeq_epi16(second, other)));
    unpaired += (size_t)__builtin_popcount((ones << 1 | is_in_pair) ^ others);
    is_in_pair = ones >> 31;
  }
  text->unpaired += unpaired;
  text->is_in_pair = is_in_pair;
  check_pairs(text, units + 2 * at, count - at, is_big_endian);
}

// The same as measure(), 32 units at a time. Short units are counted, because units are easily compared with zero.
AVX2 unit_counts measure_by_32(const unsigned char *units, size_t count, bool is_big_endian, unsigned char *bytes) {
  const __m256i zero = _mm256_setzero_si256(), low = _mm256_set1_epi16(0xFF), top = _mm256_set1_epi8((char)0x80);
  const __m256i half = _mm256_set1_epi16(0x1B), feed = _mm256_set1_epi8('\n');
  const __m256i escape = _mm256_set1_epi8('\x1B'), back = _mm256_set1_epi8('\b');
  __m256i one_byte = zero, short_ones = zero, halves = zero, feeds = zero, controls = zero;
  size_t at = 0;
  for (; at + 32 <= count; at += 32) {
    const __m256i first = read_16(units + 2 * at, is_big_endian), second = read_16(units + 2 * at + 32, is_big_endian);
    const __m256i first_7 = _mm256_srli_epi16(first, 7), second_7 = _mm256_srli_epi16(second, 7);
    const __m256i first_11 = _mm256_srli_epi16(first, 11), second_11 = _mm256_srli_epi16(second, 11);
    const __m256i is_ascii = pack(_mm256_cmpeq_epi16(first_7, zero), _mm256_cmpeq_epi16(second_7, zero));
    const __m256i is_short = pack(_mm256_cmpeq_epi16(first_11, zero), _mm256_cmpeq_epi16(second_11, zero));
    const __m256i is_half = pack(_mm256_cmpeq_epi16(first_11, half), _mm256_cmpeq_epi16(second_11, half));
    const __m256i mixed = _mm256_packus_epi16(_mm256_and_si256(_mm256_xor_si256(first, first_7), low),
                                              _mm256_and_si256(_mm256_xor_si256(second, second_7), low));
    const __m256i packed = _mm256_or_si256(mixed, _mm256_andnot_si256(is_ascii, top));
    _mm256_storeu_si256((__m256i *)(bytes + at), _mm256_permute4x64_epi64(packed, 0xD8));
    one_byte = _mm256_sub_epi8(one_byte, is_ascii);
    short_ones = _mm256_sub_epi8(short_ones, is_short);
    halves = _mm256_sub_epi8(halves, is_half);
    feeds = _mm256_sub_epi8(feeds, _mm256_cmpeq_epi8(packed, feed));
    controls = _mm256_sub_epi8(
        controls, _mm256_or_si256(_mm256_cmpeq_epi8(packed, escape), _mm256_cmpeq_epi8(packed, back)));
  }
  unit_counts all = measure(units + 2 * at, count - at, is_big_endian, bytes + at);
  all.two_or_more += at - sum_of(one_byte);
  all.three += at - sum_of(short_ones);
  all.halves += sum_of(halves);
  all.line_feeds += sum_of(feeds);
  all.controls += sum_of(controls);
  return all;
}
#endif

// Counts and writes ASCII; returns whether all units are ASCII.
static inline __attribute__((always_inline)) bool narrow_step(const unsigned char *units, size_t count,
                                                              bool is_big_endian, unsigned char *bytes,
                                                              unit_counts *counts) {
  ascii_counts ascii;
#if defined(__x86_64__)
  if (endless_widest() == ENDLESS_32_BYTES) ascii = narrow_by_32(units, count, is_big_endian, bytes);
  else ascii = narrow(units, count, is_big_endian, bytes);
#else
  ascii = narrow(units, count, is_big_endian, bytes);
#endif
  *counts = (unit_counts){.line_feeds = ascii.line_feeds, .controls = ascii.controls};
  return ascii.any < 0x80;
}

static inline __attribute__((always_inline)) unit_counts measure_step(const unsigned char *units, size_t count,
                                                                      bool is_big_endian, unsigned char *bytes) {
#if defined(__x86_64__)
  if (endless_widest() == ENDLESS_32_BYTES) return measure_by_32(units, count, is_big_endian, bytes);
#endif
  return measure(units, count, is_big_endian, bytes);
}

static inline __attribute__((always_inline)) void check_pairs_of_step(endless_units *text, const unsigned char *units,
                                                                      size_t count, bool is_big_endian) {
#if defined(__x86_64__)
  if (endless_widest() == ENDLESS_32_BYTES) return check_pairs_by_32(text, units, count, is_big_endian);
#endif
  check_pairs(text, units, count, is_big_endian);
}

static inline __attribute__((always_inline)) void narrow_units(endless_units *text, const unsigned char *memory,
                                                               size_t count, bool is_big_endian,
                                                               unsigned char *bytes) {
  for (size_t start = 0; start < count; start += STEP) {
    const unsigned char *units = memory + 2 * start;
    const size_t step = count - start < STEP ? count - start : STEP;
    unit_counts counts;
    // ASCII is measured faster, but this is tried only if the preceding units were ASCII.
    if (text->has_others || !narrow_step(units, step, is_big_endian, bytes + start, &counts)) {
      counts = measure_step(units, step, is_big_endian, bytes + start);
      text->has_others = counts.two_or_more > 0;
    }
    if (counts.halves || text->is_in_pair) check_pairs_of_step(text, units, step, is_big_endian);
    // A half of a pair takes two bytes.
    text->bytes += step + counts.two_or_more + counts.three - counts.halves;
    text->line_feeds += counts.line_feeds;
    text->controls += counts.controls;
  }
}

void endless_narrow_units(endless_units *text, const unsigned char *memory, size_t count, bool is_big_endian,
                          unsigned char *bytes) {
  if (is_big_endian) narrow_units(text, memory, count, true, bytes);
  else narrow_units(text, memory, count, false, bytes);
}
