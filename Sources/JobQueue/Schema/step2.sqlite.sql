-- A wait reason: the job's photo is not in the store yet.
--
-- SQLite alters no condition, and writing a table of a million jobs anew takes minutes and several times its room. No row
-- changes, so the table's description alone is written, as SQLite's documentation of ALTER TABLE allows for conditions.
PRAGMA writable_schema = ON;
UPDATE sqlite_schema SET sql = replace(sql, 'reason = ''refused''', 'reason = ''refused'' OR reason = ''photo''')
WHERE type = 'table' AND name = 'job';
PRAGMA writable_schema = RESET;
