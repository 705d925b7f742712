-- The queue proper, by spaces: a claim takes the next job of a provider's next space in turn.
DROP INDEX job_open;
CREATE INDEX job_open ON job (state, provider, space, priority DESC, due_at, id, person)
WHERE state = 'running' OR state = 'waiting';

-- Limits that the operator set for a space, as JSON; what is absent has its default.
ALTER TABLE space ADD COLUMN limits text COLLATE "C" NOT NULL DEFAULT '{}';

-- How much free work a day has had: of each person, and under an empty person of the space as a whole.
CREATE TABLE free_work (
    space text COLLATE "C" NOT NULL,
    day text COLLATE "C" NOT NULL,
    person text COLLATE "C" NOT NULL,
    kind text COLLATE "C" NOT NULL,
    amount bigint NOT NULL CHECK (amount > 0),
    PRIMARY KEY (space, day, person, kind)
);

-- The photos in the store that persons of spaces handed in, with their bytes.
CREATE TABLE stored_photo (
    photo text COLLATE "C" PRIMARY KEY,
    space text COLLATE "C" NOT NULL,
    bytes bigint NOT NULL CHECK (bytes >= 0)
);
-- Their sum of each space.
CREATE TABLE storage (
    space text COLLATE "C" PRIMARY KEY,
    bytes bigint NOT NULL CHECK (bytes >= 0)
);

-- What a store says of one purchase: a subscription, or something that is bought once.
CREATE TABLE purchase (
    space text COLLATE "C" NOT NULL,
    -- The store's own id, the original transaction's; or the event's, where the store names none.
    id text COLLATE "C" NOT NULL CHECK (length(id) BETWEEN 1 AND 256),
    -- Whose it is, as in store_name.
    customer text COLLATE "C" NOT NULL CHECK (length(customer) = 64),
    has_transaction bigint NOT NULL CHECK (has_transaction IN (0, 1)),
    store text COLLATE "C",
    product text COLLATE "C",
    -- A JSON array of the store's entitlements; NULL where the store says nothing of them.
    entitlements text COLLATE "C" CHECK (entitlements IS NULL OR (CAST(entitlements AS jsonb) IS NOT NULL)),
    is_single bigint NOT NULL CHECK (is_single IN (0, 1)),
    is_trial bigint NOT NULL CHECK (is_trial IN (0, 1)),
    -- The plan that it gives by the space's settings.
    plan text COLLATE "C" NOT NULL CHECK (plan = 'free' OR plan = 'trial' OR plan = 'pro'),
    -- The end of what is paid; NULL is never.
    expires_at bigint,
    -- Until when the store still tries to take a payment that failed.
    grace_until bigint,
    -- When it was refunded, or was over by the store's word.
    ended_at bigint,
    -- When the store said so, and when it last said whose it is; older events change neither.
    said_at bigint NOT NULL,
    moved_at bigint NOT NULL,
    PRIMARY KEY (space, id)
);
-- For what a customer has bought.
CREATE INDEX purchase_customer ON purchase (space, customer);

-- The ids by which a store knows a customer: those of persons, and those that it made up before a person had one. Of
-- customers who have left only the SHA-256, as in departed.
CREATE TABLE store_name (
    space text COLLATE "C" NOT NULL,
    name text COLLATE "C" NOT NULL CHECK (length(name) BETWEEN 1 AND 256),
    is_person bigint NOT NULL CHECK (is_person IN (0, 1)),
    customer text COLLATE "C" NOT NULL CHECK (length(customer) = 64),
    PRIMARY KEY (space, name)
);
CREATE INDEX store_name_customer ON store_name (space, customer);

-- Purchases that moved to another customer, for events that come late; the old names only as SHA-256.
CREATE TABLE store_transfer (
    space text COLLATE "C" NOT NULL,
    hash text COLLATE "C" NOT NULL CHECK (length(hash) = 64),
    moved_at bigint NOT NULL,
    customer text COLLATE "C" NOT NULL CHECK (length(customer) = 64),
    PRIMARY KEY (space, hash, moved_at)
);
CREATE INDEX store_transfer_customer ON store_transfer (space, customer);

-- The SHA-256 of the ids of persons who have left; what a store says of them is kept apart.
CREATE TABLE departed (
    space text COLLATE "C" NOT NULL,
    hash text COLLATE "C" NOT NULL CHECK (length(hash) = 64),
    PRIMARY KEY (space, hash)
);

-- The most that a request is expected to cost, in millionths of a US dollar: it counts against budgets until the cost is
-- known.
ALTER TABLE charge ADD COLUMN bound bigint;
-- For the requests that cost more than that.
CREATE INDEX charge_above_bound ON charge (provider, model, kind, cost) WHERE cost > bound;

-- The SHA-256 of the result's bytes; NULL for one that was saved before this was noted.
ALTER TABLE job ADD COLUMN result_hash text COLLATE "C";
-- The result's name in the folder of results, in place of a path that may lead to another home's.
UPDATE job SET result = replace(result, rtrim(result, replace(result, '/', '')), '')
WHERE result LIKE '%/%';
