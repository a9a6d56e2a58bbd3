// The needle, and the choice of the bytes that are compared first.
#include "Finders.h"

// The frequency of each byte, on a logarithmic scale from 0 to 255 on which a difference of 22 means twice the
// frequency; measured on logs, package lists, prose and code. Letters, digits and punctuation of JSON are never
// considered very rare.
static const unsigned char common[256] = {
    100, 0, 0, 0, 0, 0, 0, 0, 0, 150, 200, 0, 0, 135, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    255, 35, 130, 71, 42, 80, 38, 68, 153, 151, 81, 131, 157, 214, 207, 161,
    206, 202, 204, 190, 190, 190, 190, 190, 190, 190, 194, 84, 118, 174, 120, 74,
    59, 122, 93, 115, 111, 115, 130, 93, 93, 141, 74, 81, 102, 110, 131, 131,
    133, 71, 114, 144, 123, 107, 90, 94, 86, 70, 60, 130, 5, 130, 61, 130,
    157, 226, 187, 196, 209, 235, 178, 189, 191, 217, 117, 163, 206, 192, 218, 214,
    192, 97, 212, 223, 223, 194, 159, 162, 132, 157, 111, 130, 153, 130, 76, 0,
    // Continuation bytes of UTF-8 vary; lead bytes are few, and are the same for a whole script.
    100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100,
    100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100,
    100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100,
    100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100,
    150, 150, 150, 150, 150, 150, 150, 150, 150, 150, 150, 150, 150, 150, 150, 150,
    150, 150, 150, 150, 150, 150, 150, 150, 150, 150, 150, 150, 150, 150, 150, 150,
    150, 150, 150, 150, 150, 150, 150, 150, 150, 150, 150, 150, 150, 150, 150, 150,
    150, 150, 150, 150, 150, 150, 150, 150, 150, 150, 150, 150, 150, 150, 150, 150,
};

// The fold that ignores the case of the letters A to Z.
static const unsigned char without_case[256] = {
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
    16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31,
    32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47,
    48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63,
    64, 97, 98, 99, 100, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111,
    112, 113, 114, 115, 116, 117, 118, 119, 120, 121, 122, 91, 92, 93, 94, 95,
    96, 97, 98, 99, 100, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111,
    112, 113, 114, 115, 116, 117, 118, 119, 120, 121, 122, 123, 124, 125, 126, 127,
    128, 129, 130, 131, 132, 133, 134, 135, 136, 137, 138, 139, 140, 141, 142, 143,
    144, 145, 146, 147, 148, 149, 150, 151, 152, 153, 154, 155, 156, 157, 158, 159,
    160, 161, 162, 163, 164, 165, 166, 167, 168, 169, 170, 171, 172, 173, 174, 175,
    176, 177, 178, 179, 180, 181, 182, 183, 184, 185, 186, 187, 188, 189, 190, 191,
    192, 193, 194, 195, 196, 197, 198, 199, 200, 201, 202, 203, 204, 205, 206, 207,
    208, 209, 210, 211, 212, 213, 214, 215, 216, 217, 218, 219, 220, 221, 222, 223,
    224, 225, 226, 227, 228, 229, 230, 231, 232, 233, 234, 235, 236, 237, 238, 239,
    240, 241, 242, 243, 244, 245, 246, 247, 248, 249, 250, 251, 252, 253, 254, 255,
};

// The maximum number of bytes of a needle that are tried in pairs.
#define FITTED 8

// Returns the bits in which bytes that equal a byte of the needle may differ from it.
static unsigned char differing_bits(const endless_needle *needle, size_t at) {
  unsigned char bits = 0;
  for (size_t byte = 0; needle->fold && byte < 256; byte++)
    if (needle->fold[byte] == needle->bytes[at]) bits |= needle->bytes[at] ^ byte;
  return bits;
}

static void choose(endless_needle *needle, size_t rarest, size_t second) {
  needle->rarest = rarest;
  needle->second = second;
  needle->rarest_bits = differing_bits(needle, rarest);
  needle->second_bits = differing_bits(needle, second);
}

endless_needle endless_make_needle(const unsigned char *bytes, size_t count, bool ignores_case) {
  return endless_make_folded_needle(bytes, count, ignores_case ? without_case : NULL);
}

endless_needle endless_make_folded_needle(const unsigned char *bytes, size_t count, const unsigned char *fold) {
  endless_needle needle = {.bytes = bytes, .count = count, .fold = fold, .width = endless_widest()};
  size_t rarest = 0;
  // Among equally rare bytes the last one is chosen, because the end of a time or a number varies most.
  for (size_t at = 1; at < count; at++)
    if (common[bytes[at]] <= common[bytes[rarest]]) rarest = at;
  size_t second = rarest == 0 ? count - 1 : 0;
  for (size_t at = 0; at < count; at++)
    if (at != rarest && common[bytes[at]] <= common[bytes[second]]) second = at;
  choose(&needle, rarest, second);
  return needle;
}

// Finds the indices of the rarest bytes of a needle, by general frequency; returns their number.
static size_t rare_places(const endless_needle *needle, size_t places[FITTED]) {
  size_t found = 0;
  for (size_t at = 0; at < needle->count; at++) {
    size_t to = found < FITTED ? found++ : FITTED;
    // The indices are sorted, with the rarest byte first.
    while (to > 0 && common[needle->bytes[places[to - 1]]] > common[needle->bytes[at]]) {
      if (to < FITTED) places[to] = places[to - 1];
      to--;
    }
    if (to < FITTED) places[to] = at;
  }
  return found;
}

// Returns how often two bytes of a needle occur in a sample at the same distance from each other as in the needle.
static size_t count_pairs(
    const endless_needle *needle, size_t one, size_t other, const unsigned char *sample, size_t count) {
  const unsigned char first_bits = differing_bits(needle, one), second_bits = differing_bits(needle, other);
  const unsigned char first = needle->bytes[one] | first_bits, second = needle->bytes[other] | second_bits;
  size_t pairs = 0;
  for (size_t at = 0; at + needle->count <= count; at++)
    pairs += ((sample[at + one] | first_bits) == first) & ((sample[at + other] | second_bits) == second);
  return pairs;
}

// A pair that occurs once in this many bytes is rare enough: finding a rarer one would cost more than it saves.
#define RARE 1024

void endless_fit_needle(endless_needle *needle, const unsigned char *sample, size_t count) {
  size_t places[FITTED];
  const size_t found = rare_places(needle, places);
  size_t least = count_pairs(needle, needle->rarest, needle->second, sample, count);
  for (size_t one = 0; one < found; one++)
    for (size_t other = one + 1; other < found && least > count / RARE; other++) {
      const size_t pairs = count_pairs(needle, places[one], places[other], sample, count);
      if (pairs >= least) continue;
      least = pairs;
      choose(needle, places[one], places[other]);
    }
}
