// The bench's yardstick: the cost of the same libcurl in a plain C loop, without NetLayer.
#ifndef CBARELOOP_H
#define CBARELOOP_H

#include <stdint.h>

typedef struct {
    int64_t wall_ns;
    // CPU time of the calling thread, on which the loop runs.
    int64_t cpu_ns;
    int64_t bytes;
    long succeeded;
    long failed;
} bare_loop_result;

// GETs the URL `requests` times, `concurrency` at once, over persistent connections, on the calling thread,
// and discards the bodies.
// Returns 0, or an errno when the loop could not be set up.
int bare_loop_run(const char *url, int concurrency, long requests, bare_loop_result *out);

#endif
