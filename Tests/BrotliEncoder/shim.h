// The encoder of Brotli (RFC 7932): tests make bodies that the program decodes.

#ifndef EXPLORER_CBROTLIENCODER_SHIM_H
#define EXPLORER_CBROTLIENCODER_SHIM_H

#include <brotli/encode.h>

#endif
