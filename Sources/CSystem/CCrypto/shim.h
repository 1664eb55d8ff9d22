// libcrypto of OpenSSL 3: digests and HMAC.

#ifndef EXPLORER_CCRYPTO_SHIM_H
#define EXPLORER_CCRYPTO_SHIM_H

#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/provider.h>

#endif
