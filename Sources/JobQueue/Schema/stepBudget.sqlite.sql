-- What all charges of a space may cost together, in millionths of a US dollar; NULL for no limit.
ALTER TABLE space ADD COLUMN total_budget INTEGER CHECK (total_budget >= 0);
-- What the charges of a space that are not free count against budgets, and how many of them have an unknown price; kept as
-- the sums of each day are.
CREATE TABLE space_sum (
    space TEXT PRIMARY KEY,
    held INTEGER NOT NULL,
    unbounded INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO space_sum SELECT space, sum(held), sum(unbounded) FROM day_sum GROUP BY space;
CREATE TRIGGER charge_part_is_summed_by_space INSTEAD OF INSERT ON charge_part
BEGIN
    INSERT INTO space_sum
    SELECT NEW.space, NEW.sign * min(coalesce(NEW.cost, NEW.bound, NEW.estimate, 0), 1000000000000),
        NEW.sign * (coalesce(NEW.cost, NEW.bound, NEW.estimate) IS NULL)
    WHERE NEW.state <> 'free'
    ON CONFLICT DO UPDATE SET held = held + excluded.held, unbounded = unbounded + excluded.unbounded;
END;
