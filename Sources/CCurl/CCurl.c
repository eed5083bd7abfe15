#include "CCurl.h"

#include <dlfcn.h>

struct curl_blob {
  void *data;
  size_t len;
  unsigned int flags;
};

struct curl_waitfd {
  int fd;
  short events;
  short revents;
};

struct CURLMsg {
  int msg;
  void *easy_handle;
  union {
    void *whatever;
    int result;
  } data;
};

enum { global_default = 3, blob_copy = 1, wait_pollin = 1, message_done = 1 };

/// The functions of the loaded library.
static struct {
  int (*global_init)(long);
  char *(*version)(void);
  void *(*easy_init)(void);
  void (*easy_cleanup)(void *);
  int (*easy_setopt)(void *, int, ...);
  int (*easy_getinfo)(void *, int, ...);
  const char *(*easy_strerror)(int);
  void *(*slist_append)(void *, const char *);
  void (*slist_free_all)(void *);
  void *(*multi_init)(void);
  int (*multi_cleanup)(void *);
  int (*multi_add_handle)(void *, void *);
  int (*multi_remove_handle)(void *, void *);
  int (*multi_perform)(void *, int *);
  int (*multi_wait)(void *, struct curl_waitfd *, unsigned int, int, int *);
  struct CURLMsg *(*multi_info_read)(void *, int *);
} curl;

static const struct {
  const char *name;
  void *place;
} functions[] = {
    {"curl_global_init", &curl.global_init},
    {"curl_version", &curl.version},
    {"curl_easy_init", &curl.easy_init},
    {"curl_easy_cleanup", &curl.easy_cleanup},
    {"curl_easy_setopt", &curl.easy_setopt},
    {"curl_easy_getinfo", &curl.easy_getinfo},
    {"curl_easy_strerror", &curl.easy_strerror},
    {"curl_slist_append", &curl.slist_append},
    {"curl_slist_free_all", &curl.slist_free_all},
    {"curl_multi_init", &curl.multi_init},
    {"curl_multi_cleanup", &curl.multi_cleanup},
    {"curl_multi_add_handle", &curl.multi_add_handle},
    {"curl_multi_remove_handle", &curl.multi_remove_handle},
    {"curl_multi_perform", &curl.multi_perform},
    {"curl_multi_wait", &curl.multi_wait},
    {"curl_multi_info_read", &curl.multi_info_read},
};

/// Debian has one library for each TLS library below it; `libcurl.so` without a number is there with headers only.
/// Not the one with NSS, which trusts an authority in the whole process once one request has named it.
static const char *const names[] = {
#if defined(__APPLE__)
    "libcurl.4.dylib",
#else
    "libcurl.so.4", "libcurl-gnutls.so.4", "libcurl.so",
#endif
};

static bool find_functions(void *library) {
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
    void *function = dlsym(library, functions[i].name);
    if (!function) return false;
    *(void **)functions[i].place = function;
  }
  return true;
}

bool herald_curl_load(void) {
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    void *library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
    if (!library) continue;
    if (find_functions(library) && curl.global_init(global_default) == 0) return true;
    dlclose(library);
  }
  return false;
}

const char *herald_curl_version(void) { return curl.version(); }
const char *herald_curl_meaning(int code) { return curl.easy_strerror(code); }

void *herald_curl_easy_init(void) { return curl.easy_init(); }
void herald_curl_easy_cleanup(void *easy) { curl.easy_cleanup(easy); }

int herald_curl_set_number(void *easy, int option, long value) { return curl.easy_setopt(easy, option, value); }
int herald_curl_set_text(void *easy, int option, const char *text) { return curl.easy_setopt(easy, option, text); }
int herald_curl_set_pointer(void *easy, int option, void *pointer) { return curl.easy_setopt(easy, option, pointer); }

int herald_curl_set_blob(void *easy, int option, const void *bytes, size_t count) {
  struct curl_blob blob = {(void *)bytes, count, blob_copy};
  return curl.easy_setopt(easy, option, &blob);
}

int herald_curl_set_receiver(void *easy, int option, herald_curl_receiver receiver) {
  return curl.easy_setopt(easy, option, receiver);
}

long herald_curl_number(void *easy, int info) {
  long number = 0;
  return curl.easy_getinfo(easy, info, &number) == 0 ? number : 0;
}

double herald_curl_seconds(void *easy, int info) {
  double seconds = 0;
  return curl.easy_getinfo(easy, info, &seconds) == 0 ? seconds : 0;
}

void *herald_curl_list_append(void *list, const char *text) { return curl.slist_append(list, text); }
void herald_curl_list_free(void *list) { curl.slist_free_all(list); }

void *herald_curl_multi_init(void) { return curl.multi_init(); }
void herald_curl_multi_cleanup(void *multi) { curl.multi_cleanup(multi); }
int herald_curl_multi_add(void *multi, void *easy) { return curl.multi_add_handle(multi, easy); }
void herald_curl_multi_remove(void *multi, void *easy) { curl.multi_remove_handle(multi, easy); }

int herald_curl_multi_perform(void *multi) {
  int running = 0;
  return curl.multi_perform(multi, &running);
}

int herald_curl_multi_wait(void *multi, int wake, int milliseconds) {
  struct curl_waitfd extra = {wake, wait_pollin, 0};
  int ready = 0;
  return curl.multi_wait(multi, &extra, 1, milliseconds, &ready) == 0 ? ready : -1;
}

int herald_curl_multi_result(void *multi) {
  int left = 0;
  struct CURLMsg *message = curl.multi_info_read(multi, &left);
  return message && message->msg == message_done ? message->data.result : -1;
}
