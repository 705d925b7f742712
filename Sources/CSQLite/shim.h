#ifndef HEADSHOT_CSQLITE_SHIM_H
#define HEADSHOT_CSQLITE_SHIM_H

#include <sqlite3.h>

/// Sets SQLITE_DBCONFIG_DEFENSIVE, with which no statement can damage the file deliberately. Swift calls no function with variable arguments.
static inline int headshot_sqlite_defend(sqlite3 *database, int isDefended) {
    return sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, isDefended, (int *)0);
}

#endif
