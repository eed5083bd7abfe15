// SHA256_Init, SHA256_Update and SHA256_Final are deprecated since OpenSSL 3.0 for digests by name, which look up a
// provider for each hash and take several times as long for one line of a log.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/sha.h>
