#ifndef CCURL_H
#define CCURL_H

#include <stdbool.h>
#include <stddef.h>

/// The functions of libcurl that Herald calls, declared as in `curl/curl.h` and `curl/multi.h`. Libraries with the
/// soname `libcurl.so.4` keep these prototypes and numbers since version 7.28 of 2012
/// (https://curl.se/libcurl/abi.html).
///
/// In C, because Swift cannot call `curl_easy_setopt`, which takes any type of argument.

/// Loads libcurl and initialises it. Call it once, before all others.
bool herald_curl_load(void);

/// The versions of libcurl and of the libraries below it, such as `libcurl/7.88.1 OpenSSL/3.0.19 zlib/1.2.13`.
const char *_Nonnull herald_curl_version(void);

/// The meaning of a `CURLcode`, in a few words.
const char *_Nonnull herald_curl_meaning(int code);

/// A handle for one transfer; null without memory.
void *_Nullable herald_curl_easy_init(void);
void herald_curl_easy_cleanup(void *_Nonnull easy);

/// Sets an option and returns a `CURLcode`: 48 where this libcurl does not know the option.
int herald_curl_set_number(void *_Nonnull easy, int option, long value);
/// libcurl copies the text. Null resets the option.
int herald_curl_set_text(void *_Nonnull easy, int option, const char *_Nullable text);
/// libcurl uses the pointer as it is.
int herald_curl_set_pointer(void *_Nonnull easy, int option, void *_Nullable pointer);
/// libcurl copies the bytes.
int herald_curl_set_blob(void *_Nonnull easy, int option, const void *_Nonnull bytes, size_t count);

/// Takes bytes that arrived, and returns their number to go on, another number to end the transfer.
typedef size_t (*herald_curl_receiver)(char *_Nullable bytes, size_t size, size_t count, void *_Nullable context);
int herald_curl_set_receiver(void *_Nonnull easy, int option, herald_curl_receiver _Nonnull receiver);

/// 0 for what this libcurl does not know.
long herald_curl_number(void *_Nonnull easy, int info);
double herald_curl_seconds(void *_Nonnull easy, int info);

/// Appends a copy of the text to a list, which begins as null; null without memory.
void *_Nullable herald_curl_list_append(void *_Nullable list, const char *_Nonnull text);
void herald_curl_list_free(void *_Nullable list);

/// A handle that drives transfers; null without memory.
void *_Nullable herald_curl_multi_init(void);
void herald_curl_multi_cleanup(void *_Nonnull multi);
int herald_curl_multi_add(void *_Nonnull multi, void *_Nonnull easy);
void herald_curl_multi_remove(void *_Nonnull multi, void *_Nonnull easy);
/// Does what can be done without waiting, and returns a `CURLMcode`.
int herald_curl_multi_perform(void *_Nonnull multi);
/// Waits for the transfer's sockets, for the descriptor `wake` to become readable, or for the time to pass. Returns the
/// number of ready descriptors; -1 for an error.
int herald_curl_multi_wait(void *_Nonnull multi, int wake, int milliseconds);
/// The `CURLcode` of a transfer that has ended; -1 while none has.
int herald_curl_multi_result(void *_Nonnull multi);

#endif
