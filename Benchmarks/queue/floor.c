// The floor: the fewest statements that make a queue of a SQLite file, prepared once, with nothing around them.
// floor enqueue|finish FULL|NORMAL <folder> <jobs> <batch>

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static sqlite3 *db;

static void check(int code) {
    if (code == SQLITE_OK || code == SQLITE_DONE || code == SQLITE_ROW) return;
    fprintf(stderr, "floor: %s\n", sqlite3_errmsg(db));
    exit(1);
}

static void run(const char *sql) { check(sqlite3_exec(db, sql, NULL, NULL, NULL)); }

static sqlite3_stmt *prepare(const char *sql) {
    sqlite3_stmt *statement;
    check(sqlite3_prepare_v3(db, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, NULL));
    return statement;
}

// Returns the first column of the first row, or 0 if there is none.
static long long step(sqlite3_stmt *statement) {
    int code = sqlite3_step(statement);
    check(code);
    long long value = code == SQLITE_ROW ? sqlite3_column_int64(statement, 0) : 0;
    if (code == SQLITE_ROW) check(sqlite3_step(statement));
    check(sqlite3_reset(statement));
    return value;
}

int main(int count, char **words) {
    if (count != 6) return 64;
    char path[4096], synchronous[64], payload[201], line[8];
    snprintf(path, sizeof path, "%s/floor.sqlite", words[3]);
    snprintf(synchronous, sizeof synchronous, "PRAGMA synchronous = %s", words[2]);
    memset(payload, 'x', 200);
    int jobs = atoi(words[4]), batch = atoi(words[5]);

    check(sqlite3_open(path, &db));
    check(sqlite3_busy_timeout(db, 30000));
    run("PRAGMA journal_mode = WAL");
    run(synchronous);
    run("CREATE TABLE IF NOT EXISTS job (id INTEGER PRIMARY KEY, payload TEXT, state INT DEFAULT 0)");
    run("CREATE INDEX IF NOT EXISTS waiting ON job (id) WHERE state = 0");
    sqlite3_stmt *begin = prepare("BEGIN IMMEDIATE"), *commit = prepare("COMMIT");
    sqlite3_stmt *enqueue = prepare("INSERT INTO job (payload) VALUES (?)");
    sqlite3_stmt *claim = prepare(
        "UPDATE job SET state = 1"
        " WHERE id = (SELECT id FROM job WHERE state = 0 ORDER BY id LIMIT 1) RETURNING id");
    sqlite3_stmt *finish = prepare("UPDATE job SET state = 2 WHERE id = ?");
    check(sqlite3_bind_text(enqueue, 1, payload, 200, SQLITE_STATIC));
    long long *claimed = calloc(batch, sizeof *claimed);

    puts("ready");
    fflush(stdout);
    if (!fgets(line, sizeof line, stdin)) return 1;
    for (int done = 0; done < jobs; done += batch) {
        step(begin);
        if (!strcmp(words[1], "enqueue")) {
            for (int n = 0; n < batch; n++) step(enqueue);
        } else {
            for (int n = 0; n < batch; n++) claimed[n] = step(claim);
            step(commit);
            step(begin);
            for (int n = 0; n < batch; n++) {
                check(sqlite3_bind_int64(finish, 1, claimed[n]));
                step(finish);
            }
        }
        step(commit);
    }
    puts("done");
    return 0;
}
