// libpsl: the list of public suffixes.

#ifndef EXPLORER_CPSL_SHIM_H
#define EXPLORER_CPSL_SHIM_H

#include <libpsl.h>

#endif
