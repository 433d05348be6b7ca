-- The cached responses. Bodies are compressed already.
CREATE TABLE answer (
    bucket     text   NOT NULL,
    hash       bigint NOT NULL,
    key        text   NOT NULL,
    stored_at  bigint NOT NULL,
    expires_at bigint NOT NULL,
    body       bytea,
    PRIMARY KEY (bucket, hash)
);
ALTER TABLE answer ALTER COLUMN body SET STORAGE EXTERNAL;
CREATE INDEX answer_expiry ON answer (expires_at);

-- The budget. Times are microseconds since the Unix epoch, by the clock of this server.
CREATE TABLE suspension (
    host   text   NOT NULL PRIMARY KEY,
    until  bigint NOT NULL,
    reason text   NOT NULL
);
CREATE TABLE pause (
    host   text   NOT NULL PRIMARY KEY,
    until  bigint NOT NULL,
    reason text   NOT NULL
);
-- Few rows, each updated with every request: room on the page keeps the updates off the index.
CREATE TABLE pace (
    name    text   NOT NULL PRIMARY KEY,
    granted bigint NOT NULL,
    last    bigint NOT NULL,
    due     bigint NOT NULL
) WITH (fillfactor = 20);
CREATE TABLE lease (
    id    bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    host  text   NOT NULL,
    until bigint NOT NULL
);
CREATE INDEX lease_host ON lease (host);
-- What the requests of a day have cost, in millionths of a dollar; days are counted from 1970.
CREATE TABLE spent (
    host   text   NOT NULL PRIMARY KEY,
    day    bigint NOT NULL,
    amount bigint NOT NULL
);
