// zlib. Swift does not import its macros with arguments.

#ifndef EXPLORER_CZLIB_SHIM_H
#define EXPLORER_CZLIB_SHIM_H

#include <zlib.h>

/// deflateInit2 with zlib's defaults; `windowBits` names the format.
static inline int czlib_deflate_init(z_stream *stream, int windowBits) {
    return deflateInit2(stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, windowBits, 8, Z_DEFAULT_STRATEGY);
}

/// inflateInit2; `windowBits` names the format.
static inline int czlib_inflate_init(z_stream *stream, int windowBits) {
    return inflateInit2(stream, windowBits);
}

#endif
