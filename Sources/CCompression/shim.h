// zlib and libzstd, and what of them is a macro.
#ifndef ENDLESS_CCOMPRESSION_H
#define ENDLESS_CCOMPRESSION_H

#include <zlib.h>
#include <zstd.h>

// A gzip file, and nothing else (zlib.h, inflateInit2: 16 added to the window's size).
static inline int endless_begin_gzip(z_stream *stream) { return inflateInit2(stream, 16 + MAX_WBITS); }

#endif
