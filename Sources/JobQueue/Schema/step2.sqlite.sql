-- Who writes to moments that are hard or unclear.
ALTER TABLE space ADD COLUMN hard_moments TEXT NOT NULL DEFAULT 'models' CHECK (hard_moments = 'models' OR hard_moments = 'local');
-- A journal of small wins keeps them here, as a new one does.
UPDATE space SET hard_moments = 'local' WHERE preset = 'great';

-- A wait reason: the job's photo is not in the store yet.
--
-- SQLite alters no condition, and writing a table of a million jobs anew takes minutes and several times its room. No row
-- changes, so the table's description alone is written, as SQLite's documentation of ALTER TABLE allows for conditions.
PRAGMA writable_schema = ON;
UPDATE sqlite_schema SET sql = replace(sql, 'reason = ''refused''', 'reason = ''refused'' OR reason = ''photo''')
WHERE type = 'table' AND name = 'job';
PRAGMA writable_schema = RESET;
