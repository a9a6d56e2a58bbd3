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

// The maximum number of bytes of a needle that are tried in pairs.
#define FITTED 8

endless_needle endless_make_needle(const unsigned char *bytes, size_t count, bool ignores_case) {
  endless_needle needle = {bytes, count, 0, 0, ignores_case, endless_widest()};
  // Among equally rare bytes the last one is chosen, because the end of a time or a number varies most.
  for (size_t at = 1; at < count; at++)
    if (common[bytes[at]] <= common[bytes[needle.rarest]]) needle.rarest = at;
  needle.second = needle.rarest == 0 ? count - 1 : 0;
  for (size_t at = 0; at < count; at++)
    if (at != needle.rarest && common[bytes[at]] <= common[bytes[needle.second]]) needle.second = at;
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
  const unsigned char first = needle->bytes[one], second = needle->bytes[other];
  const unsigned char first_case = endless_case_bit(needle, one), second_case = endless_case_bit(needle, other);
  size_t pairs = 0;
  for (size_t at = 0; at + needle->count <= count; at++)
    pairs += ((sample[at + one] | first_case) == first) & ((sample[at + other] | second_case) == second);
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
      needle->rarest = places[one];
      needle->second = places[other];
    }
}

unsigned char endless_case_bit(const endless_needle *needle, size_t at) {
  const unsigned char byte = needle->bytes[at];
  return needle->ignores_case && byte >= 'a' && byte <= 'z' ? ENDLESS_CASE : 0;
}
