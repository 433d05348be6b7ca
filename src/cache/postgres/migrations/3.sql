-- Questions that somebody is asking at this moment, by the bucket and the hash of the answer. Ends are microseconds
-- since the Unix epoch, by the clock of this server.
CREATE TABLE claim (
    id     bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
    bucket text   NOT NULL,
    hash   bigint NOT NULL,
    until  bigint NOT NULL,
    PRIMARY KEY (bucket, hash),
    UNIQUE (id)
);
