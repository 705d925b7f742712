-- part 52a: replaced by its statements, or removed

-- part 52b: replaced by its statements, or removed

-- part 52c: replaced by its statements, or removed

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

-- part 51c: replaced by its statements, or removed

