// Interposes getaddrinfo: an executable's own definition goes before the C library's, for shared libraries too.
#define _GNU_SOURCE
#include "CStalledLookup.h"

#include <dlfcn.h>
#include <netdb.h>
#include <pthread.h>
#include <string.h>
#include <time.h>

typedef int (*lookup_t)(const char *, const char *, const struct addrinfo *, struct addrinfo **);

// A lookup that stands still. It lies on the stack of its thread.
typedef struct stalled {
    const char *host;
    int released;
    struct stalled *next;
} stalled_t;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static stalled_t *first;

static int ends_in(const char *host, const char *ending) {
    size_t length = strlen(host), tail = strlen(ending);
    return length >= tail && strcmp(host + length - tail, ending) == 0;
}

static void stall(const char *host) {
    struct timespec limit;
    clock_gettime(CLOCK_REALTIME, &limit);
    limit.tv_sec += stalled_lookup_limit_seconds;
    pthread_mutex_lock(&lock);
    stalled_t own = {.host = host, .next = first};
    first = &own;
    int failure = 0;
    while (!own.released && failure == 0) failure = pthread_cond_timedwait(&changed, &lock, &limit);
    stalled_t **place = &first;
    while (*place != &own) place = &(*place)->next;
    *place = own.next;
    pthread_mutex_unlock(&lock);
}

int getaddrinfo(const char *host, const char *service, const struct addrinfo *hints, struct addrinfo **result) {
    if (host && ends_in(host, ".stalled.test")) {
        stall(host);
        return EAI_AGAIN;
    }
    lookup_t real = (lookup_t)dlsym(RTLD_NEXT, "getaddrinfo");
    return real ? real(host, service, hints, result) : EAI_SYSTEM;
}

int stalled_lookup_waiting(const char *ending) {
    int count = 0;
    pthread_mutex_lock(&lock);
    for (stalled_t *each = first; each; each = each->next) count += ends_in(each->host, ending);
    pthread_mutex_unlock(&lock);
    return count;
}

void stalled_lookup_release(const char *ending) {
    pthread_mutex_lock(&lock);
    for (stalled_t *each = first; each; each = each->next) each->released |= ends_in(each->host, ending);
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
}
