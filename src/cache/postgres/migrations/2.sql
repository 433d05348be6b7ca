-- The lists that a group keeps fresh. Times are microseconds since the Unix epoch, by the clock of this server.
CREATE TABLE list (
    name        text   NOT NULL PRIMARY KEY,
    -- The file's name with its ending, and its content.
    file        text   NOT NULL,
    content     bytea  NOT NULL,
    -- Raised with each new content.
    revision    bigint NOT NULL DEFAULT 1,
    -- What the last run made of which revision.
    output      text,
    lock        text,
    resolved    bigint,
    due         bigint NOT NULL,
    checked     bigint,
    -- Why the last run was not complete.
    failure     text,
    removed     boolean NOT NULL DEFAULT false,
    lease       text,
    lease_until bigint
);
CREATE INDEX list_due ON list (due) WHERE NOT removed;

CREATE TABLE list_change (
    id     bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    list   text   NOT NULL,
    day    bigint NOT NULL,
    change text   NOT NULL
);
CREATE INDEX list_change_day ON list_change (day);
