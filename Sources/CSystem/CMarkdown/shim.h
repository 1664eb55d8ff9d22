// CommonMark with GitHub's tables and strikethrough (cmark-gfm).

#ifndef EXPLORER_CMARKDOWN_SHIM_H
#define EXPLORER_CMARKDOWN_SHIM_H

#include <cmark-gfm.h>
#include <cmark-gfm-core-extensions.h>

#endif
