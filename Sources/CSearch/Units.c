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
#define AVX2 __attribute__((target("avx2,popcnt"))) static inline
#define AVX2_INLINE __attribute__((target("avx2,popcnt"), always_inline)) static inline

AVX2 __m256i read_16(const unsigned char *units) { return _mm256_loadu_si256((const __m256i *)units); }

// The sum of the bytes of a vector.
AVX2 size_t sum_of(__m256i bytes) {
  const __m256i sums = _mm256_sad_epu8(bytes, _mm256_setzero_si256());
  return (size_t)(_mm256_extract_epi64(sums, 0) + _mm256_extract_epi64(sums, 1) + _mm256_extract_epi64(sums, 2) +
                  _mm256_extract_epi64(sums, 3));
}

// The highest bits of the bytes of a vector, and their number.
AVX2 uint32_t bits_of(__m256i bytes) { return (uint32_t)_mm256_movemask_epi8(bytes); }
AVX2 size_t count_of(__m256i bytes) { return (size_t)__builtin_popcount(bits_of(bytes)); }

// Puts packed bytes into the order of their units, because an instruction packs each half of a vector separately.
AVX2 __m256i in_order(__m256i packed) { return _mm256_permute4x64_epi64(packed, 0xD8); }

// The numbers of line feeds, and of line feeds, escapes and backspaces together, in each byte of a vector.
typedef struct {
  __m256i feeds, all;
} control_counts;

AVX2_INLINE void count_controls(control_counts *counts, __m256i bytes) {
  // The instruction selects by the low four bits of a byte: each of the three characters selects itself, and any other
  // byte selects one that it is not equal to.
  const __m256i selected = _mm256_set_epi8(-1, -1, -1, -1, 0x1B, '\n', -1, '\b', -1, -1, -1, -1, -1, -1, -1, -1,
                                           -1, -1, -1, -1, 0x1B, '\n', -1, '\b', -1, -1, -1, -1, -1, -1, -1, -1);
  const __m256i found = _mm256_cmpeq_epi8(_mm256_shuffle_epi8(selected, bytes), bytes);
  counts->all = _mm256_sub_epi8(counts->all, found);
  counts->feeds = _mm256_sub_epi8(counts->feeds, _mm256_cmpeq_epi8(bytes, _mm256_set1_epi8('\n')));
}

