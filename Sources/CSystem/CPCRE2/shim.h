// PCRE2 for texts of UTF-8. Its header asks for the width of a unit before it is read.

#ifndef EXPLORER_CPCRE2_SHIM_H
#define EXPLORER_CPCRE2_SHIM_H

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#endif
