// Decodes units of UTF-16 to UTF-8, 8 at a time.
#include "CSearch.h"

#include <stdint.h>
#include <string.h>
#if defined(__x86_64__)
#include <immintrin.h>
#define AVX2_INLINE __attribute__((target("avx2,popcnt"), always_inline)) static inline

// The indices of the bytes that belong to the text, for four units of two bytes, each of which holds a character of one
// or two bytes. The bits of the index into the table are set for the ASCII characters among them. The other indices of
// bytes are not used.
static const unsigned char TEXT_OF_FOUR[16][8] = {
    {0, 1, 2, 3, 4, 5, 6, 7}, {0, 2, 3, 4, 5, 6, 7}, {0, 1, 2, 4, 5, 6, 7}, {0, 2, 4, 5, 6, 7},
    {0, 1, 2, 3, 4, 6, 7},    {0, 2, 3, 4, 6, 7},    {0, 1, 2, 4, 6, 7},    {0, 2, 4, 6, 7},
    {0, 1, 2, 3, 4, 5, 6},    {0, 2, 3, 4, 5, 6},    {0, 1, 2, 4, 5, 6},    {0, 2, 4, 5, 6},
    {0, 1, 2, 3, 4, 6},       {0, 2, 3, 4, 6},       {0, 1, 2, 4, 6},       {0, 2, 4, 6},
};

// The same for two units in four bytes each, which hold characters of one to three bytes. The lowest two bits of the
// index into the table are set for the ASCII characters, the next two for those of three bytes.
static const unsigned char TEXT_OF_TWO[16][8] = {
    {0, 1, 4, 5},    {0, 4, 5},    {0, 1, 4},    {0, 4},    {0, 1, 2, 4, 5},    {0}, {0, 1, 2, 4}, {0},
    {0, 1, 4, 5, 6}, {0, 4, 5, 6}, {0},          {0},       {0, 1, 2, 4, 5, 6}, {0}, {0},          {0},
};

AVX2_INLINE uint64_t text_of_four(unsigned ascii) {
  uint64_t indices;
  memcpy(&indices, TEXT_OF_FOUR[ascii & 15], sizeof indices);
  return indices;
}

AVX2_INLINE uint64_t text_of_two(unsigned ascii, unsigned three) {
  uint64_t indices;
  memcpy(&indices, TEXT_OF_TWO[(ascii & 3) | (three & 3) << 2], sizeof indices);
  return indices;
}

AVX2_INLINE size_t count_of(unsigned bits) { return (size_t)__builtin_popcount(bits); }

// Selects bytes by the indices for the lower and the upper half of a vector; the latter count from that half on.
AVX2_INLINE __m128i select_bytes(__m128i bytes, uint64_t lower, uint64_t upper) {
  return _mm_shuffle_epi8(bytes, _mm_set_epi64x((long long)(upper + 0x0808080808080808), (long long)lower));
}

AVX2_INLINE void write_halves(unsigned char *lower, unsigned char *upper, __m128i bytes) {
  _mm_storel_epi64((__m128i *)lower, bytes);
  _mm_storel_epi64((__m128i *)upper, _mm_unpackhi_epi64(bytes, bytes));
}

// Writes characters of one or two bytes.
AVX2_INLINE void write_short(__m128i units, __m128i is_ascii, unsigned ascii, unsigned char *end) {
  const __m128i lead = _mm_or_si128(_mm_set1_epi16(0xC0), _mm_srli_epi16(units, 6));
  const __m128i last = _mm_or_si128(_mm_set1_epi16(0x80), _mm_and_si128(units, _mm_set1_epi16(0x3F)));
  const __m128i two = _mm_or_si128(lead, _mm_slli_epi16(last, 8));
  const __m128i text = _mm_blendv_epi8(two, units, is_ascii);
  write_halves(end, end + 8 - count_of(ascii & 15), select_bytes(text, text_of_four(ascii), text_of_four(ascii >> 4)));
}

