-- A wait reason: the job's photo is not in the store yet.
CREATE OR REPLACE FUNCTION job_conditions() RETURNS trigger LANGUAGE plpgsql AS $trigger$
DECLARE
    -- In the order of the names, so that all queues report the same of several.
    broken CONSTANT text := CASE
        WHEN NOT (NEW.attempts >= 0) THEN 'job_attempts_check'
        WHEN NOT (NEW.cancel_requested IN (0, 1)) THEN 'job_cancel_requested_check'
        WHEN NOT ((NEW.state <> 'waiting') OR NEW.reason IN ('new', 'scheduled', 'cooldown', 'daily_cap',
            'provider_halted', 'retry', 'interrupted', 'answered', 'budget', 'refused', 'photo'))
            THEN 'job_check'
        WHEN NOT ((NEW.expires_at IS NULL) = (NEW.most_a_day IS NULL)) THEN 'job_check1'
        WHEN NOT ((NEW.result IS NULL) OR (NEW.outcome IS NOT NULL)) THEN 'job_check10'
        WHEN NOT ((NEW.quoted_price IS NULL) OR (NEW.quoted_model IS NOT NULL)) THEN 'job_check2'
        WHEN NOT ((NEW.input IS NULL) = (NEW.input_name IS NULL)) THEN 'job_check3'
        WHEN NOT ((NEW.second_input IS NULL) OR (NEW.input IS NOT NULL)) THEN 'job_check4'
        WHEN NOT ((NEW.state = 'running') = (NEW.token IS NOT NULL)) THEN 'job_check5'
        WHEN NOT ((NEW.token IS NULL) = (NEW.owner IS NULL)) THEN 'job_check6'
        WHEN NOT ((NEW.token IS NULL) = (NEW.phase IS NULL)) THEN 'job_check7'
        WHEN NOT ((NEW.state IN ('waiting', 'running')) = (NEW.ended_at IS NULL)) THEN 'job_check8'
        WHEN NOT ((NEW.state = 'succeeded') = (NEW.outcome IS NOT NULL)) THEN 'job_check9'
        WHEN NOT (NEW.crashes >= 0) THEN 'job_crashes_check'
        WHEN NOT ((NEW.facts IS NULL) OR (CAST(NEW.facts AS jsonb) IS NOT NULL)) THEN 'job_facts_check'
        WHEN NOT ((NEW.findings IS NULL) OR (CAST(NEW.findings AS jsonb) IS NOT NULL)) THEN 'job_findings_check'
        WHEN NOT (NEW.id BETWEEN 0 AND 1125899906842623) THEN 'job_id_check'
        WHEN NOT (length(NEW.input) BETWEEN 64 AND 96) THEN 'job_input_check'
        WHEN NOT (length(NEW.key) BETWEEN 1 AND 256) THEN 'job_key_check'
        WHEN NOT (length(NEW.kind) BETWEEN 1 AND 32) THEN 'job_kind_check'
        WHEN NOT (NEW.most_a_day >= 0) THEN 'job_most_a_day_check'
        WHEN NOT ((NEW.outcome IS NULL) OR (CAST(NEW.outcome AS jsonb) IS NOT NULL)) THEN 'job_outcome_check'
        WHEN NOT (CAST(NEW.payload AS jsonb) IS NOT NULL) THEN 'job_payload_check'
        WHEN NOT (length(NEW.person) BETWEEN 1 AND 128) THEN 'job_person_check'
        WHEN NOT (NEW.phase IN ('preparing', 'uploading', 'saving')) THEN 'job_phase_check'
        WHEN NOT (NEW.priority BETWEEN -100 AND 100) THEN 'job_priority_check'
        WHEN NOT (length(NEW.quoted_model) BETWEEN 1 AND 200) THEN 'job_quoted_model_check'
        WHEN NOT (NEW.quoted_price >= 0) THEN 'job_quoted_price_check'
        WHEN NOT (NEW.refusals >= 0) THEN 'job_refusals_check'
        WHEN NOT (length(NEW.result_hash) = 64) THEN 'job_result_hash_check'
        WHEN NOT (length(NEW.second_input) BETWEEN 64 AND 96) THEN 'job_second_input_check'
        WHEN NOT (length(NEW.space) <= 32) THEN 'job_space_check'
        WHEN NOT (NEW.state IN ('waiting', 'running', 'succeeded', 'rejected', 'failed', 'cancelled', 'uncertain'))
            THEN 'job_state_check'
    END;
BEGIN
    IF broken IS NOT NULL THEN
        RAISE check_violation USING MESSAGE = format('a row breaks "%s"', broken);
    END IF;
    RETURN NEW;
END $trigger$;
