#ifndef HEADSHOT_CLIBPQ_SHIM_H
#define HEADSHOT_CLIBPQ_SHIM_H

#include <libpq-fe.h>

#endif
