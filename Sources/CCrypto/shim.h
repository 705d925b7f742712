#ifndef HEADSHOT_CCRYPTO_SHIM_H
#define HEADSHOT_CCRYPTO_SHIM_H

#include <openssl/evp.h>

#endif
