-- part 52a: replaced by its statements, or removed

-- part 52b: replaced by its statements, or removed

-- part 52c
--
-- For how many seconds a space keeps its ended jobs, their photos and their headshots; NULL is until somebody removes them.
ALTER TABLE space ADD COLUMN keep_jobs INTEGER CHECK (keep_jobs > 0);
ALTER TABLE space ADD COLUMN keep_photos INTEGER CHECK (keep_photos > 0);
ALTER TABLE space ADD COLUMN keep_headshots INTEGER CHECK (keep_headshots > 0);
-- For finding what has been kept for long enough. What became of an uncertain job is not decided yet.
CREATE INDEX job_age ON job (space, ended_at, id) WHERE ended_at IS NOT NULL AND state <> 'uncertain';
CREATE INDEX scan_age ON scan (space, created_at) WHERE photo IS NOT NULL;
-- For knowing who needs a photo.
CREATE INDEX job_input ON job (input) WHERE input IS NOT NULL;
-- For the jobs whose ends have not been reported yet.
CREATE INDEX delivery_waiting ON delivery (job) WHERE state = 'pending';
-- How far the ended jobs of a space have been looked through, in the order in which they ended.
CREATE TABLE upkeep (
    space TEXT NOT NULL,
    part TEXT NOT NULL,
    ended_at INTEGER NOT NULL,
    job INTEGER NOT NULL,
    PRIMARY KEY (space, part)
) STRICT, WITHOUT ROWID;
-- The headshots whose jobs were removed: whose they are, and when the jobs ended.
CREATE TABLE left_headshot (
    job INTEGER PRIMARY KEY,
    space TEXT NOT NULL,
    person TEXT NOT NULL CHECK (length(person) BETWEEN 1 AND 128),
    ended_at INTEGER NOT NULL
) STRICT;
CREATE INDEX left_headshot_age ON left_headshot (space, ended_at, job);
CREATE INDEX left_headshot_person ON left_headshot (space, person);
-- What only a reader of one job wants, in short form. A job whose texts are short has no row.
CREATE TABLE report (
    job INTEGER PRIMARY KEY,
    -- What was seen in the photo and said of it.
    seen TEXT,
    -- What was made.
    made TEXT
) STRICT;
-- The prompts of headshots, each once, as long as a job was asked for with it: they are made of the files of styles, and of
-- nothing that a person wrote. The column of the job has the first digits of the SHA-256.
CREATE TABLE prompt (
    hash TEXT PRIMARY KEY CHECK (length(hash) = 32),
    text TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX job_prompt ON job (prompt) WHERE length(prompt) = 32;
CREATE TRIGGER job_report AFTER DELETE ON job
BEGIN
    DELETE FROM report WHERE job = OLD.id;
END;
-- Older rows become thin in the background.
INSERT INTO upkeep (space, part, ended_at, job)
SELECT '', 'reports', 0, 0 WHERE EXISTS (SELECT 1 FROM job);

-- part 51a: replaced by its statements, or removed

-- The streak that was over when the present one began, as JSON: a freeze can bring it back.
ALTER TABLE streak ADD COLUMN lost TEXT CHECK (lost IS NULL OR json_valid(lost));

-- When the store gave the money for a freeze back; one that is not used is gone with it.
ALTER TABLE streak_freeze ADD COLUMN refunded_at INTEGER;
-- For what the store says of a freeze, whoever has it by now.
CREATE INDEX streak_freeze_id ON streak_freeze (space, id);

-- Whether a plan has shown all of a scan: it stays shown when the plan ends.
ALTER TABLE scan ADD COLUMN shown_whole INTEGER NOT NULL DEFAULT 0 CHECK (shown_whole IN (0, 1));

-- Whether nothing of a person goes to a model before the person agrees.
ALTER TABLE space ADD COLUMN asks_before_models INTEGER NOT NULL DEFAULT 0 CHECK (asks_before_models IN (0, 1));

