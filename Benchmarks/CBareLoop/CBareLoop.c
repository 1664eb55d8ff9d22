// curl_multi's socket_action interface over epoll: the minimum for a program on libcurl.
#include "CBareLoop.h"

#include <curl/curl.h>
#include <errno.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <time.h>
#include <unistd.h>

enum { events_at_once = 256 };

typedef struct {
    CURLM *multi;
    int epoll;
    // The time at which libcurl wants a call even if no socket is ready; -1 for never.
    int64_t deadline_ns;
} loop_t;

static int64_t now_ns(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static size_t discard(char *bytes, size_t size, size_t count, void *context) {
    (void)bytes;
    *(int64_t *)context += (int64_t)(size * count);
    return size * count;
}

static int on_socket(CURL *easy, curl_socket_t socket, int what, void *context, void *known) {
    (void)easy;
    loop_t *loop = context;
    if (what == CURL_POLL_REMOVE) {
        epoll_ctl(loop->epoll, EPOLL_CTL_DEL, socket, NULL);
        return 0;
    }
    struct epoll_event event = {.events = (what & CURL_POLL_IN ? EPOLLIN : 0) | (what & CURL_POLL_OUT ? EPOLLOUT : 0), .data.fd = socket};
    epoll_ctl(loop->epoll, known ? EPOLL_CTL_MOD : EPOLL_CTL_ADD, socket, &event);
    if (!known) curl_multi_assign(loop->multi, socket, loop);
    return 0;
}

static int on_timer(CURLM *multi, long milliseconds, void *context) {
    (void)multi;
    ((loop_t *)context)->deadline_ns = milliseconds < 0 ? -1 : now_ns(CLOCK_MONOTONIC) + milliseconds * 1000000;
    return 0;
}

static CURL *new_easy(const char *url, bare_loop_result *out) {
    CURL *easy = curl_easy_init();
    if (!easy) return NULL;
    curl_easy_setopt(easy, CURLOPT_URL, url);
    curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(easy, CURLOPT_TCP_NODELAY, 1L);
    curl_easy_setopt(easy, CURLOPT_ACCEPT_ENCODING, "");
    curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS, 10000L);
    curl_easy_setopt(easy, CURLOPT_TIMEOUT_MS, 60000L);
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, discard);
    curl_easy_setopt(easy, CURLOPT_WRITEDATA, &out->bytes);
    return easy;
}

static int milliseconds_to_sleep(const loop_t *loop) {
    if (loop->deadline_ns < 0) return -1;
    int64_t left = loop->deadline_ns - now_ns(CLOCK_MONOTONIC);
    return left <= 0 ? 0 : (int)((left + 999999) / 1000000);
}

// Collects the finished requests and starts the next one on the same handle.
static void collect(loop_t *loop, long *to_start, bare_loop_result *out) {
    int waiting = 0;
    CURLMsg *message;
    while ((message = curl_multi_info_read(loop->multi, &waiting))) {
        CURL *easy = message->easy_handle;
        long status = 0;
        curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &status);
        if (message->data.result == CURLE_OK && status == 200) {
            out->succeeded++;
        } else {
            out->failed++;
        }
        curl_multi_remove_handle(loop->multi, easy);
        if (*to_start > 0) {
            (*to_start)--;
            curl_multi_add_handle(loop->multi, easy);
        }
    }
}

static void run(loop_t *loop, long to_start, long requests, bare_loop_result *out) {
    struct epoll_event events[events_at_once];
    int running = 0;
    while (out->succeeded + out->failed < requests) {
        int count = epoll_wait(loop->epoll, events, events_at_once, milliseconds_to_sleep(loop));
        for (int index = 0; index < count; index++) {
            uint32_t ready = events[index].events;
            int what = (ready & EPOLLIN ? CURL_CSELECT_IN : 0) | (ready & EPOLLOUT ? CURL_CSELECT_OUT : 0) |
                       (ready & (EPOLLERR | EPOLLHUP) ? CURL_CSELECT_ERR : 0);
            curl_multi_socket_action(loop->multi, events[index].data.fd, what, &running);
        }
        if (loop->deadline_ns >= 0 && loop->deadline_ns <= now_ns(CLOCK_MONOTONIC)) {
            loop->deadline_ns = -1;
            curl_multi_socket_action(loop->multi, CURL_SOCKET_TIMEOUT, 0, &running);
        }
        collect(loop, &to_start, out);
    }
}

int bare_loop_run(const char *url, int concurrency, long requests, bare_loop_result *out) {
    *out = (bare_loop_result){0};
    if (concurrency < 1 || requests < 1) return EINVAL;
    if (curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK) return ENOMEM;
    if (concurrency > requests) concurrency = (int)requests;
    loop_t loop = {.multi = curl_multi_init(), .epoll = epoll_create1(EPOLL_CLOEXEC), .deadline_ns = -1};
    CURL **handles = calloc((size_t)concurrency, sizeof(CURL *));
    int failure = loop.epoll < 0 ? errno : !loop.multi || !handles ? ENOMEM : 0;
    for (int index = 0; !failure && index < concurrency; index++) {
        if (!(handles[index] = new_easy(url, out))) failure = ENOMEM;
    }
    if (!failure) {
        curl_multi_setopt(loop.multi, CURLMOPT_SOCKETFUNCTION, on_socket);
        curl_multi_setopt(loop.multi, CURLMOPT_SOCKETDATA, &loop);
        curl_multi_setopt(loop.multi, CURLMOPT_TIMERFUNCTION, on_timer);
        curl_multi_setopt(loop.multi, CURLMOPT_TIMERDATA, &loop);
        int64_t wall = now_ns(CLOCK_MONOTONIC), cpu = now_ns(CLOCK_THREAD_CPUTIME_ID);
        for (int index = 0; index < concurrency; index++) curl_multi_add_handle(loop.multi, handles[index]);
        run(&loop, requests - concurrency, requests, out);
        out->wall_ns = now_ns(CLOCK_MONOTONIC) - wall;
        out->cpu_ns = now_ns(CLOCK_THREAD_CPUTIME_ID) - cpu;
    }
    for (int index = 0; handles && index < concurrency; index++) {
        if (handles[index] && loop.multi) curl_multi_remove_handle(loop.multi, handles[index]);
        if (handles[index]) curl_easy_cleanup(handles[index]);
    }
    if (loop.multi) curl_multi_cleanup(loop.multi);
    if (loop.epoll >= 0) close(loop.epoll);
    free(handles);
    return failure;
}