// Writes four characters of one to three bytes, each of which is in four bytes; returns the end.
AVX2_INLINE unsigned char *write_four(__m128i units, unsigned ascii, unsigned three, unsigned char *end) {
  const __m128i low = _mm_set1_epi32(0x3F), next = _mm_set1_epi32(0x80);
  const __m128i last = _mm_or_si128(next, _mm_and_si128(units, low));
  const __m128i middle = _mm_or_si128(next, _mm_and_si128(_mm_srli_epi32(units, 6), low));
  const __m128i first = _mm_or_si128(_mm_set1_epi32(0xC0), _mm_srli_epi32(units, 6));
  const __m128i two = _mm_or_si128(first, _mm_slli_epi32(last, 8));
  const __m128i lead = _mm_or_si128(_mm_set1_epi32(0xE0), _mm_srli_epi32(units, 12));
  const __m128i all = _mm_or_si128(_mm_or_si128(lead, _mm_slli_epi32(middle, 8)), _mm_slli_epi32(last, 16));
  const __m128i longer = _mm_blendv_epi8(two, all, _mm_cmpgt_epi32(units, _mm_set1_epi32(0x7FF)));
  const __m128i text = _mm_blendv_epi8(units, longer, _mm_cmpgt_epi32(units, _mm_set1_epi32(0x7F)));
  unsigned char *half = end + 4 - count_of(ascii & 3) + count_of(three & 3);
  write_halves(end, half, select_bytes(text, text_of_two(ascii, three), text_of_two(ascii >> 2, three >> 2)));
  return half + 4 - count_of(ascii >> 2 & 3) + count_of(three >> 2 & 3);
}

// The highest bits of the units of a vector.
AVX2_INLINE unsigned bits_of(__m128i units) {
  return (unsigned)_mm_movemask_epi8(_mm_packs_epi16(units, _mm_setzero_si128()));
}

__attribute__((target("avx2,popcnt"))) static endless_decoded decode_by_8(const unsigned char *units, size_t count,
                                                                           bool is_big_endian, unsigned char *bytes) {
  const __m128i swap = _mm_set_epi8(14, 15, 12, 13, 10, 11, 8, 9, 6, 7, 4, 5, 2, 3, 0, 1);
  const __m128i top = _mm_set1_epi16((short)0xF800), surrogate = _mm_set1_epi16((short)0xD800);
  const __m128i zero = _mm_setzero_si128();
  unsigned char *end = bytes;
  size_t at = 0;
  for (unsigned ascii_steps = 0; at + 8 <= count && ascii_steps < 2;) {
    __m128i text = _mm_loadu_si128((const __m128i *)(units + 2 * at));
    if (is_big_endian) text = _mm_shuffle_epi8(text, swap);
    const __m128i tops = _mm_and_si128(text, top);
    const __m128i is_ascii = _mm_cmpeq_epi16(_mm_and_si128(text, _mm_set1_epi16((short)0xFF80)), zero);
    const unsigned ascii = bits_of(is_ascii), three = 0xFF & ~bits_of(_mm_cmpeq_epi16(tops, zero));
    const unsigned surrogates = bits_of(_mm_cmpeq_epi16(tops, surrogate));
    if (three) {
      unsigned char *half = write_four(_mm_cvtepu16_epi32(text), ascii, three, end);
      write_four(_mm_cvtepu16_epi32(_mm_unpackhi_epi64(text, text)), ascii >> 4, three >> 4, half);
    } else {
      write_short(text, is_ascii, ascii, end);
    }
    const unsigned taken = surrogates ? (unsigned)__builtin_ctz(surrogates) : 8, bits = (1u << taken) - 1;
    end += 2 * taken - count_of(ascii & bits) + count_of(three & bits);
    at += taken;
    if (taken < 8) break;
    ascii_steps = ascii == 0xFF ? ascii_steps + 1 : 0;
  }
  return (endless_decoded){at, (size_t)(end - bytes)};
}
#endif

endless_decoded endless_decode_units(const unsigned char *units, size_t count, bool is_big_endian,
                                     unsigned char *bytes) {
#if defined(__x86_64__)
  if (endless_widest() == ENDLESS_32_BYTES) return decode_by_8(units, count, is_big_endian, bytes);
#else
  (void)units, (void)count, (void)is_big_endian, (void)bytes;
#endif
  return (endless_decoded){0, 0};
}
