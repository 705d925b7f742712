// What the queue on PostgreSQL is set beside, prepared once, with nothing around it.
// floor_pg setup-floor|floor|setup-river|river <connection> <jobs> <persons>
//
// floor: a life in three commits, as a claim, a charge and an end are, by the fewest statements.
// river: a claim and a completion of one job as River (github.com/riverqueue/river, MPL-2.0) does both: its table as of commit 0132e537ab49, a
// claim that locks in a CTE and updates what it locked, and the completion by arrays that its batches use. The
// statements are written anew after what River's do; they touch the same columns and indices.

#include <libpq-fe.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static PGconn *link;

static PGresult *checked(PGresult *result) {
    ExecStatusType status = PQresultStatus(result);
    if (status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK) return result;
    fprintf(stderr, "floor_pg: %s", PQerrorMessage(link));
    exit(1);
}

static void run(const char *sql) { PQclear(checked(PQexec(link, sql))); }

static void prepare(const char *name, const char *sql) {
    PQclear(checked(PQprepare(link, name, sql, 0, NULL)));
}

// Runs a prepared statement; copies the first column of its first row.
static void step(const char *name, int count, const char *const *values, char *first) {
    PGresult *result = checked(PQexecPrepared(link, name, count, values, NULL, NULL, 0));
    if (first) {
        if (PQntuples(result) < 1) {
            fprintf(stderr, "floor_pg: %s found no job\n", name);
            exit(1);
        }
        snprintf(first, 32, "%s", PQgetvalue(result, 0, 0));
    }
    PQclear(result);
}

static const char *floor_tables =
    "DROP TABLE IF EXISTS floor_job, floor_charge;"
    "CREATE TABLE floor_job (id bigint PRIMARY KEY, payload text NOT NULL, person text NOT NULL,"
    "    state text NOT NULL, token text, result text) WITH (fillfactor = 70);"
    "CREATE INDEX floor_waiting ON floor_job (id) WHERE state = 'waiting';"
    "CREATE TABLE floor_charge (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, job bigint NOT NULL,"
    "    person text NOT NULL, state text NOT NULL);"
    "CREATE UNIQUE INDEX floor_once ON floor_charge (job) WHERE state <> 'free';";

static const char *river_tables =
    "DROP TABLE IF EXISTS river_job; DROP TYPE IF EXISTS river_job_state;"
    "CREATE TYPE river_job_state AS ENUM ('available', 'cancelled', 'completed', 'discarded', 'pending',"
    "    'retryable', 'running', 'scheduled');"
    "CREATE TABLE river_job (id bigserial PRIMARY KEY, state river_job_state NOT NULL DEFAULT 'available',"
    "    attempt smallint NOT NULL DEFAULT 0, max_attempts smallint NOT NULL, attempted_at timestamptz,"
    "    created_at timestamptz NOT NULL DEFAULT now(), finalized_at timestamptz,"
    "    scheduled_at timestamptz NOT NULL DEFAULT now(), priority smallint NOT NULL DEFAULT 1,"
    "    args jsonb NOT NULL, attempted_by text[], errors jsonb[], kind text NOT NULL,"
    "    metadata jsonb NOT NULL DEFAULT '{}', queue text NOT NULL DEFAULT 'default',"
    "    tags varchar(255)[] NOT NULL DEFAULT '{}', unique_key bytea, unique_states bit(8));"
    "CREATE INDEX river_job_kind ON river_job (kind);"
    "CREATE INDEX river_job_state_and_finalized_at_index ON river_job (state, finalized_at)"
    "    WHERE finalized_at IS NOT NULL;"
    "CREATE INDEX river_job_prioritized_fetching_index ON river_job"
    "    (state, queue, priority, scheduled_at, id);"
    "CREATE INDEX river_job_args_index ON river_job USING gin (args);"
    "CREATE INDEX river_job_metadata_index ON river_job USING gin (metadata);";

static void fill(const char *sql, const char *jobs, const char *persons) {
    const char *values[] = {jobs, persons};
    PQclear(checked(PQexecParams(link, sql, 2, NULL, values, NULL, NULL, 0)));
}

