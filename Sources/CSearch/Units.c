// Measures text of two-byte units without decoding it.
#include "CSearch.h"

#include <stdint.h>
#include <string.h>

// The number of units that are measured in one step; a 16-bit counter counts each of them at most once, so it
// cannot overflow.
#define STEP 4096

static inline __attribute__((always_inline)) uint16_t read_unit(const unsigned char *memory, bool is_big_endian) {
  uint16_t unit;
  memcpy(&unit, memory, 2);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  is_big_endian = !is_big_endian;
#endif
  return is_big_endian ? (uint16_t)(unit >> 8 | unit << 8) : unit;
}

// The loops are simple, and have 16-bit counters, so that a compiler turns them into vector instructions.
static inline __attribute__((always_inline)) endless_units measure(const unsigned char *memory, size_t count,
                                                                   bool is_big_endian) {
  endless_units all = {count, 0, 0, 0};
  for (size_t start = 0; start < count; start += STEP) {
    const unsigned char *units = memory + 2 * start;
    const size_t step = count - start < STEP ? count - start : STEP;
    uint16_t any = 0, feeds = 0, controls = 0;
    for (size_t at = 0; at < step; at++) {
      const uint16_t unit = read_unit(units + 2 * at, is_big_endian);
      any |= unit;
      feeds += unit == '\n';
      controls += (unit == '\x1B') | (unit == '\b');
    }
    all.line_feeds += feeds;
    all.controls += controls;
    if (any < 0x80) continue;
    uint16_t two = 0, three = 0, surrogates = 0;
    for (size_t at = 0; at < step; at++) {
      const uint16_t unit = read_unit(units + 2 * at, is_big_endian);
      two += unit >= 0x80;
      three += unit >= 0x800;
      surrogates += (unit & 0xF800) == 0xD800;
    }
    all.bytes += (size_t)two + three;
    all.surrogates += surrogates;
  }
  return all;
}

static endless_units measure_units(const unsigned char *memory, size_t count, bool is_big_endian) {
  return is_big_endian ? measure(memory, count, true) : measure(memory, count, false);
}

#if defined(__x86_64__)
__attribute__((target("avx2"))) static endless_units measure_by_32(const unsigned char *memory, size_t count,
                                                                   bool is_big_endian) {
  return is_big_endian ? measure(memory, count, true) : measure(memory, count, false);
}
#endif

endless_units endless_measure_units(const unsigned char *memory, size_t count, bool is_big_endian) {
#if defined(__x86_64__)
  if (endless_widest() == ENDLESS_32_BYTES) return measure_by_32(memory, count, is_big_endian);
#endif
  return measure_units(memory, count, is_big_endian);
}
