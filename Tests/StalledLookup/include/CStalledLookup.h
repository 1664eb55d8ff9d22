// A name server that stands still, for the process that links this: it takes the place of getaddrinfo.
//
// A lookup of a host that ends in ".stalled.test" sleeps until it is released, at most stalled_lookup_limit_seconds, and then fails with
// EAI_AGAIN. All other lookups go on as ever. Tests that run at the same time use names of their own: "a.mine.stalled.test".
#ifndef CSTALLEDLOOKUP_H
#define CSTALLEDLOOKUP_H

enum { stalled_lookup_limit_seconds = 20 };

// How many lookups of hosts with that ending stand still now.
int stalled_lookup_waiting(const char *ending);
// Lets the lookups of hosts with that ending go on, and fail.
void stalled_lookup_release(const char *ending);

#endif
