// What Swift cannot import of libcurl: its variadic functions, here one typed function a kind of argument, and macros.
#ifndef CCURL_SHIM_H
#define CCURL_SHIM_H

#define CURL_DISABLE_TYPECHECK 1
#include <curl/curl.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>
#include <sys/prctl.h>

#if LIBCURL_VERSION_NUM < 0x075000
#error "libcurl 7.80 or newer is needed (CURLOPT_PREREQFUNCTION)"
#endif

static inline CURLcode ccurl_set_long(CURL *easy, CURLoption option, long value) { return curl_easy_setopt(easy, option, value); }
static inline CURLcode ccurl_set_size(CURL *easy, CURLoption option, curl_off_t value) { return curl_easy_setopt(easy, option, value); }
// Also for NULL, which gives most options their default back. libcurl copies the text, except for CURLOPT_POSTFIELDS.
static inline CURLcode ccurl_set_text(CURL *easy, CURLoption option, const char *value) { return curl_easy_setopt(easy, option, value); }
static inline CURLcode ccurl_set_pointer(CURL *easy, CURLoption option, void *value) { return curl_easy_setopt(easy, option, value); }
// Macros with a cast, which Swift does not import.
static inline long ccurl_auth_digest(void) { return (long)CURLAUTH_DIGEST; }
static inline long ccurl_auth_ntlm(void) { return (long)CURLAUTH_NTLM; }
static inline long ccurl_auth_negotiate(void) { return (long)CURLAUTH_NEGOTIATE; }
// Not copied: the list must outlive the transfer.
static inline CURLcode ccurl_set_list(CURL *easy, CURLoption option, struct curl_slist *value) { return curl_easy_setopt(easy, option, value); }

// CURLOPT_WRITEFUNCTION, CURLOPT_HEADERFUNCTION and CURLOPT_READFUNCTION share this shape.
typedef size_t (*ccurl_bytes_callback)(char *bytes, size_t size, size_t count, void *context);
static inline CURLcode ccurl_set_bytes_callback(CURL *easy, CURLoption option, ccurl_bytes_callback callback) { return curl_easy_setopt(easy, option, callback); }
static inline CURLcode ccurl_set_seek_callback(CURL *easy, curl_seek_callback callback) { return curl_easy_setopt(easy, CURLOPT_SEEKFUNCTION, callback); }
static inline CURLcode ccurl_set_progress_callback(CURL *easy, curl_xferinfo_callback callback) { return curl_easy_setopt(easy, CURLOPT_XFERINFOFUNCTION, callback); }
static inline CURLcode ccurl_set_opensocket_callback(CURL *easy, curl_opensocket_callback callback) { return curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, callback); }
static inline CURLcode ccurl_set_resolver_callback(CURL *easy, curl_resolver_start_callback callback) { return curl_easy_setopt(easy, CURLOPT_RESOLVER_START_FUNCTION, callback); }
static inline CURLcode ccurl_set_tls_callback(CURL *easy, curl_ssl_ctx_callback callback) { return curl_easy_setopt(easy, CURLOPT_SSL_CTX_FUNCTION, callback); }
static inline CURLcode ccurl_set_prerequest_callback(CURL *easy, curl_prereq_callback callback) { return curl_easy_setopt(easy, CURLOPT_PREREQFUNCTION, callback); }

// Only http and https, whatever the library was built with.
static inline CURLcode ccurl_allow_http_only(CURL *easy) {
#if LIBCURL_VERSION_NUM >= 0x075500
    return curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
#else
    return curl_easy_setopt(easy, CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
#endif
}

// Give up a lookup without joining its thread. A libcurl before 7.87 answers CURLE_UNKNOWN_OPTION.
static inline CURLcode ccurl_set_quick_exit(CURL *easy) {
#if LIBCURL_VERSION_NUM >= 0x075700
    return curl_easy_setopt(easy, CURLOPT_QUICK_EXIT, 1L);
#else
    (void)easy;
    return CURLE_UNKNOWN_OPTION;
#endif
}

static inline CURLcode ccurl_get_long(CURL *easy, CURLINFO info, long *value) { return curl_easy_getinfo(easy, info, value); }
static inline CURLcode ccurl_get_size(CURL *easy, CURLINFO info, curl_off_t *value) { return curl_easy_getinfo(easy, info, value); }
static inline CURLcode ccurl_get_text(CURL *easy, CURLINFO info, const char **value) { return curl_easy_getinfo(easy, info, value); }
static inline void *ccurl_get_private(CURL *easy) {
    char *value = NULL;
    return curl_easy_getinfo(easy, CURLINFO_PRIVATE, &value) == CURLE_OK ? value : NULL;
}

static inline CURLMcode ccurl_multi_set_pointer(CURLM *multi, CURLMoption option, void *value) { return curl_multi_setopt(multi, option, value); }
static inline CURLMcode ccurl_multi_set_socket_callback(CURLM *multi, curl_socket_callback callback) { return curl_multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, callback); }
static inline CURLMcode ccurl_multi_set_timer_callback(CURLM *multi, curl_multi_timer_callback callback) { return curl_multi_setopt(multi, CURLMOPT_TIMERFUNCTION, callback); }

static inline curl_version_info_data *ccurl_version_info(void) { return curl_version_info(CURLVERSION_NOW); }

// The calling thread's name in ps, top and debuggers; at most 15 bytes.
static inline void ccurl_name_thread(const char *name) { prctl(PR_SET_NAME, name, 0, 0, 0); }

#endif
