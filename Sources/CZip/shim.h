#ifndef HEADSHOT_CZIP_SHIM_H
#define HEADSHOT_CZIP_SHIM_H

#include <zip.h>
#include <zlib.h>

#endif
