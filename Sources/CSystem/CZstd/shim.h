// The decoder of Zstandard (RFC 8878).

#ifndef EXPLORER_CZSTD_SHIM_H
#define EXPLORER_CZSTD_SHIM_H

#include <zstd.h>
#include <zstd_errors.h>

#endif