// The same as narrow(), 32 units at a time. The characters are counted in the written bytes, because a vector holds
// twice as many bytes as units; a compiler does not discover this.
AVX2 ascii_counts narrow_by_32(const unsigned char *units, size_t count, bool is_big_endian, unsigned char *bytes) {
  __m256i any = _mm256_setzero_si256();
  control_counts controls = {any, any};
  size_t at = 0;
  for (; at + 32 <= count; at += 32) {
    __m256i first = read_16(units + 2 * at), second = read_16(units + 2 * at + 32);
    any = _mm256_or_si256(any, _mm256_or_si256(first, second));
    if (is_big_endian) {
      first = _mm256_srli_epi16(first, 8);
      second = _mm256_srli_epi16(second, 8);
    }
    const __m256i packed = _mm256_packus_epi16(first, second);
    _mm256_storeu_si256((__m256i *)(bytes + at), in_order(packed));
    count_controls(&controls, packed);
  }
  ascii_counts all = narrow(units + 2 * at, count - at, is_big_endian, bytes + at);
  unsigned char lanes[32];
  _mm256_storeu_si256((__m256i *)lanes, any);
  for (size_t lane = 0; lane < 32; lane += 2) all.any |= read_unit(lanes + lane, is_big_endian);
  all.line_feeds += sum_of(controls.feeds);
  all.controls += sum_of(controls.all) - sum_of(controls.feeds);
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
    text->has_unpaired |= is_second_half(unit) != text->is_in_pair;
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
// The same as measure(), 32 units at a time. The low bytes of 32 units are in one vector, and the high bytes in another
// one, because this takes half as many comparisons as vectors of units. If has_pairs is set, it also does the same as
// check_pairs().
AVX2_INLINE unit_counts measure_by_32(endless_units *text, const unsigned char *units, size_t count, bool is_big_endian,
                                      bool has_pairs, unsigned char *bytes) {
  const __m256i zero = _mm256_setzero_si256(), low = _mm256_set1_epi16(0xFF), top = _mm256_set1_epi8((char)0x80);
  const __m256i kind = _mm256_set1_epi8((char)0xF8), exact = _mm256_set1_epi8((char)0xFC);
  const __m256i one = _mm256_set1_epi8((char)0xD8), other = _mm256_set1_epi8((char)0xDC);
  __m256i short_ones = zero, halves = zero;
  control_counts controls = {zero, zero};
  unit_counts all = {0};
  uint32_t is_in_pair = text->is_in_pair;
  uint32_t unpaired = 0;
  size_t at = 0;
  for (; at + 32 <= count; at += 32) {
    const __m256i first = read_16(units + 2 * at), second = read_16(units + 2 * at + 32);
    const __m256i even = _mm256_packus_epi16(_mm256_and_si256(first, low), _mm256_and_si256(second, low));
    const __m256i odd = _mm256_packus_epi16(_mm256_srli_epi16(first, 8), _mm256_srli_epi16(second, 8));
    const __m256i lows = is_big_endian ? odd : even, highs = is_big_endian ? even : odd;
    const __m256i mixed = _mm256_xor_si256(lows, _mm256_add_epi8(highs, highs));
    const __m256i packed = _mm256_or_si256(mixed, _mm256_andnot_si256(_mm256_cmpeq_epi8(highs, zero), top));
    _mm256_storeu_si256((__m256i *)(bytes + at), in_order(packed));
    all.two_or_more += count_of(packed);
    const __m256i kinds = _mm256_and_si256(highs, kind);
    short_ones = _mm256_sub_epi8(short_ones, _mm256_cmpeq_epi8(kinds, zero));
    count_controls(&controls, packed);
    halves = _mm256_sub_epi8(halves, _mm256_cmpeq_epi8(kinds, one));
    if (!has_pairs) continue;
    const __m256i kept = in_order(_mm256_and_si256(highs, exact));
    const uint32_t ones = bits_of(_mm256_cmpeq_epi8(kept, one)), others = bits_of(_mm256_cmpeq_epi8(kept, other));
    unpaired |= (ones << 1 | is_in_pair) ^ others;
    is_in_pair = ones >> 31;
  }
  if (has_pairs) {
    text->has_unpaired |= unpaired != 0;
    text->is_in_pair = is_in_pair;
    check_pairs(text, units + 2 * at, count - at, is_big_endian);
  }
  const unit_counts rest = measure(units + 2 * at, count - at, is_big_endian, bytes + at);
  all.two_or_more += rest.two_or_more;
  all.three += at - sum_of(short_ones) + rest.three;
  all.halves += sum_of(halves) + rest.halves;
  all.line_feeds += sum_of(controls.feeds) + rest.line_feeds;
  all.controls += sum_of(controls.all) - sum_of(controls.feeds) + rest.controls;
  return all;
}

AVX2_INLINE unit_counts measure_in_order_by_32(endless_units *text, const unsigned char *units, size_t count,
                                               bool is_big_endian, unsigned char *bytes) {
  if (!text->has_pairs) {
    const unit_counts counts = measure_by_32(text, units, count, is_big_endian, false, bytes);
    if (!counts.halves) return counts;
  }
  return measure_by_32(text, units, count, is_big_endian, true, bytes);
}

// The byte order is a constant in each call, because otherwise each step would choose between the bytes of its units.
AVX2 unit_counts measure_step_by_32(endless_units *text, const unsigned char *units, size_t count, bool is_big_endian,
                                    unsigned char *bytes) {
  return is_big_endian ? measure_in_order_by_32(text, units, count, true, bytes)
                       : measure_in_order_by_32(text, units, count, false, bytes);
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

// Counts any units, and writes their bytes; checks the pairs of surrogates if there are any.
static inline __attribute__((always_inline)) unit_counts measure_step(endless_units *text, const unsigned char *units,
                                                                      size_t count, bool is_big_endian,
                                                                      unsigned char *bytes) {
#if defined(__x86_64__)
  if (endless_widest() == ENDLESS_32_BYTES) return measure_step_by_32(text, units, count, is_big_endian, bytes);
#endif
  const unit_counts counts = measure(units, count, is_big_endian, bytes);
  if (counts.halves || text->is_in_pair) check_pairs(text, units, count, is_big_endian);
  return counts;
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
      counts = measure_step(text, units, step, is_big_endian, bytes + start);
      text->has_others = counts.two_or_more > 0;
      text->has_pairs = counts.halves > 0;
    }
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
