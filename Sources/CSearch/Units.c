// Measures text of two-byte units, and writes its ASCII characters as bytes, without decoding it.
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

// The loops are simple, and have 16-bit counters, so that a compiler turns them into vector instructions.
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

static ascii_counts narrow_step(const unsigned char *units, size_t count, bool is_big_endian, unsigned char *bytes) {
#if defined(__x86_64__)
  if (endless_widest() == ENDLESS_32_BYTES)
    return is_big_endian ? narrow_by_32(units, count, true, bytes) : narrow_by_32(units, count, false, bytes);
#endif
  return is_big_endian ? narrow(units, count, true, bytes) : narrow(units, count, false, bytes);
}

// Adds the measurements of units that are not ASCII.
static inline __attribute__((always_inline)) void add_others(const unsigned char *units, size_t count,
                                                             bool is_big_endian, endless_units *all) {
  uint16_t two = 0, three = 0, surrogates = 0, foreign_cases = 0;
  for (size_t at = 0; at < count; at++) {
    const uint16_t unit = read_unit(units + 2 * at, is_big_endian);
    two += unit >= 0x80;
    three += unit >= 0x800;
    surrogates += (unit & 0xF800) == 0xD800;
    foreign_cases += (unit == 0x017F) | (unit == 0x212A);
  }
  all->bytes += (size_t)two + three;
  all->surrogates += surrogates;
  all->foreign_cases += foreign_cases;
}

endless_units endless_narrow_units(const unsigned char *memory, size_t count, bool is_big_endian,
                                   unsigned char *bytes) {
  endless_units all = {count, 0, 0, 0, 0};
  for (size_t start = 0; start < count; start += STEP) {
    const unsigned char *units = memory + 2 * start;
    const size_t step = count - start < STEP ? count - start : STEP;
    const ascii_counts ascii = narrow_step(units, step, is_big_endian, bytes + start);
    all.line_feeds += ascii.line_feeds;
    all.controls += ascii.controls;
    if (ascii.any < 0x80) continue;
    if (is_big_endian) add_others(units, step, true, &all);
    else add_others(units, step, false, &all);
  }
  return all;
}
