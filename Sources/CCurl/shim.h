#ifndef HEADSHOT_CCURL_SHIM_H
#define HEADSHOT_CCURL_SHIM_H

#include <curl/curl.h>

#endif
