// The decoder of Brotli (RFC 7932).

#ifndef EXPLORER_CBROTLI_SHIM_H
#define EXPLORER_CBROTLI_SHIM_H

#include <brotli/decode.h>

#endif
