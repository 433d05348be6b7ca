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

-- Who may use the tables there were may use this one.
DO $$
DECLARE
    given record;
BEGIN
    FOR given IN
        SELECT grantee, string_agg(privilege_type, ', ') AS rights
        FROM information_schema.role_table_grants
        WHERE table_schema = current_schema() AND table_name = 'answer' AND grantee <> current_user
        GROUP BY grantee
    LOOP
        EXECUTE format(
            'GRANT %s ON claim TO %s',
            given.rights,
            CASE given.grantee WHEN 'PUBLIC' THEN 'PUBLIC' ELSE quote_ident(given.grantee) END
        );
    END LOOP;
END
$$;
