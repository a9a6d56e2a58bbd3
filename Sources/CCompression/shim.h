// zlib and libzstd, with functions in place of macros that Swift cannot import.
#ifndef ENDLESS_CCOMPRESSION_H
#define ENDLESS_CCOMPRESSION_H

#include <zlib.h>
#include <zstd.h>

// Begins the decompression of the gzip format, and of no other (zlib.h, inflateInit2: 16 added to
// the window size).
static inline int endless_begin_gzip(z_stream *stream) { return inflateInit2(stream, 16 + MAX_WBITS); }

#endif
