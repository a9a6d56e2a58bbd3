// A vector finder. The including file defines these macros:
//
//   FINDER, NARROWER      the name of the finder, and the name of the finder for shorter memory
//   TARGET                the attribute that enables the instructions
//   VECTOR, WIDTH         the type of a vector, and its size in bytes
//   LOAD(p), FILL(byte)   a vector from memory, or of one repeated byte
//   EITHER, BOTH, EQUAL   bitwise or, bitwise and, and a comparison that gives 0 or 255 for each byte
//   PLACES(vector)        a number with one bit for each byte that is 255
//   PLACE(bits)           the index of the byte for the lowest bit

// The candidates for the start of the needle: the places where both of its rarest bytes match, apart from the bits in
// which bytes that equal them may differ.
#define CANDIDATES(at)                                                     \
  BOTH(EQUAL(EITHER(LOAD(rarest + (at)), rarest_bits), rarest_byte),       \
       EQUAL(EITHER(LOAD(second + (at)), second_bits), second_byte))

TARGET ptrdiff_t FINDER(const endless_needle *needle, const unsigned char *memory, size_t count) {
  // The number of possible starts. A vector that covers the last WIDTH of them ends within the memory.
  const size_t places = count - needle->count + 1;
  if (places < WIDTH) return NARROWER(needle, memory, count);

  const unsigned char *rarest = memory + needle->rarest, *second = memory + needle->second;
  const VECTOR rarest_bits = FILL(needle->rarest_bits), second_bits = FILL(needle->second_bits);
  const VECTOR rarest_byte = FILL(needle->bytes[needle->rarest] | needle->rarest_bits);
  const VECTOR second_byte = FILL(needle->bytes[needle->second] | needle->second_bits);
  size_t vain = 0;
  for (size_t at = 0;;) {
    while (at + 4 * WIDTH <= places) {
      const VECTOR all = EITHER(EITHER(CANDIDATES(at), CANDIDATES(at + WIDTH)),
                                EITHER(CANDIDATES(at + 2 * WIDTH), CANDIDATES(at + 3 * WIDTH)));
      if (PLACES(all)) break;
      at += 4 * WIDTH;
    }
    if (at == places) return -1;
    // The last vector is moved back to end within the memory; it repeats some starts.
    if (at > places - WIDTH) at = places - WIDTH;
    for (unsigned long long bits = PLACES(CANDIDATES(at)); bits; bits &= bits - 1) {
      const size_t place = at + PLACE(bits);
      if (endless_is_at(needle, memory + place)) return (ptrdiff_t)place;
      vain += needle->count;
    }
    at += WIDTH;
    if (at == places) return -1;
    if (vain > ENDLESS_VAIN * (at + 4096)) {
      const ptrdiff_t found = endless_find_portable(needle, memory + at, count - at);
      return found < 0 ? found : found + (ptrdiff_t)at;
    }
  }
}

#undef CANDIDATES
#undef FINDER
#undef NARROWER
#undef TARGET
#undef VECTOR
#undef WIDTH
#undef LOAD
#undef FILL
#undef EITHER
#undef BOTH
#undef EQUAL
#undef PLACES
#undef PLACE