int main(int count, char **words) {
    if (count != 5) return 64;
    const char *work = words[1];
    link = PQconnectdb(words[2]);
    if (PQstatus(link) != CONNECTION_OK) return fputs(PQerrorMessage(link), stderr), 1;
    int jobs = atoi(words[3]);
    char line[8], id[32], ids[48], charge[32], payload[201];
    memset(payload, 'x', 200);
    payload[200] = 0;

    if (!strcmp(work, "setup-floor")) {
        run(floor_tables);
        fill("INSERT INTO floor_job SELECT i, repeat('x', 200), 'person-' || i % $2::bigint, 'waiting'"
             " FROM generate_series(1, $1::bigint) AS i", words[3], words[4]);
        run("VACUUM ANALYZE floor_job");
        return 0;
    }
    if (!strcmp(work, "setup-river")) {
        run(river_tables);
        fill("INSERT INTO river_job (args, kind, max_attempts)"
             " SELECT jsonb_build_object('style', repeat('x', 188), 'person', i % $2::bigint), 'headshot', 5"
             " FROM generate_series(1, $1::bigint) AS i", words[3], words[4]);
        run("VACUUM ANALYZE river_job");
        return 0;
    }
    int is_floor = !strcmp(work, "floor");
    if (is_floor) {
        prepare("begin", "BEGIN");
        prepare("commit", "COMMIT");
        prepare("claim",
                "UPDATE floor_job SET state = 'running', token = $1 WHERE id = ("
                "    SELECT id FROM floor_job WHERE state = 'waiting' ORDER BY id LIMIT 1"
                "    FOR UPDATE SKIP LOCKED) RETURNING id, person, payload");
        prepare("charge", "INSERT INTO floor_charge (job, person, state) VALUES ($1, 'p', 'started') RETURNING id");
        prepare("paid", "UPDATE floor_charge SET state = 'paid' WHERE id = $1");
        prepare("end", "UPDATE floor_job SET state = 'succeeded', result = $2 WHERE id = $1");
    } else {
        prepare("claim",
                "WITH locked AS (SELECT * FROM river_job WHERE state = 'available' AND queue = $1::text"
                "        AND scheduled_at <= coalesce($2::timestamptz, now())"
                "    ORDER BY priority, scheduled_at, id LIMIT $3::integer FOR UPDATE SKIP LOCKED)"
                " UPDATE river_job SET state = 'running', attempt = river_job.attempt + 1,"
                "    attempted_at = now(), attempted_by = array_append(river_job.attempted_by, $4::text)"
                " FROM locked WHERE river_job.id = locked.id RETURNING river_job.*");
        prepare("complete",
                "WITH given AS (SELECT unnest($1::bigint[]) AS id, unnest($2::timestamptz[]) AS finalized_at,"
                "        unnest($3::text[])::river_job_state AS state),"
                "    locked AS (SELECT river_job.id, given.finalized_at, given.state,"
                "            given.state IN ('retryable', 'scheduled')"
                "                AND river_job.metadata ? 'cancel_attempted_at' AS is_cancelled"
                "        FROM river_job JOIN given ON river_job.id = given.id"
                "        WHERE river_job.state = 'running' FOR UPDATE),"
                "    ended AS (UPDATE river_job SET"
                "            finalized_at = CASE WHEN locked.is_cancelled THEN now() ELSE locked.finalized_at END,"
                "            state = CASE WHEN locked.is_cancelled THEN 'cancelled' ELSE locked.state END"
                "        FROM locked WHERE river_job.id = locked.id RETURNING river_job.*)"
                " SELECT * FROM river_job WHERE id IN (SELECT id FROM given)"
                "    AND id NOT IN (SELECT id FROM ended)"
                " UNION SELECT * FROM ended");
    }

    puts("ready");
    fflush(stdout);
    if (!fgets(line, sizeof line, stdin)) return 1;
    for (int done = 0; done < jobs; done++) {
        if (is_floor) {
            step("claim", 1, (const char *[]){"token"}, id);
            step("charge", 1, (const char *[]){id}, charge);
            step("begin", 0, NULL, NULL);
            step("paid", 1, (const char *[]){charge}, NULL);
            step("end", 2, (const char *[]){id, "/headshots/1.png"}, NULL);
            step("commit", 0, NULL, NULL);
        } else {
            step("claim", 4, (const char *[]){"default", NULL, "1", "worker"}, id);
            snprintf(ids, sizeof ids, "{%s}", id);
            step("complete", 3, (const char *[]){ids, "{now}", "{completed}"}, NULL);
        }
    }
    puts("done");
    PQfinish(link);
    return 0;
}
