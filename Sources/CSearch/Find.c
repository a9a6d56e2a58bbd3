// The vector finders, and the choice among them at run time.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "Finders.h"

#include <stdint.h>
#include <string.h>

#if defined(__x86_64__)
#include <immintrin.h>

// SSE2, which every x86-64 processor has.
#define FINDER endless_find_by_16
#define NARROWER endless_find_portable
#define TARGET
#define VECTOR __m128i
#define WIDTH 16
#define LOAD(p) _mm_loadu_si128((const __m128i *)(p))
#define FILL(byte) _mm_set1_epi8((char)(byte))
#define EITHER(a, b) _mm_or_si128(a, b)
#define BOTH(a, b) _mm_and_si128(a, b)
#define EQUAL(a, b) _mm_cmpeq_epi8(a, b)
#define PLACES(v) (unsigned)_mm_movemask_epi8(v)
#define PLACE(bits) (size_t)__builtin_ctzll(bits)
#include "VectorFinder.h"

// AVX2, which not every x86-64 processor has.
#define FINDER endless_find_by_32
#define NARROWER endless_find_by_16
#define TARGET __attribute__((target("avx2")))
#define VECTOR __m256i
#define WIDTH 32
#define LOAD(p) _mm256_loadu_si256((const __m256i *)(p))
#define FILL(byte) _mm256_set1_epi8((char)(byte))
#define EITHER(a, b) _mm256_or_si256(a, b)
#define BOTH(a, b) _mm256_and_si256(a, b)
#define EQUAL(a, b) _mm256_cmpeq_epi8(a, b)
#define PLACES(v) (unsigned)_mm256_movemask_epi8(v)
#define PLACE(bits) (size_t)__builtin_ctzll(bits)
#include "VectorFinder.h"

int endless_widest(void) { return __builtin_cpu_supports("avx2") ? ENDLESS_32_BYTES : ENDLESS_16_BYTES; }

#elif defined(__aarch64__)
#include <arm_neon.h>

// NEON has no instruction for a mask with one bit per byte: four bits for each byte are computed, and one of them is
// kept.
static inline uint64_t places_of(uint8x16_t vector) {
  const uint8x8_t halves = vshrn_n_u16(vreinterpretq_u16_u8(vector), 4);
  return vget_lane_u64(vreinterpret_u64_u8(halves), 0) & 0x8888888888888888;
}

#define FINDER endless_find_by_16
#define NARROWER endless_find_portable
#define TARGET
#define VECTOR uint8x16_t
#define WIDTH 16
#define LOAD(p) vld1q_u8(p)
#define FILL(byte) vdupq_n_u8(byte)
#define EITHER(a, b) vorrq_u8(a, b)
#define BOTH(a, b) vandq_u8(a, b)
#define EQUAL(a, b) vceqq_u8(a, b)
#define PLACES(v) places_of(v)
#define PLACE(bits) (size_t)(__builtin_ctzll(bits) >> 2)
#include "VectorFinder.h"

int endless_widest(void) { return ENDLESS_16_BYTES; }

#else
int endless_widest(void) { return ENDLESS_PORTABLE; }
#endif

ptrdiff_t endless_find(const endless_needle *needle, const unsigned char *memory, size_t count) {
  if (count < needle->count) return -1;
  if (needle->count == 1 && !needle->rarest_bits)
    return endless_find_byte(needle->bytes[0], memory, count);
  switch (needle->width) {
#if defined(__x86_64__)
    case ENDLESS_32_BYTES: return endless_find_by_32(needle, memory, count);
#endif
#if defined(__x86_64__) || defined(__aarch64__)
    case ENDLESS_16_BYTES: return endless_find_by_16(needle, memory, count);
#endif
    default: return endless_find_portable(needle, memory, count);
  }
}

ptrdiff_t endless_find_byte(unsigned char byte, const unsigned char *memory, size_t count) {
  const unsigned char *found = count ? memchr(memory, byte, count) : NULL;
  return found ? found - memory : -1;
}

ptrdiff_t endless_find_last_byte(unsigned char byte, const unsigned char *memory, size_t count) {
#if defined(__linux__)
  const unsigned char *found = count ? memrchr(memory, byte, count) : NULL;
  return found ? found - memory : -1;
#else
  while (count > 0 && memory[count - 1] != byte) count--;
  return (ptrdiff_t)count - 1;
#endif
}

bool endless_is_ascii(const unsigned char *memory, size_t count) {
  const uint64_t high = 0x8080808080808080;
  uint64_t all = 0, word;
  size_t at = 0;
  // The memory is read first in steps that a compiler can vectorize, then in words, then in bytes.
  for (; at + 64 <= count; at += 64) {
    for (size_t step = 0; step < 64; step += 8) {
      memcpy(&word, memory + at + step, 8);
      all |= word;
    }
    if (all & high) return false;
  }
  for (; at + 8 <= count; at += 8) {
    memcpy(&word, memory + at, 8);
    all |= word;
  }
  for (; at < count; at++) all |= memory[at];
  return (all & high) == 0;
}
