// The headers of libcurl without the library. dlopen(3) loads its functions, so that a program loads the library only
// when it opens an address, and starts even if the library is missing.
#ifndef ENDLESS_CCURL_H
#define ENDLESS_CCURL_H

#include <curl/curl.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/socket.h>

// The functions that are used. Swift cannot call variadic functions, so the last two are untyped pointers, which C
// functions below call.
typedef struct {
  CURLcode (*global_init)(long);
  CURL *(*easy_init)(void);
  void (*easy_cleanup)(CURL *);
  CURLcode (*easy_pause)(CURL *, int);
  const char *(*easy_strerror)(CURLcode);
  CURLM *(*multi_init)(void);
  CURLMcode (*multi_cleanup)(CURLM *);
  CURLMcode (*multi_add_handle)(CURLM *, CURL *);
  CURLMcode (*multi_remove_handle)(CURLM *, CURL *);
  CURLMcode (*multi_perform)(CURLM *, int *);
  CURLMcode (*multi_poll)(CURLM *, struct curl_waitfd *, unsigned int, int, int *);
  CURLMsg *(*multi_info_read)(CURLM *, int *);
  struct curl_slist *(*slist_append)(struct curl_slist *, const char *);
  void (*slist_free_all)(struct curl_slist *);
  void *easy_setopt;
  void *easy_getinfo;
} endless_curl;

// Looks up the functions in a library; returns false if one is missing.
static inline _Bool endless_curl_find(endless_curl *curl, void *library) {
#define ENDLESS_FIND(name) \
  if (!(*(void **)&curl->name = dlsym(library, "curl_" #name))) return 0
  ENDLESS_FIND(global_init);
  ENDLESS_FIND(easy_init);
  ENDLESS_FIND(easy_cleanup);
  ENDLESS_FIND(easy_pause);
  ENDLESS_FIND(easy_strerror);
  ENDLESS_FIND(multi_init);
  ENDLESS_FIND(multi_cleanup);
  ENDLESS_FIND(multi_add_handle);
  ENDLESS_FIND(multi_remove_handle);
  ENDLESS_FIND(multi_perform);
  ENDLESS_FIND(multi_poll);
  ENDLESS_FIND(multi_info_read);
  ENDLESS_FIND(slist_append);
  ENDLESS_FIND(slist_free_all);
  ENDLESS_FIND(easy_setopt);
  ENDLESS_FIND(easy_getinfo);
#undef ENDLESS_FIND
  return 1;
}

// Swift cannot import the macro.
static const long endless_curl_basic = (long)CURLAUTH_BASIC;

typedef size_t (*endless_curl_callback)(char *, size_t, size_t, void *);

static inline CURLcode endless_curl_set_number(const endless_curl *curl, CURL *handle, CURLoption option, long value) {
  return ((CURLcode (*)(CURL *, CURLoption, ...))curl->easy_setopt)(handle, option, value);
}

static inline CURLcode endless_curl_set_size(const endless_curl *curl, CURL *handle, CURLoption option, curl_off_t value) {
  return ((CURLcode (*)(CURL *, CURLoption, ...))curl->easy_setopt)(handle, option, value);
}

// Sets a pointer or a string; libcurl copies strings, but not the body of a POST.
static inline CURLcode endless_curl_set(const endless_curl *curl, CURL *handle, CURLoption option, const void *value) {
  return ((CURLcode (*)(CURL *, CURLoption, ...))curl->easy_setopt)(handle, option, value);
}

static inline CURLcode endless_curl_set_callback(const endless_curl *curl, CURL *handle, CURLoption option, endless_curl_callback value) {
  return ((CURLcode (*)(CURL *, CURLoption, ...))curl->easy_setopt)(handle, option, value);
}

// Opens a socket that child processes do not inherit, because they would keep the connection open.
static inline curl_socket_t endless_curl_open_socket(void *unused, curlsocktype purpose, struct curl_sockaddr *address) {
  (void)unused, (void)purpose;
#ifdef SOCK_CLOEXEC
  return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
#else
  int descriptor = socket(address->family, address->socktype, address->protocol);
  if (descriptor >= 0) fcntl(descriptor, F_SETFD, FD_CLOEXEC);
  return descriptor;
#endif
}

static inline CURLcode endless_curl_close_in_programs(const endless_curl *curl, CURL *handle) {
  curl_opensocket_callback open = endless_curl_open_socket;
  return ((CURLcode (*)(CURL *, CURLoption, ...))curl->easy_setopt)(handle, CURLOPT_OPENSOCKETFUNCTION, open);
}

// A number that libcurl knows about a transfer (curl_easy_getinfo(3)); 0 if it is unknown.
static inline long endless_curl_number(const endless_curl *curl, CURL *handle, CURLINFO info) {
  long value = 0;
  ((CURLcode (*)(CURL *, CURLINFO, ...))curl->easy_getinfo)(handle, info, &value);
  return value;
}

static inline CURLcode endless_curl_result(const CURLMsg *message) { return message->data.result; }

#endif
