BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0001');
CREATE TABLE answers (
	session_id TEXT NOT NULL, 
	revision BIGINT NOT NULL, 
	question BIGINT NOT NULL, 
	seat BIGINT NOT NULL, 
	step TEXT NOT NULL, 
	option TEXT NOT NULL, 
	person BIGINT, 
	at DOUBLE NOT NULL, 
	PRIMARY KEY (session_id, revision), 
	FOREIGN KEY(session_id) REFERENCES sessions (id)
);
INSERT INTO "answers" VALUES('PLAY22',1,1,1,'haunt','haunt/chef',300000000000000012,1790000101.0);
INSERT INTO "answers" VALUES('ENDED2',1,1,1,'haunt','haunt/chef',300000000000000012,1790000101.0);
INSERT INTO "answers" VALUES('PLAY22',2,2,0,'haunt','haunt/chef',300000000000000011,1790000102.0);
INSERT INTO "answers" VALUES('ENDED2',2,2,0,'haunt','haunt/chef',300000000000000011,1790000102.0);
INSERT INTO "answers" VALUES('PLAY22',3,2,1,'haunt','haunt/chef',300000000000000012,1790000103.0);
INSERT INTO "answers" VALUES('ENDED2',3,2,1,'haunt','haunt/chef',300000000000000012,1790000103.0);
INSERT INTO "answers" VALUES('PLAY22',4,3,0,'haunt','haunt/chef',300000000000000011,1790000104.0);
INSERT INTO "answers" VALUES('ENDED2',4,3,0,'haunt','haunt/chef',300000000000000011,1790000104.0);
CREATE TABLE persons (
	id BIGINT NOT NULL, 
	settings TEXT NOT NULL, 
	dm_channel_id BIGINT, 
	PRIMARY KEY (id)
);
INSERT INTO "persons" VALUES(300000000000000011,'{"cards":"channel","greeted":true}',777);
INSERT INTO "persons" VALUES(300000000000000012,'{}',NULL);
CREATE TABLE sessions (
	id TEXT NOT NULL, 
	game TEXT NOT NULL, 
	guild_id BIGINT, 
	channel_id BIGINT NOT NULL, 
	held_channel BIGINT, 
	status TEXT NOT NULL, 
	revision BIGINT NOT NULL, 
	schema BIGINT NOT NULL, 
	state BLOB, 
	"table" TEXT NOT NULL, 
	screen TEXT NOT NULL, 
	due_at DOUBLE, 
	created_at DOUBLE NOT NULL, 
	touched_at DOUBLE NOT NULL, 
	PRIMARY KEY (id), 
	UNIQUE (held_channel)
);
INSERT INTO "sessions" VALUES('LOBBY2','ghosts-love-candy',900000000000000007,1,1,'lobby',0,1,NULL,'{"host":300000000000000011,"seats":[{"person":300000000000000011,"name":"Ada"},{"person":300000000000000012,"name":"Ben \ud83d\udc7b"},{"name":"Ember"}],"options":{"long":false},"notes":[{"after":0,"key":"joined","fields":{"name":"Ada"}}]}','{"posted":{"id":5,"key":"k"}}',1790000900.0,1790000000.5,1790000000.5);
INSERT INTO "sessions" VALUES('PLAY22','ghosts-love-candy',900000000000000007,2,2,'playing',5,1,X'7B227475726E223A20347D','{"host":300000000000000011,"seats":[{"person":300000000000000011,"name":"Ada"},{"person":300000000000000012,"name":"Ben \ud83d\udc7b"},{"name":"Ember"}],"options":{"long":false},"notes":[{"after":0,"key":"joined","fields":{"name":"Ada"}}]}','{"posted":{"id":5,"key":"k"}}',1790000104.0,1790000000.5,1790000104.0);
INSERT INTO "sessions" VALUES('DIRECT','ghosts-love-candy',NULL,3,3,'playing',0,1,X'7B22726E67223A20377D','{"host":300000000000000011,"seats":[{"person":300000000000000011,"name":"Ada"},{"person":300000000000000012,"name":"Ben \ud83d\udc7b"},{"name":"Ember"}],"options":{"long":false},"notes":[{"after":0,"key":"joined","fields":{"name":"Ada"}}]}','{"posted":{"id":5,"key":"k"}}',NULL,1790000000.5,1790000000.5);
INSERT INTO "sessions" VALUES('FROZEN','ghosts-love-candy',900000000000000007,4,4,'frozen',0,1,X'000102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F808182838485868788898A8B8C8D8E8F909192939495969798999A9B9C9D9E9FA0A1A2A3A4A5A6A7A8A9AAABACADAEAFB0B1B2B3B4B5B6B7B8B9BABBBCBDBEBFC0C1C2C3C4C5C6C7C8C9CACBCCCDCECFD0D1D2D3D4D5D6D7D8D9DADBDCDDDEDFE0E1E2E3E4E5E6E7E8E9EAEBECEDEEEFF0F1F2F3F4F5F6F7F8F9FAFBFCFDFEFF','{"host":300000000000000011,"seats":[{"person":300000000000000011,"name":"Ada"},{"person":300000000000000012,"name":"Ben \ud83d\udc7b"},{"name":"Ember"}],"options":{"long":false},"notes":[{"after":0,"key":"joined","fields":{"name":"Ada"}}]}','{"posted":{"id":5,"key":"k"}}',NULL,1790000000.5,1790000000.5);
INSERT INTO "sessions" VALUES('ENDED2','ghosts-love-candy',900000000000000007,5,NULL,'over',5,1,X'7B227475726E223A20347D','{"host":300000000000000011,"seats":[{"person":300000000000000011,"name":"Ada"},{"person":300000000000000012,"name":"Ben \ud83d\udc7b"},{"name":"Ember"}],"options":{"long":false},"notes":[{"after":0,"key":"joined","fields":{"name":"Ada"}}]}','{"posted":{"id":5,"key":"k"}}',NULL,1790000000.5,1790000104.0);
INSERT INTO "sessions" VALUES('CLOSED','ghosts-love-candy',900000000000000007,6,NULL,'closed',0,1,NULL,'{"host":300000000000000011,"seats":[{"person":300000000000000011,"name":"Ada"},{"person":300000000000000012,"name":"Ben \ud83d\udc7b"},{"name":"Ember"}],"options":{"long":false},"notes":[{"after":0,"key":"joined","fields":{"name":"Ada"}}]}','{"posted":{"id":5,"key":"k"}}',NULL,1790000000.5,1790000000.5);
CREATE TABLE sitting (
	session_id TEXT NOT NULL, 
	person BIGINT NOT NULL, 
	PRIMARY KEY (session_id, person), 
	FOREIGN KEY(session_id) REFERENCES sessions (id)
);
INSERT INTO "sitting" VALUES('LOBBY2',300000000000000011);
INSERT INTO "sitting" VALUES('LOBBY2',300000000000000012);
INSERT INTO "sitting" VALUES('PLAY22',300000000000000011);
INSERT INTO "sitting" VALUES('PLAY22',300000000000000012);
INSERT INTO "sitting" VALUES('DIRECT',300000000000000011);
INSERT INTO "sitting" VALUES('FROZEN',300000000000000012);
INSERT INTO "sitting" VALUES('ENDED2',300000000000000011);
INSERT INTO "sitting" VALUES('ENDED2',300000000000000012);
INSERT INTO "sitting" VALUES('CLOSED',300000000000000011);
CREATE INDEX sessions_by_channel ON sessions (channel_id, created_at);
CREATE INDEX sessions_by_due ON sessions (due_at);
CREATE INDEX sessions_by_status ON sessions (status);
CREATE INDEX sitting_by_person ON sitting (person);
COMMIT;
