SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;
SET default_tablespace = '';
SET default_table_access_method = heap;
CREATE TABLE public.alembic_version (
    version_num character varying(32) NOT NULL
);
CREATE TABLE public.answers (
    session_id text NOT NULL,
    revision bigint NOT NULL,
    question bigint NOT NULL,
    seat bigint NOT NULL,
    step text NOT NULL,
    option text NOT NULL,
    person bigint,
    at double precision NOT NULL
);
CREATE TABLE public.persons (
    id bigint NOT NULL,
    settings text NOT NULL,
    dm_channel_id bigint
);
CREATE TABLE public.sessions (
    id text NOT NULL,
    game text NOT NULL,
    guild_id bigint,
    channel_id bigint NOT NULL,
    held_channel bigint,
    status text NOT NULL,
    revision bigint NOT NULL,
    schema bigint NOT NULL,
    state bytea,
    "table" text NOT NULL,
    screen text NOT NULL,
    due_at double precision,
    created_at double precision NOT NULL,
    touched_at double precision NOT NULL
);
CREATE TABLE public.sitting (
    session_id text NOT NULL,
    person bigint NOT NULL
);
INSERT INTO public.alembic_version VALUES ('0001');
INSERT INTO public.answers VALUES ('PLAY22', 1, 1, 1, 'haunt', 'haunt/chef', 300000000000000012, 1790000101);
INSERT INTO public.answers VALUES ('ENDED2', 1, 1, 1, 'haunt', 'haunt/chef', 300000000000000012, 1790000101);
INSERT INTO public.answers VALUES ('PLAY22', 2, 2, 0, 'haunt', 'haunt/chef', 300000000000000011, 1790000102);
INSERT INTO public.answers VALUES ('ENDED2', 2, 2, 0, 'haunt', 'haunt/chef', 300000000000000011, 1790000102);
INSERT INTO public.answers VALUES ('PLAY22', 3, 2, 1, 'haunt', 'haunt/chef', 300000000000000012, 1790000103);
INSERT INTO public.answers VALUES ('ENDED2', 3, 2, 1, 'haunt', 'haunt/chef', 300000000000000012, 1790000103);
INSERT INTO public.answers VALUES ('PLAY22', 4, 3, 0, 'haunt', 'haunt/chef', 300000000000000011, 1790000104);
INSERT INTO public.answers VALUES ('ENDED2', 4, 3, 0, 'haunt', 'haunt/chef', 300000000000000011, 1790000104);
INSERT INTO public.persons VALUES (300000000000000011, '{"cards":"channel","greeted":true}', 777);
INSERT INTO public.persons VALUES (300000000000000012, '{}', NULL);
INSERT INTO public.sessions VALUES ('LOBBY2', 'ghosts-love-candy', 900000000000000007, 1, 1, 'lobby', 0, 1, NULL, '{"host":300000000000000011,"seats":[{"person":300000000000000011,"name":"Ada"},{"person":300000000000000012,"name":"Ben \ud83d\udc7b"},{"name":"Ember"}],"options":{"long":false},"notes":[{"after":0,"key":"joined","fields":{"name":"Ada"}}]}', '{"posted":{"id":5,"key":"k"}}', 1790000900, 1790000000.5, 1790000000.5);
INSERT INTO public.sessions VALUES ('DIRECT', 'ghosts-love-candy', NULL, 3, 3, 'playing', 0, 1, '\x7b22726e67223a20377d', '{"host":300000000000000011,"seats":[{"person":300000000000000011,"name":"Ada"},{"person":300000000000000012,"name":"Ben \ud83d\udc7b"},{"name":"Ember"}],"options":{"long":false},"notes":[{"after":0,"key":"joined","fields":{"name":"Ada"}}]}', '{"posted":{"id":5,"key":"k"}}', NULL, 1790000000.5, 1790000000.5);
INSERT INTO public.sessions VALUES ('FROZEN', 'ghosts-love-candy', 900000000000000007, 4, 4, 'frozen', 0, 1, '\x000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f202122232425262728292a2b2c2d2e2f303132333435363738393a3b3c3d3e3f404142434445464748494a4b4c4d4e4f505152535455565758595a5b5c5d5e5f606162636465666768696a6b6c6d6e6f707172737475767778797a7b7c7d7e7f808182838485868788898a8b8c8d8e8f909192939495969798999a9b9c9d9e9fa0a1a2a3a4a5a6a7a8a9aaabacadaeafb0b1b2b3b4b5b6b7b8b9babbbcbdbebfc0c1c2c3c4c5c6c7c8c9cacbcccdcecfd0d1d2d3d4d5d6d7d8d9dadbdcdddedfe0e1e2e3e4e5e6e7e8e9eaebecedeeeff0f1f2f3f4f5f6f7f8f9fafbfcfdfeff', '{"host":300000000000000011,"seats":[{"person":300000000000000011,"name":"Ada"},{"person":300000000000000012,"name":"Ben \ud83d\udc7b"},{"name":"Ember"}],"options":{"long":false},"notes":[{"after":0,"key":"joined","fields":{"name":"Ada"}}]}', '{"posted":{"id":5,"key":"k"}}', NULL, 1790000000.5, 1790000000.5);
INSERT INTO public.sessions VALUES ('CLOSED', 'ghosts-love-candy', 900000000000000007, 6, NULL, 'closed', 0, 1, NULL, '{"host":300000000000000011,"seats":[{"person":300000000000000011,"name":"Ada"},{"person":300000000000000012,"name":"Ben \ud83d\udc7b"},{"name":"Ember"}],"options":{"long":false},"notes":[{"after":0,"key":"joined","fields":{"name":"Ada"}}]}', '{"posted":{"id":5,"key":"k"}}', NULL, 1790000000.5, 1790000000.5);
INSERT INTO public.sessions VALUES ('PLAY22', 'ghosts-love-candy', 900000000000000007, 2, 2, 'playing', 5, 1, '\x7b227475726e223a20347d', '{"host":300000000000000011,"seats":[{"person":300000000000000011,"name":"Ada"},{"person":300000000000000012,"name":"Ben \ud83d\udc7b"},{"name":"Ember"}],"options":{"long":false},"notes":[{"after":0,"key":"joined","fields":{"name":"Ada"}}]}', '{"posted":{"id":5,"key":"k"}}', 1790000104, 1790000000.5, 1790000104);
INSERT INTO public.sessions VALUES ('ENDED2', 'ghosts-love-candy', 900000000000000007, 5, NULL, 'over', 5, 1, '\x7b227475726e223a20347d', '{"host":300000000000000011,"seats":[{"person":300000000000000011,"name":"Ada"},{"person":300000000000000012,"name":"Ben \ud83d\udc7b"},{"name":"Ember"}],"options":{"long":false},"notes":[{"after":0,"key":"joined","fields":{"name":"Ada"}}]}', '{"posted":{"id":5,"key":"k"}}', NULL, 1790000000.5, 1790000104);
INSERT INTO public.sitting VALUES ('LOBBY2', 300000000000000011);
INSERT INTO public.sitting VALUES ('LOBBY2', 300000000000000012);
INSERT INTO public.sitting VALUES ('PLAY22', 300000000000000011);
INSERT INTO public.sitting VALUES ('PLAY22', 300000000000000012);
INSERT INTO public.sitting VALUES ('DIRECT', 300000000000000011);
INSERT INTO public.sitting VALUES ('FROZEN', 300000000000000012);
INSERT INTO public.sitting VALUES ('ENDED2', 300000000000000011);
INSERT INTO public.sitting VALUES ('ENDED2', 300000000000000012);
INSERT INTO public.sitting VALUES ('CLOSED', 300000000000000011);
ALTER TABLE ONLY public.alembic_version
    ADD CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num);
ALTER TABLE ONLY public.answers
    ADD CONSTRAINT answers_pkey PRIMARY KEY (session_id, revision);
ALTER TABLE ONLY public.persons
    ADD CONSTRAINT persons_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_held_channel_key UNIQUE (held_channel);
ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.sitting
    ADD CONSTRAINT sitting_pkey PRIMARY KEY (session_id, person);
CREATE INDEX sessions_by_channel ON public.sessions USING btree (channel_id, created_at);
CREATE INDEX sessions_by_due ON public.sessions USING btree (due_at);
CREATE INDEX sessions_by_status ON public.sessions USING btree (status);
CREATE INDEX sitting_by_person ON public.sitting USING btree (person);
ALTER TABLE ONLY public.answers
    ADD CONSTRAINT answers_session_id_fkey FOREIGN KEY (session_id) REFERENCES public.sessions(id);
ALTER TABLE ONLY public.sitting
    ADD CONSTRAINT sitting_session_id_fkey FOREIGN KEY (session_id) REFERENCES public.sessions(id);
