-- No charge is written meanwhile, since the sums begin with those that are there.
LOCK TABLE space IN ACCESS EXCLUSIVE MODE;
LOCK TABLE charge IN SHARE ROW EXCLUSIVE MODE;
-- What all charges of a space may cost together, in millionths of a US dollar; NULL for no limit.
ALTER TABLE space ADD COLUMN total_budget bigint CHECK (total_budget >= 0);
-- What the charges of a space that are not free count against budgets, and how many of them have an unknown price; kept as
-- the sums of each day are.
CREATE TABLE space_sum (
    space text COLLATE "C" NOT NULL,
    held bigint NOT NULL,
    unbounded bigint NOT NULL,
    is_folded boolean NOT NULL DEFAULT FALSE
) WITH (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_cost_delay = 0);
CREATE INDEX space_sum_space ON space_sum (space);
CREATE INDEX space_sum_new ON space_sum (is_folded) WHERE NOT is_folded;
INSERT INTO space_sum SELECT space, sum(held), sum(unbounded), TRUE FROM day_sum GROUP BY space;
CREATE FUNCTION charge_is_summed_by_space() RETURNS trigger LANGUAGE plpgsql AS $trigger$
BEGIN
    IF TG_OP <> 'INSERT' AND OLD.state <> 'free' THEN
        INSERT INTO space_sum SELECT OLD.space, -held, -unbounded FROM charge_part(OLD);
    END IF;
    IF TG_OP <> 'DELETE' AND NEW.state <> 'free' THEN
        INSERT INTO space_sum SELECT NEW.space, held, unbounded FROM charge_part(NEW);
    END IF;
    RETURN NULL;
END $trigger$;
CREATE TRIGGER charge_is_summed_by_space
AFTER INSERT OR DELETE OR UPDATE OF space, state, estimate, bound, cost ON charge
FOR EACH ROW EXECUTE FUNCTION charge_is_summed_by_space();
