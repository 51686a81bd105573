-- A small scorebook as version 0005 wrote it. It never changes: every later version upgrades it.
PRAGMA application_id=1397443377;
BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL,
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0005');
CREATE TABLE circle (
	id INTEGER NOT NULL,
	uid CHAR(32) NOT NULL,
	name TEXT NOT NULL,
	time_zone TEXT NOT NULL,
	version INTEGER NOT NULL,
	created_at DATETIME NOT NULL,
	deleted_at DATETIME,
	CONSTRAINT pk_circle PRIMARY KEY (id),
	CONSTRAINT ck_circle_name_length CHECK (length(name) BETWEEN 1 AND 40),
	CONSTRAINT uq_circle_uid UNIQUE (uid)
);
INSERT INTO "circle" VALUES(1,'bd0fd87c2e084d5a893717c4ed22d6f2','Tuesday circle','Europe/Zurich',0,'2018-09-10 19:30:00.000000',NULL);
INSERT INTO "circle" VALUES(2,'ed4395ce82a44922940edb8015e2e45e','Mückenfreunde 🂡','Europe/Zurich',0,'2026-11-27 19:30:00.000000',NULL);
CREATE TABLE device (
	id INTEGER NOT NULL,
	uid CHAR(32) NOT NULL,
	secret_hash VARCHAR(64) NOT NULL,
	created_at DATETIME NOT NULL,
	CONSTRAINT pk_device PRIMARY KEY (id),
	CONSTRAINT uq_device_secret_hash UNIQUE (secret_hash),
	CONSTRAINT uq_device_uid UNIQUE (uid)
);
INSERT INTO "device" VALUES(1,'aa53a11189e44c58ae792a38c8ba0fef','demo bd0fd87c-2e08-4d5a-8937-17c4ed22d6f2','2018-09-10 19:30:00.000000');
INSERT INTO "device" VALUES(2,'702faf7c939943429f38ee049fef4acf','b37c7b8cee6b111b9c82602e6c1986c3adae02cd7a90632245c4f562a6a715fa','2026-11-27 19:30:00.000000');
INSERT INTO "device" VALUES(3,'f6c75aea11dc4a3d8560a9bc48b16da0','8d4758375fd50e4527c992b75dfe8fde0787240105e3bc1a8c4652d0b2ee4e5e','2026-11-27 19:38:00.000000');
CREATE TABLE entering (
	match_id INTEGER NOT NULL, 
	device_id INTEGER NOT NULL, 
	circle_id INTEGER NOT NULL, 
	round_no INTEGER NOT NULL, 
	at DATETIME NOT NULL, 
	revisions INTEGER NOT NULL, 
	CONSTRAINT pk_entering PRIMARY KEY (match_id, device_id), 
	CONSTRAINT fk_entering_match_id FOREIGN KEY(match_id) REFERENCES "match" (id), 
	CONSTRAINT fk_entering_device_id FOREIGN KEY(device_id) REFERENCES device (id), 
	CONSTRAINT fk_entering_circle_id FOREIGN KEY(circle_id) REFERENCES circle (id)
);
INSERT INTO "entering" VALUES(5,2,2,2,'2026-11-27 21:04:05.000000',4);
CREATE TABLE grant (
	id INTEGER NOT NULL,
	circle_id INTEGER NOT NULL,
	device_id INTEGER NOT NULL,
	link_id INTEGER,
	player_id INTEGER,
	role VARCHAR(8) NOT NULL,
	created_at DATETIME NOT NULL,
	revoked_at DATETIME, name TEXT DEFAULT '' NOT NULL, active_on DATE,
	CONSTRAINT pk_grant PRIMARY KEY (id),
	CONSTRAINT ck_grant_role CHECK (role IN ('view', 'score', 'own')),
	CONSTRAINT fk_grant_circle_id FOREIGN KEY(circle_id) REFERENCES circle (id),
	CONSTRAINT fk_grant_device_id FOREIGN KEY(device_id) REFERENCES device (id),
	CONSTRAINT fk_grant_link_id FOREIGN KEY(link_id) REFERENCES link (id),
	CONSTRAINT fk_grant_player_id FOREIGN KEY(player_id) REFERENCES player (id),
	CONSTRAINT uq_grant_device_id_circle_id UNIQUE (device_id, circle_id)
);
INSERT INTO "grant" VALUES(1,2,2,NULL,NULL,'own','2026-11-27 19:30:00.000000',NULL,'',NULL);
INSERT INTO "grant" VALUES(2,2,3,1,10,'score','2026-11-27 19:38:00.000000',NULL,'Android phone','2026-11-27');
CREATE TABLE imported (
	revision_id INTEGER NOT NULL, 
	circle_id INTEGER NOT NULL, 
	at DATETIME NOT NULL, 
	CONSTRAINT pk_imported PRIMARY KEY (revision_id), 
	CONSTRAINT fk_imported_revision_id FOREIGN KEY(revision_id) REFERENCES revision (id), 
	CONSTRAINT fk_imported_circle_id FOREIGN KEY(circle_id) REFERENCES circle (id)
);
INSERT INTO "imported" VALUES(37,2,'2026-11-28 09:00:00.000000');
CREATE TABLE link (
	id INTEGER NOT NULL,
	uid CHAR(32) NOT NULL,
	circle_id INTEGER NOT NULL,
	role VARCHAR(8) NOT NULL,
	created_at DATETIME NOT NULL,
	revoked_at DATETIME, name TEXT DEFAULT '' NOT NULL, recovery BOOLEAN DEFAULT 0 NOT NULL,
	CONSTRAINT pk_link PRIMARY KEY (id),
	CONSTRAINT ck_link_role CHECK (role IN ('view', 'score', 'own')),
	CONSTRAINT fk_link_circle_id FOREIGN KEY(circle_id) REFERENCES circle (id),
	CONSTRAINT uq_link_uid UNIQUE (uid)
);
INSERT INTO "link" VALUES(1,'6c3091f5bf5e4b8281b6faedfd269655',2,'score','2026-11-27 19:38:00.000000',NULL,'Küche',0);
INSERT INTO "link" VALUES(2,'0f4f7c0a5d0b4b6f9a4d0c6a2e3b1d55',2,'own','2026-11-27 19:50:00.000000',NULL,'Recovery link',1);
CREATE TABLE "match" (
	id INTEGER NOT NULL, 
	uid CHAR(32) NOT NULL, 
	circle_id INTEGER NOT NULL, 
	night_id INTEGER NOT NULL, 
	game VARCHAR(40) NOT NULL, 
	rules TEXT NOT NULL, 
	first_dealer INTEGER NOT NULL, 
	started_at DATETIME NOT NULL, 
	version INTEGER NOT NULL, 
	revisions INTEGER NOT NULL, 
	head VARCHAR(64) NOT NULL, 
	state VARCHAR(8) NOT NULL, 
	reason VARCHAR(40) NOT NULL, 
	rounds INTEGER NOT NULL, 
	over_at DATETIME, 
	origin VARCHAR(10) DEFAULT 'live' NOT NULL, 
	CONSTRAINT pk_match PRIMARY KEY (id), 
	CONSTRAINT ck_match_state CHECK (state IN ('playing', 'over')), 
	CONSTRAINT fk_match_circle_id FOREIGN KEY(circle_id) REFERENCES circle (id), 
	CONSTRAINT uq_match_uid UNIQUE (uid), 
	CONSTRAINT fk_match_night_id FOREIGN KEY(night_id) REFERENCES night (id), 
	CONSTRAINT ck_match_origin CHECK (origin IN ('live', 'afterwards', 'results'))
);
INSERT INTO "match" VALUES(1,'1c521bfbb8304184ab68ac2201a21e52',1,1,'kunibert','{"hand_cards_count_against":false,"pro_rule":false,"target":300,"tie":"shared"}',0,'2026-11-20 22:11:00.000000',10,10,'a464e8c11c08e901e8a56c6857a2dc7737e4f559a3d9fc4f9ef950c6de5960d0','over','target_reached',7,'2026-11-20 23:14:00.000000','live');
INSERT INTO "match" VALUES(2,'1bb1591d1d264e809da93932eca3328b',1,2,'mueckenstich','{"removal_chooser":"mosquitoes","rounds":6,"scoring":"per_round","set_aside":"per_phase"}',5,'2026-11-27 19:35:00.000000',7,7,'866b54505e115f8a9ff58493a3c1cce05158b240b769235a8648fa4dba1db95d','over','all_rounds_played',6,'2026-11-27 20:29:00.000000','live');
INSERT INTO "match" VALUES(3,'9ef0ec9a70e74d0b9c03b5b2c2a820cb',1,2,'mittlere','{"no_trick_and_hundred":"list_order","rounds":12}',1,'2026-11-27 20:56:00.000000',15,15,'a2345e39988fab727c24dd00b2473712f2a7147c00fe3bcd6d5f4f46363f9fe4','over','all_rounds_played',12,'2026-11-27 22:44:00.000000','live');
INSERT INTO "match" VALUES(4,'5f37e215820a4de091e2d69d8f576ea3',1,2,'kunibert','{"hand_cards_count_against":false,"pro_rule":false,"target":400,"tie":"shared"}',3,'2026-11-27 22:27:00.000000',4,4,'10a8ab5677c3577909ba675842664a4972fbb82c9de7a4dc768c0432541b560d','playing','',3,NULL,'live');
INSERT INTO "match" VALUES(5,'d097c039c61d4ca6be6df60a5aa8d8fd',2,3,'mueckenstich','{"removal_chooser":"mosquitoes","rounds":3,"scoring":"per_phase","set_aside":"per_phase"}',0,'2026-11-27 19:31:00.000000',4,4,'4fe246a5dcc46a0326ddbaccc328b1baea2a4c0eb869ba7d5799f6d696f2ee66','over','ended_early',2,'2026-11-27 19:34:00.000000','live');
INSERT INTO "match" VALUES(6,'017718072f0842649105b4f109ce697e',2,3,'mueckenstich','{"removal_chooser":"mosquitoes","rounds":4,"scoring":"per_round","set_aside":"per_phase"}',0,'2026-11-27 19:35:00.000000',1,1,'ce602e357072d98ebbaf0ebdbef275ca23aaf1750b06c115f9c007f219944c92','playing','',0,NULL,'live');
INSERT INTO "match" VALUES(7,'2b51f415ba4f4289a11f2b6e3b02710c',2,3,'mueckenstich','{"removal_chooser":"mosquitoes","rounds":4,"scoring":"per_round","set_aside":"per_phase"}',0,'2026-11-27 19:36:00.000000',3,3,'d594aa5ebfc3222da1120dd9709e88f55ced19978452ca07418b665f4de59acd','playing','',1,NULL,'live');
INSERT INTO "match" VALUES(8,'7d0eda443ddc4195b501e613827170c2',2,4,'mittlere','{"no_trick_and_hundred":"list_order","rounds":12}',0,'2026-11-28 09:00:00.000000',2,2,'8da48fc48476051332a860b2089e84b2b8a80d4fd7d611847309ebab5076908a','over','result_known',0,'2026-11-28 09:00:00.000000','results');
INSERT INTO "match" VALUES(9,'bf2ab848a5d74108ac97b005fa240445',2,4,'kunibert','{"hand_cards_count_against":false,"pro_rule":false,"target":200,"tie":"shared"}',1,'2026-11-28 09:00:00.000000',1,1,'36aaa9821acd8aebd883d7e624404c2480944035238f41613c5580d46791ac9b','playing','',0,NULL,'afterwards');
CREATE TABLE night (
	id INTEGER NOT NULL,
	uid CHAR(32) NOT NULL,
	circle_id INTEGER NOT NULL,
	date DATE NOT NULL, place TEXT DEFAULT '' NOT NULL, note TEXT DEFAULT '' NOT NULL, version INTEGER DEFAULT 0 NOT NULL,
	CONSTRAINT pk_night PRIMARY KEY (id),
	CONSTRAINT fk_night_circle_id FOREIGN KEY(circle_id) REFERENCES circle (id),
	CONSTRAINT uq_night_circle_id_date UNIQUE (circle_id, date),
	CONSTRAINT uq_night_uid UNIQUE (uid)
);
INSERT INTO "night" VALUES(1,'7baf27c1f8cd404ab65a23e43c780109',1,'2026-11-20','','',0);
INSERT INTO "night" VALUES(2,'2fdc2f4eb3104982bcfbbf97702d8d1d',1,'2026-11-27','','',0);
INSERT INTO "night" VALUES(3,'214014cdc1c24e14abb194ebd89eb076',2,'2026-11-27','','',0);
INSERT INTO "night" VALUES(4,'986dbffb81df4c279fdb81d4a9e5199e',2,'2019-03-09','Hütte, oben','Regen',2);
CREATE TABLE note (
	revision_id INTEGER NOT NULL,
	circle_id INTEGER NOT NULL,
	salt VARCHAR(32) NOT NULL,
	text TEXT,
	CONSTRAINT pk_note PRIMARY KEY (revision_id),
	CONSTRAINT fk_note_circle_id FOREIGN KEY(circle_id) REFERENCES circle (id),
	CONSTRAINT fk_note_revision_id FOREIGN KEY(revision_id) REFERENCES revision (id)
);
INSERT INTO "note" VALUES(5,1,'b9a5815e0e0f62dca0334f071d6a0dc6','two colours were swapped');
INSERT INTO "note" VALUES(7,1,'cca732f459947a1b9cf9d47a2dfe0f71','two colours were swapped');
INSERT INTO "note" VALUES(43,2,'63837e207e9aaa18092569611616a5f6','The cards were shuffled already: ‘so be it’');
CREATE TABLE played (
	circle_id INTEGER NOT NULL, 
	player_id INTEGER NOT NULL, 
	match_id INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	night_id INTEGER NOT NULL, 
	date DATE NOT NULL, 
	started_at DATETIME NOT NULL, 
	game VARCHAR(40) NOT NULL, 
	seats INTEGER NOT NULL, 
	dealt INTEGER NOT NULL, 
	total INTEGER NOT NULL, 
	rank INTEGER NOT NULL, 
	won BOOLEAN NOT NULL, 
	winners INTEGER NOT NULL, 
	rounds INTEGER NOT NULL, 
	CONSTRAINT pk_played PRIMARY KEY (circle_id, player_id, match_id), 
	CONSTRAINT fk_played_circle_id FOREIGN KEY(circle_id) REFERENCES circle (id), 
	CONSTRAINT fk_played_player_id FOREIGN KEY(player_id) REFERENCES player (id), 
	CONSTRAINT fk_played_match_id FOREIGN KEY(match_id) REFERENCES "match" (id), 
	CONSTRAINT fk_played_night_id FOREIGN KEY(night_id) REFERENCES night (id)
)
 WITHOUT ROWID

;
INSERT INTO "played" VALUES(1,1,2,2,2,'2026-11-27','2026-11-27 19:35:00.000000','mueckenstich',6,3,0,5,0,1,6);
INSERT INTO "played" VALUES(1,1,3,0,2,'2026-11-27','2026-11-27 20:56:00.000000','mittlere',3,1,-6,3,0,2,12);
INSERT INTO "played" VALUES(1,2,2,4,2,'2026-11-27','2026-11-27 19:35:00.000000','mueckenstich',6,5,-13,6,0,1,6);
INSERT INTO "played" VALUES(1,3,1,0,1,'2026-11-20','2026-11-20 22:11:00.000000','kunibert',3,0,350,1,1,1,7);
INSERT INTO "played" VALUES(1,3,2,5,2,'2026-11-27','2026-11-27 19:35:00.000000','mueckenstich',6,0,11,4,0,1,6);
INSERT INTO "played" VALUES(1,4,2,0,2,'2026-11-27','2026-11-27 19:35:00.000000','mueckenstich',6,1,13,3,0,1,6);
INSERT INTO "played" VALUES(1,5,2,3,2,'2026-11-27','2026-11-27 19:35:00.000000','mueckenstich',6,4,15,2,0,1,6);
INSERT INTO "played" VALUES(1,6,3,1,2,'2026-11-27','2026-11-27 20:56:00.000000','mittlere',3,0,3,1,1,2,12);
INSERT INTO "played" VALUES(1,7,1,1,1,'2026-11-20','2026-11-20 22:11:00.000000','kunibert',3,1,260,3,0,1,7);
INSERT INTO "played" VALUES(1,7,2,1,2,'2026-11-27','2026-11-27 19:35:00.000000','mueckenstich',6,2,31,1,1,1,6);
INSERT INTO "played" VALUES(1,7,3,2,2,'2026-11-27','2026-11-27 20:56:00.000000','mittlere',3,2,3,1,1,2,12);
INSERT INTO "played" VALUES(1,8,1,2,1,'2026-11-20','2026-11-20 22:11:00.000000','kunibert',3,2,285,2,0,1,7);
INSERT INTO "played" VALUES(2,9,5,0,3,'2026-11-27','2026-11-27 19:31:00.000000','mueckenstich',3,0,-1,2,0,1,1);
INSERT INTO "played" VALUES(2,10,5,1,3,'2026-11-27','2026-11-27 19:31:00.000000','mueckenstich',3,1,10,1,1,1,1);
INSERT INTO "played" VALUES(2,11,5,2,3,'2026-11-27','2026-11-27 19:31:00.000000','mueckenstich',3,2,-16,3,0,1,1);
INSERT INTO "played" VALUES(2,17,8,0,4,'2019-03-09','2026-11-28 09:00:00.000000','mittlere',3,0,4,1,1,1,0);
INSERT INTO "played" VALUES(2,18,8,1,4,'2019-03-09','2026-11-28 09:00:00.000000','mittlere',3,2,2,2,0,1,0);
INSERT INTO "played" VALUES(2,19,8,2,4,'2019-03-09','2026-11-28 09:00:00.000000','mittlere',3,1,-6,3,0,1,0);
CREATE TABLE player (
	id INTEGER NOT NULL,
	uid CHAR(32) NOT NULL,
	circle_id INTEGER NOT NULL,
	name TEXT NOT NULL,
	name_key TEXT NOT NULL,
	created_at DATETIME NOT NULL,
	merged_into INTEGER,
	CONSTRAINT pk_player PRIMARY KEY (id),
	CONSTRAINT ck_player_name_length CHECK (length(name) BETWEEN 1 AND 40),
	CONSTRAINT fk_player_circle_id FOREIGN KEY(circle_id) REFERENCES circle (id),
	CONSTRAINT fk_player_merged_into FOREIGN KEY(merged_into) REFERENCES player (id),
	CONSTRAINT uq_player_circle_id_name_key UNIQUE (circle_id, name_key),
	CONSTRAINT uq_player_uid UNIQUE (uid)
);
INSERT INTO "player" VALUES(1,'35fe3d1d474946c58fa70dd5f0d03d3b',1,'Quinn','quinn','2018-09-10 19:30:00.000000',NULL);
INSERT INTO "player" VALUES(2,'67cb3dcf04f34b939545b9d0789b5252',1,'Marek','marek','2018-09-10 19:30:00.000000',NULL);
INSERT INTO "player" VALUES(3,'6e32ad82e0c8441b81803699b4aaa894',1,'Harald','harald','2018-09-10 19:30:00.000000',NULL);
INSERT INTO "player" VALUES(4,'ad842dac0fa443c9bb7f7fd6bfffe5b8',1,'Ernst','ernst','2018-09-10 19:30:00.000000',NULL);
INSERT INTO "player" VALUES(5,'216f30bf3562447996eeb7e8a897fd95',1,'Tom','tom','2018-09-10 19:30:00.000000',NULL);
INSERT INTO "player" VALUES(6,'ebd9a1bacf034a91834095bf76295232',1,'Cem','cem','2018-09-10 19:30:00.000000',NULL);
INSERT INTO "player" VALUES(7,'7e330eb0b9e0420184d80992853132c5',1,'Ada','ada','2018-09-10 19:30:00.000000',NULL);
INSERT INTO "player" VALUES(8,'1b9adea5e6bb4578aa9ddaddf1cb790a',1,'Fritz','fritz','2018-09-10 19:30:00.000000',NULL);
INSERT INTO "player" VALUES(9,'39f8aa09e172418989bb29d3e8e6cd24',2,'O''Ré','o''ré','2026-11-27 19:31:00.000000',NULL);
INSERT INTO "player" VALUES(10,'61aca586e8dd49cc867358aaf0b885b6',2,'李','李','2026-11-27 19:31:00.000000',NULL);
INSERT INTO "player" VALUES(11,'db321fc63f0344948a333c2b9d00dd15',2,'<b>','<b>','2026-11-27 19:31:00.000000',NULL);
INSERT INTO "player" VALUES(12,'bfc3402c940a42fea64c26139987cd1b',2,'$x','$x','2026-11-27 19:35:00.000000',NULL);
INSERT INTO "player" VALUES(13,'99814f0ef76447b2b8b2832bcc483e24',2,'Arne','arne','2026-11-27 19:36:00.000000',NULL);
INSERT INTO "player" VALUES(14,'ab009c41e03140e78fdc97022e7eb95a',2,'Geli','geli','2026-11-27 19:36:00.000000',NULL);
INSERT INTO "player" VALUES(15,'0d732dc129224050943d1867a7b132a4',2,'Ernst','ernst','2026-11-27 19:36:00.000000',NULL);
INSERT INTO "player" VALUES(16,'ed1896a81241444aa5ba768d9cd5a7c6',2,'Harald','harald','2026-11-27 19:36:00.000000',NULL);
INSERT INTO "player" VALUES(17,'d2434d9416ed488bbdb6a9fa27ad9486',2,'Änne','änne','2026-11-28 09:00:00.000000',NULL);
INSERT INTO "player" VALUES(18,'1a53ec062bdc45b8a37b2e84ba197d5e',2,'Ben','ben','2026-11-28 09:00:00.000000',NULL);
INSERT INTO "player" VALUES(19,'6e912ddb55b44113949ca7635fa00a8d',2,'=1+1','=1+1','2026-11-28 09:00:00.000000',NULL);
CREATE TABLE "revision" (
	id INTEGER NOT NULL, 
	circle_id INTEGER NOT NULL, 
	match_id INTEGER NOT NULL, 
	seq INTEGER NOT NULL, 
	kind VARCHAR(16) NOT NULL, 
	round_no INTEGER, 
	entry TEXT, 
	rules_version INTEGER, 
	scores TEXT, 
	anyway BOOLEAN NOT NULL, 
	actor CHAR(32), 
	device CHAR(32), 
	at VARCHAR(27) NOT NULL, 
	note VARCHAR(64), 
	prev VARCHAR(64) NOT NULL, 
	hash VARCHAR(64) NOT NULL, 
	CONSTRAINT pk_revision PRIMARY KEY (id), 
	CONSTRAINT fk_revision_match_id FOREIGN KEY(match_id) REFERENCES "match" (id), 
	CONSTRAINT fk_revision_circle_id FOREIGN KEY(circle_id) REFERENCES circle (id), 
	CONSTRAINT uq_revision_match_id_seq UNIQUE (match_id, seq), 
	CONSTRAINT ck_revision_kind CHECK (kind IN ('start', 'record', 'correct', 'void', 'restore', 'end', 'reopen', 'count_after_end', 'rescore', 'result'))
);
INSERT INTO "revision" VALUES(1,1,1,0,'start',NULL,'{"first_dealer":0,"game":"kunibert","players":["6e32ad82-e0c8-441b-8180-3699b4aaa894","7e330eb0-b9e0-4201-84d8-0992853132c5","1b9adea5-e6bb-4578-aa9d-daddf1cb790a"],"rules":{"hand_cards_count_against":false,"pro_rule":false,"target":300,"tie":"shared"}}',1,NULL,0,NULL,'aa53a11189e44c58ae792a38c8ba0fef','2026-11-20T22:11:00.000000Z',NULL,'0000000000000000000000000000000000000000000000000000000000000000','b9e6e7bfc39539dba91ffc5ed668ccf7d000b9133b4608ac5ebe57d2dc6a927f');
INSERT INTO "revision" VALUES(2,1,1,1,'record',1,'{"captured":[{"low":5,"mid":1},{},{"low":1,"mid":4}],"last_card":2}',1,'[35,0,75]',0,NULL,'aa53a11189e44c58ae792a38c8ba0fef','2026-11-20T22:20:00.000000Z',NULL,'b9e6e7bfc39539dba91ffc5ed668ccf7d000b9133b4608ac5ebe57d2dc6a927f','e55cafe24f641716023f21b2f2d9547c8d7b57dd5216f6255ab0877bd5f53dcd');
INSERT INTO "revision" VALUES(3,1,1,2,'record',2,'{"captured":[{"low":3,"mid":2},{},{"low":5,"mid":1}],"last_card":2}',1,'[35,0,65]',0,NULL,'aa53a11189e44c58ae792a38c8ba0fef','2026-11-20T22:29:00.000000Z',NULL,'e55cafe24f641716023f21b2f2d9547c8d7b57dd5216f6255ab0877bd5f53dcd','27fe51a950f23e6022632414c8a41b07669e33d8d2ee2121a4b6f7302312c4ad');
INSERT INTO "revision" VALUES(4,1,1,3,'record',3,'{"captured":[{},{"low":9,"mid":1},{"low":4,"mid":5}],"last_card":0}',1,'[30,55,70]',0,NULL,'aa53a11189e44c58ae792a38c8ba0fef','2026-11-20T22:38:00.000000Z',NULL,'27fe51a950f23e6022632414c8a41b07669e33d8d2ee2121a4b6f7302312c4ad','8c8d3b1711b944f9857359bdba85fab2a639f6e7ee39f26fa739bb58e3cf2a41');
INSERT INTO "revision" VALUES(5,1,1,4,'correct',3,'{"captured":[{"low":7},{"low":4,"mid":2},{"low":3,"mid":2}],"last_card":0}',1,'[65,40,35]',0,NULL,'aa53a11189e44c58ae792a38c8ba0fef','2026-11-20T22:38:00.000000Z','4d6938a31a775ba26cfab3984c66d43195747e8037af6d40da868d7aa045e78c','8c8d3b1711b944f9857359bdba85fab2a639f6e7ee39f26fa739bb58e3cf2a41','995f4e36025b00f9d740ee49f43dc35aae0dc138eeee2c585e82368b4c9007e6');
INSERT INTO "revision" VALUES(6,1,1,5,'record',4,'{"captured":[{"low":6,"mid":1},{"black12":1,"low":7,"mid":4,"red12":1},{"low":3,"mid":2}],"last_card":1}',1,'[40,140,35]',0,NULL,'aa53a11189e44c58ae792a38c8ba0fef','2026-11-20T22:47:00.000000Z',NULL,'995f4e36025b00f9d740ee49f43dc35aae0dc138eeee2c585e82368b4c9007e6','a0f3db8d0fa108f9ea5bf4f4f4277ccdf143d71b46b1257e84faa8416cf1a76a');
INSERT INTO "revision" VALUES(7,1,1,6,'correct',4,'{"captured":[{"low":1,"mid":2},{"low":4,"mid":1},{"low":3,"mid":1}],"last_card":2}',1,'[25,30,55]',0,NULL,'aa53a11189e44c58ae792a38c8ba0fef','2026-11-20T22:47:00.000000Z','c6ed89deeca862ceaec46a3ef3726307370978ff47333f523c3a9d4c78eb0ae5','a0f3db8d0fa108f9ea5bf4f4f4277ccdf143d71b46b1257e84faa8416cf1a76a','88fc37ecbcdbda868023c4cd7f8499c40daebc10128dd8a74adaa479ed1b178c');
INSERT INTO "revision" VALUES(8,1,1,7,'record',5,'{"captured":[{},{"black12":1,"low":7,"mid":3},{"low":1,"mid":3}],"last_card":0}',1,'[30,80,35]',0,NULL,'aa53a11189e44c58ae792a38c8ba0fef','2026-11-20T22:56:00.000000Z',NULL,'88fc37ecbcdbda868023c4cd7f8499c40daebc10128dd8a74adaa479ed1b178c','d186910e025a7fc54e1c507b0988f40d5f319a02d86befe11392273f9065ff46');
INSERT INTO "revision" VALUES(9,1,1,8,'record',6,'{"captured":[{"low":1,"mid":1},{"black12":1,"low":11,"mid":4},{"mid":2}],"last_card":0}',1,'[45,110,20]',0,NULL,'aa53a11189e44c58ae792a38c8ba0fef','2026-11-20T23:05:00.000000Z',NULL,'d186910e025a7fc54e1c507b0988f40d5f319a02d86befe11392273f9065ff46','60ad3f1fb73c9586900495da023e589182dddeca304f671fea075fe451e68bb4');
INSERT INTO "revision" VALUES(10,1,1,9,'record',7,'{"captured":[{"low":9,"mid":4},{},{}],"last_card":0}',1,'[115,0,0]',0,NULL,'aa53a11189e44c58ae792a38c8ba0fef','2026-11-20T23:14:00.000000Z',NULL,'60ad3f1fb73c9586900495da023e589182dddeca304f671fea075fe451e68bb4','a464e8c11c08e901e8a56c6857a2dc7737e4f559a3d9fc4f9ef950c6de5960d0');
INSERT INTO "revision" VALUES(11,1,2,0,'start',NULL,'{"first_dealer":5,"game":"mueckenstich","players":["ad842dac-0fa4-43c9-bb7f-7fd6bfffe5b8","7e330eb0-b9e0-4201-84d8-0992853132c5","35fe3d1d-4749-46c5-8fa7-0dd5f0d03d3b","216f30bf-3562-4479-96ee-b7e8a897fd95","67cb3dcf-04f3-4b93-9545-b9d0789b5252","6e32ad82-e0c8-441b-8180-3699b4aaa894"],"rules":{"removal_chooser":"mosquitoes","rounds":6,"scoring":"per_round","set_aside":"per_phase"}}',1,NULL,0,NULL,'aa53a11189e44c58ae792a38c8ba0fef','2026-11-27T19:35:00.000000Z',NULL,'0000000000000000000000000000000000000000000000000000000000000000','1bf0e9c31f03d7b5de2e2276215e5069a00d87232b32e0fa0c1f9e57fab5b8e7');
INSERT INTO "revision" VALUES(12,1,2,1,'record',1,'{"doubled":null,"mosquitoes":[{"blue":3,"red":1},{},{},{"black":3},{},{"green":3,"red":2}],"numbers":[{"black":[11,12],"blue":[4,5,9,12,12],"red":[8]},{"green":[2,3,4,8,10,11,12],"red":[2,4,5,6,10]},{},{"black":[1,3,4,6,7,8,9],"blue":[2],"red":[3]},{},{"black":[5],"blue":[1,3,6,7,8,10,11],"green":[1,5,6,7,9,12],"red":[1,7,11,12,12]}],"removed":"black","tricks":[2,2,0,2,0,4]}',1,'[-4,12,0,-3,0,8]',0,NULL,'aa53a11189e44c58ae792a38c8ba0fef','2026-11-27T19:44:00.000000Z',NULL,'1bf0e9c31f03d7b5de2e2276215e5069a00d87232b32e0fa0c1f9e57fab5b8e7','5add99b6d6ec5ae8fa6b5b4dcec387efe0bf6fd7e9ecb3edf18409beb4ba6d6d');
INSERT INTO "revision" VALUES(13,1,2,2,'record',2,'{"doubled":"blue","mosquitoes":[{"red":1},{},{"blue":1},{"blue":1,"green":3},{"black":2},{"black":1,"red":2}],"numbers":[{"blue":[5,7,9],"green":[5,8]},{},{"black":[8],"blue":[8,11,12],"red":[7]},{"blue":[12],"green":[1,2,3,4,6,7,10,11,12,12],"red":[2,4,9]},{"black":[1,2,7,12]},{"black":[3,4,5,9,10,11,12],"blue":[2,3,4,10],"green":[9],"red":[1,3,5,6,8,10,11,12,12]}],"removed":"red","tricks":[1,0,1,3,1,4]}',1,'[3,0,2,2,-1,6]',0,NULL,'aa53a11189e44c58ae792a38c8ba0fef','2026-11-27T19:53:00.000000Z',NULL,'5add99b6d6ec5ae8fa6b5b4dcec387efe0bf6fd7e9ecb3edf18409beb4ba6d6d','5b04556106005620efecf0d3b69942db32121d3bcce5c7888468bc4f505c6ee5');
INSERT INTO "revision" VALUES(14,1,2,3,'record',3,'{"doubled":"red","mosquitoes":[{"green":1,"red":1},{"blue":1,"red":1},{"black":2,"green":1,"red":1},{"black":1},{"blue":2,"green":1},{}],"numbers":[{"black":[1,2,6,8,10],"blue":[6],"green":[4,7,12,12],"red":[1,7,9,10,11,12]},{"black":[9],"blue":[4,10,11],"green":[10],"red":[2,4,5,6,8]},{"black":[12],"blue":[5]},{"black":[4,5,7,11,12],"blue":[1,2,8,9,12,12]},{"blue":[7],"green":[1,2,3,5,6,8,9,11]},{}],"removed":"green","tricks":[3,2,1,2,2,0]}',1,'[8,4,-13,6,-9,0]',0,NULL,'aa53a11189e44c58ae792a38c8ba0fef','2026-11-27T20:02:00.000000Z',NULL,'5b04556106005620efecf0d3b69942db32121d3bcce5c7888468bc4f505c6ee5','e7d8d6dd966ce692b9b756755cc180fe16b6f8dff13b8b8c785000c80561860a');
INSERT INTO "revision" VALUES(15,1,2,4,'record',4,'{"doubled":null,"mosquitoes":[{"red":1},{"blue":1,"green":2},{"black":1,"red":2},{},{"black":2,"green":1},{"blue":2}],"numbers":[{"red":[3,6,7,8,10]},{"black":[4],"green":[3,4,6,8,9,10,11],"red":[9]},{"black":[2,5,7,9],"blue":[3,6,8,9,10,11,12],"red":[2,5,12,12]},{"black":[10],"blue":[12],"green":[5],"red":[1,4,11]},{"black":[1,3,6,8,12],"green":[1,2,7,12]},{"black":[12],"blue":[4,5,7]}],"removed":null,"tricks":[1,2,3,1,2,1]}',1,'[0,-1,5,6,-1,-1]',0,NULL,'aa53a11189e44c58ae792a38c8ba0fef','2026-11-27T20:11:00.000000Z',NULL,'e7d8d6dd966ce692b9b756755cc180fe16b6f8dff13b8b8c785000c80561860a','e5cae9c809a6c4de9557fc0296a83fe068346c4bbdf959fa490c7b01cbe005f7');
INSERT INTO "revision" VALUES(16,1,2,5,'record',5,'{"doubled":null,"mosquitoes":[{},{"black":1,"blue":2,"green":2},{},{},{},{"black":2,"blue":1,"red":2}],"numbers":[{"green":[2,5,9,10,12,12]},{"black":[2,3,5,6,7,11,12],"blue":[1,2,3,5,6,7,8,10,11,12,12],"green":[1,3,4,6,7,8,11]},{},{},{"red":[3,4,5,6,9,12]},{"black":[1,4,9,10,12],"blue":[4,9],"red":[1,2,7,10,11,12]}],"removed":null,"tricks":[1,5,0,0,1,3]}',1,'[6,10,0,0,6,-2]',0,NULL,'aa53a11189e44c58ae792a38c8ba0fef','2026-11-27T20:20:00.000000Z',NULL,'e5cae9c809a6c4de9557fc0296a83fe068346c4bbdf959fa490c7b01cbe005f7','79ac88de1687f71f975a8081476a44242201d9c4009f5709f9bfb492794223e7');
INSERT INTO "revision" VALUES(17,1,2,6,'record',6,'{"doubled":null,"mosquitoes":[{"black":1},{},{},{"blue":1,"green":3,"red":1},{"black":2,"blue":1,"red":2},{"blue":1}],"numbers":[{"black":[3,6,9,12],"red":[12]},{"green":[2,3,7,10,12,12]},{"green":[4,5],"red":[1,4,7,11]},{"black":[2,5,10],"blue":[3,5,6,7,11,12],"green":[1,6,8,9,11],"red":[2,6,9,10,12]},{"black":[1,7,8,11],"blue":[8],"red":[3,5]},{"blue":[2,4,9,10,12]}],"removed":null,"tricks":[1,1,1,4,2,1]}',1,'[0,6,6,4,-8,0]',0,NULL,'aa53a11189e44c58ae792a38c8ba0fef','2026-11-27T20:29:00.000000Z',NULL,'79ac88de1687f71f975a8081476a44242201d9c4009f5709f9bfb492794223e7','866b54505e115f8a9ff58493a3c1cce05158b240b769235a8648fa4dba1db95d');
INSERT INTO "revision" VALUES(18,1,3,0,'start',NULL,'{"first_dealer":1,"game":"mittlere","players":["35fe3d1d-4749-46c5-8fa7-0dd5f0d03d3b","ebd9a1ba-cf03-4a91-8340-95bf76295232","7e330eb0-b9e0-4201-84d8-0992853132c5"],"rules":{"no_trick_and_hundred":"list_order","rounds":12}}',1,NULL,0,NULL,'aa53a11189e44c58ae792a38c8ba0fef','2026-11-27T20:56:00.000000Z',NULL,'0000000000000000000000000000000000000000000000000000000000000000','f329daeb7393c3b9f1ec0917effe0ae897cec01a675015d87402d8fc416479d2');
INSERT INTO "revision" VALUES(19,1,3,1,'record',1,'{"cards":[{"acorns":["O","B","6"],"bells":["O","B","7"],"roses":["O","B","9","8","7","6"],"shields":["A","K","O"]},{"acorns":["9","8","7"],"bells":["A","K","U","9","8","6"],"roses":["A","K","U"],"shields":["U","B","9","8","7","6"]},{"acorns":["A","K","U"]}],"last_trick":1,"trump":"bells"}',1,'[-2,1,1]',0,NULL,'aa53a11189e44c58ae792a38c8ba0fef','2026-11-27T21:05:00.000000Z',NULL,'f329daeb7393c3b9f1ec0917effe0ae897cec01a675015d87402d8fc416479d2','8d7ad20056bb8ba1d8ee3469ba6ee826582f374c7f7d93b6251794f7db6bb17d');
INSERT INTO "revision" VALUES(20,1,3,2,'record',2,'{"cards":[{"acorns":["K","O","U","9","8","7","6"],"bells":["O","U","9","8","7","6"],"roses":["U","9","8","7","6"],"shields":["A","K","9"]},{"acorns":["A","B"],"bells":["A","K","B"],"roses":["B"],"shields":["O","U","B","8","7","6"]},{"roses":["A","K","O"]}],"last_trick":0,"trump":"shields"}',1,'[-2,1,1]',0,NULL,'aa53a11189e44c58ae792a38c8ba0fef','2026-11-27T21:14:00.000000Z',NULL,'8d7ad20056bb8ba1d8ee3469ba6ee826582f374c7f7d93b6251794f7db6bb17d','1114b5fcc263851d2d5c38811f15db8dd2c0e73d1a0ae0b1a0d2656711149113');
INSERT INTO "revision" VALUES(21,1,3,3,'record',3,'{"cards":[{"acorns":["A","O","B"],"roses":["K","7","6"],"shields":["A","B","6"]},{"acorns":["K","9","8","6"],"bells":["A","K","O","U","B","9","8","7","6"],"roses":["A","O","U","B","8"],"shields":["K","9","8"]},{"acorns":["U","7"],"roses":["9"],"shields":["O","U","7"]}],"last_trick":1,"trump":"roses"}',1,'[-2,1,1]',0,NULL,'aa53a11189e44c58ae792a38c8ba0fef','2026-11-27T21:23:00.000000Z',NULL,'1114b5fcc263851d2d5c38811f15db8dd2c0e73d1a0ae0b1a0d2656711149113','9b65bad63ee74f20a90b21758d131f4b84aa7af92a1991e6cbdfdc1f43123adf');
INSERT INTO "revision" VALUES(22,1,3,4,'void',3,NULL,NULL,NULL,0,NULL,'aa53a11189e44c58ae792a38c8ba0fef','2026-11-27T21:23:00.000000Z',NULL,'9b65bad63ee74f20a90b21758d131f4b84aa7af92a1991e6cbdfdc1f43123adf','984ad619ac74e8ef2e87f2a25c5dbaa4480bbf9ba913c2d46bfaf544ba5dce6d');
INSERT INTO "revision" VALUES(23,1,3,5,'restore',3,'{"cards":[{"acorns":["A","O","B"],"roses":["K","7","6"],"shields":["A","B","6"]},{"acorns":["K","9","8","6"],"bells":["A","K","O","U","B","9","8","7","6"],"roses":["A","O","U","B","8"],"shields":["K","9","8"]},{"acorns":["U","7"],"roses":["9"],"shields":["O","U","7"]}],"last_trick":1,"trump":"roses"}',1,'[-2,1,1]',0,NULL,'aa53a11189e44c58ae792a38c8ba0fef','2026-11-27T21:23:00.000000Z',NULL,'984ad619ac74e8ef2e87f2a25c5dbaa4480bbf9ba913c2d46bfaf544ba5dce6d','01775f19401689c49ece41c4887657a89a32316012a686d4e43153015036e931');
INSERT INTO "revision" VALUES(24,1,3,6,'record',4,'{"cards":[{"bells":["O","B","8","6"],"roses":["O","U","B","9"],"shields":["O","9","7","6"]},{"acorns":["7"],"bells":["A","U"],"roses":["8","7"],"shields":["A","K","B","8"]},{"acorns":["A","K","O","U","B","9","8","6"],"bells":["K","9","7"],"roses":["A","K","6"],"shields":["U"]}],"last_trick":1,"trump":"shields"}',1,'[-2,1,1]',0,NULL,'aa53a11189e44c58ae792a38c8ba0fef','2026-11-27T21:32:00.000000Z',NULL,'01775f19401689c49ece41c4887657a89a32316012a686d4e43153015036e931','de1d806f10505b5b122258694579dc809e06216a2375dc772699ec1abe8540a8');
INSERT INTO "revision" VALUES(25,1,3,7,'record',5,'{"cards":[{"acorns":["A","K","O","B","9","7","6"],"bells":["K","U","B","8","7"],"roses":["9","7","6"],"shields":["K","U","8"]},{"acorns":["U","8"],"bells":["A","O","6"],"roses":["A","K","O","U","B","8"],"shields":["O","9","7","6"]},{"bells":["9"],"shields":["A","B"]}],"last_trick":1,"trump":"roses"}',1,'[-2,1,1]',0,NULL,'aa53a11189e44c58ae792a38c8ba0fef','2026-11-27T21:41:00.000000Z',NULL,'de1d806f10505b5b122258694579dc809e06216a2375dc772699ec1abe8540a8','e5980c77398a1ea2fc647d9f02f98296ea360399fbe7f582a8bb75049cb458c6');
INSERT INTO "revision" VALUES(26,1,3,8,'record',6,'{"cards":[{"roses":["K","O","7"],"shields":["K","B","9"]},{"acorns":["K","O","U","B","7","6"]},{"acorns":["A","9","8"],"bells":["A","K","O","U","B","9","8","7","6"],"roses":["A","U","B","9","8","6"],"shields":["A","O","U","8","7","6"]}],"last_trick":2,"trump":"roses"}',1,'[1,1,-2]',0,NULL,'aa53a11189e44c58ae792a38c8ba0fef','2026-11-27T21:50:00.000000Z',NULL,'e5980c77398a1ea2fc647d9f02f98296ea360399fbe7f582a8bb75049cb458c6','43f35b20cad17bb95d7daa7191f019426926b5125d6355eda387c1ed0952b14a');
INSERT INTO "revision" VALUES(27,1,3,9,'record',7,'{"cards":[{"acorns":["K"],"roses":["K","8"]},{"acorns":["A","O","U","B","9","8","7"],"bells":["K","9","8","6"],"shields":["O"]},{"acorns":["6"],"bells":["A","O","U","B","7"],"roses":["A","O","U","B","9","7","6"],"shields":["A","K","U","B","9","8","7","6"]}],"last_trick":2,"trump":"acorns"}',1,'[1,-2,1]',0,NULL,'aa53a11189e44c58ae792a38c8ba0fef','2026-11-27T21:59:00.000000Z',NULL,'43f35b20cad17bb95d7daa7191f019426926b5125d6355eda387c1ed0952b14a','21baf8151e9fcf22c2e3836bbf872ae86f583d71cdb00a919ead5f05b2679b3c');
INSERT INTO "revision" VALUES(28,1,3,10,'record',8,'{"cards":[{"acorns":["A","K","U","B","8"],"bells":["A","U","B","9"],"roses":["K","O","U","B","9","6"],"shields":["A","K","O"]},{"acorns":["O","9","7","6"],"bells":["8","7"]},{"bells":["K","O","6"],"roses":["A","8","7"],"shields":["U","B","9","8","7","6"]}],"last_trick":0,"trump":"roses"}',1,'[-2,1,1]',0,NULL,'aa53a11189e44c58ae792a38c8ba0fef','2026-11-27T22:08:00.000000Z',NULL,'21baf8151e9fcf22c2e3836bbf872ae86f583d71cdb00a919ead5f05b2679b3c','5581ecaecdb7e4dff484973d8869fe5c2c0d284215a27a1e922bf98554ed0880');
INSERT INTO "revision" VALUES(29,1,3,11,'record',9,'{"cards":[{"bells":["O","B","8"],"roses":["A","K","O","B","7","6"]},{"acorns":["A","K","7"],"bells":["A","K","U","9","7","6"],"roses":["U","9","8"],"shields":["A","O","U","8","7","6"]},{"acorns":["O","U","B","9","8","6"],"shields":["K","B","9"]}],"last_trick":1,"trump":"acorns"}',1,'[1,-2,1]',0,NULL,'aa53a11189e44c58ae792a38c8ba0fef','2026-11-27T22:17:00.000000Z',NULL,'5581ecaecdb7e4dff484973d8869fe5c2c0d284215a27a1e922bf98554ed0880','af9c302073c2e62da0066b825fa640b206cc1ac8352662366e30148466531ea9');
INSERT INTO "revision" VALUES(30,1,3,12,'record',10,'{"cards":[{"acorns":["A","K","8","7"],"bells":["O","8"],"roses":["U","9"],"shields":["A","O","U","7"]},{"bells":["7"],"roses":["O","B","8","7","6"],"shields":["K","9","6"]},{"acorns":["O","U","B","9","6"],"bells":["A","K","U","B","9","6"],"roses":["A","K"],"shields":["B","8"]}],"last_trick":0,"trump":"roses"}',1,'[1,1,-2]',0,NULL,'aa53a11189e44c58ae792a38c8ba0fef','2026-11-27T22:26:00.000000Z',NULL,'af9c302073c2e62da0066b825fa640b206cc1ac8352662366e30148466531ea9','3e0a9462e0942c9b61f0dabdf2bfb52d8eaa6805a6cd619f582b14747f6602b0');
INSERT INTO "revision" VALUES(31,1,3,13,'record',11,'{"cards":[{"acorns":["O","U","B","9","8","7","6"],"bells":["A","O","U","B"],"shields":["B","8","7","6"]},{"acorns":["A","K"],"bells":["K","9","8"],"roses":["K","O","B"],"shields":["A"]},{"bells":["7","6"],"roses":["A","U","9","8","7","6"],"shields":["K","O","U","9"]}],"last_trick":1,"trump":"shields"}',1,'[1,-2,1]',0,NULL,'aa53a11189e44c58ae792a38c8ba0fef','2026-11-27T22:35:00.000000Z',NULL,'3e0a9462e0942c9b61f0dabdf2bfb52d8eaa6805a6cd619f582b14747f6602b0','f0227349b1a521d9a7de87c6b19728672a0b2aededb344512715126a15a47364');
INSERT INTO "revision" VALUES(32,1,3,14,'record',12,'{"cards":[{"acorns":["K","O","7","6"],"bells":["K","7","6"],"roses":["9","7","6"],"shields":["U","6"]},{"acorns":["U","B","9"],"bells":["A","O","8"],"roses":["A","K","O","8"],"shields":["B","9"]},{"acorns":["A","8"],"bells":["U","B","9"],"roses":["U","B"],"shields":["A","K","O","8","7"]}],"last_trick":0,"trump":"acorns"}',1,'[1,1,-2]',0,NULL,'aa53a11189e44c58ae792a38c8ba0fef','2026-11-27T22:44:00.000000Z',NULL,'f0227349b1a521d9a7de87c6b19728672a0b2aededb344512715126a15a47364','a2345e39988fab727c24dd00b2473712f2a7147c00fe3bcd6d5f4f46363f9fe4');
INSERT INTO "revision" VALUES(33,1,4,0,'start',NULL,'{"first_dealer":3,"game":"kunibert","players":["ad842dac-0fa4-43c9-bb7f-7fd6bfffe5b8","216f30bf-3562-4479-96ee-b7e8a897fd95","67cb3dcf-04f3-4b93-9545-b9d0789b5252","1b9adea5-e6bb-4578-aa9d-daddf1cb790a"],"rules":{"hand_cards_count_against":false,"pro_rule":false,"target":400,"tie":"shared"}}',1,NULL,0,NULL,'aa53a11189e44c58ae792a38c8ba0fef','2026-11-27T22:27:00.000000Z',NULL,'0000000000000000000000000000000000000000000000000000000000000000','0680c68fcb0bfc2b2930dd78982ec8254e50a3dfd97bb46f0ea197292aa979f2');
INSERT INTO "revision" VALUES(34,1,4,1,'record',1,'{"captured":[{},{},{"low":2,"mid":1},{"low":6}],"last_card":3}',1,'[0,0,20,60]',0,NULL,'aa53a11189e44c58ae792a38c8ba0fef','2026-11-27T22:36:00.000000Z',NULL,'0680c68fcb0bfc2b2930dd78982ec8254e50a3dfd97bb46f0ea197292aa979f2','949879ade15684e18f5dfba0f3e1c6da399add371363fbe1a30979b142c4be63');
INSERT INTO "revision" VALUES(35,1,4,2,'record',2,'{"captured":[{"black12":1,"red12":1},{},{"low":6},{"low":7,"mid":3}],"last_card":0}',1,'[65,0,30,65]',0,NULL,'aa53a11189e44c58ae792a38c8ba0fef','2026-11-27T22:45:00.000000Z',NULL,'949879ade15684e18f5dfba0f3e1c6da399add371363fbe1a30979b142c4be63','b1fb3c35a75fc2c56471f4a5cbe0d7ef22ed82c5a7496f5d2808f14a5c5d8809');
INSERT INTO "revision" VALUES(36,1,4,3,'record',3,'{"captured":[{"low":7,"mid":1},{"mid":2},{"low":3},{"low":1,"mid":1}],"last_card":0}',1,'[75,20,15,15]',0,NULL,'aa53a11189e44c58ae792a38c8ba0fef','2026-11-27T22:54:00.000000Z',NULL,'b1fb3c35a75fc2c56471f4a5cbe0d7ef22ed82c5a7496f5d2808f14a5c5d8809','10a8ab5677c3577909ba675842664a4972fbb82c9de7a4dc768c0432541b560d');
INSERT INTO "revision" VALUES(37,2,5,0,'start',NULL,'{"first_dealer":0,"game":"mueckenstich","players":["39f8aa09-e172-4189-89bb-29d3e8e6cd24","61aca586-e8dd-49cc-8673-58aaf0b885b6","db321fc6-3f03-4494-8a33-3c2b9d00dd15"],"rules":{"removal_chooser":"mosquitoes","rounds":3,"scoring":"per_phase","set_aside":"per_phase"}}',1,NULL,0,NULL,'702faf7c939943429f38ee049fef4acf','2026-11-27T19:31:00.000000Z',NULL,'0000000000000000000000000000000000000000000000000000000000000000','b72dff83ec98fd8ef3e59623e0bbc122a5792b1f38d5f7a73ec494217fdde61b');
INSERT INTO "revision" VALUES(38,2,5,1,'record',1,'{"doubled":"black","mosquitoes":[{"blue":1},{"blue":1},{"black":1,"red":2}],"numbers":[{"blue":5,"green":1,"red":2},{"black":5,"green":3},{"red":3}],"phase":0,"removed":"red","tricks":[3,3,2]}',1,'[1,8,-10]',0,NULL,'702faf7c939943429f38ee049fef4acf','2026-11-27T19:32:00.000000Z',NULL,'b72dff83ec98fd8ef3e59623e0bbc122a5792b1f38d5f7a73ec494217fdde61b','85df30d04359a1adbed15791589f081a39902bc43400ce5b0878919493ac05fb');
INSERT INTO "revision" VALUES(39,2,5,2,'record',2,'{"doubled":"red","mosquitoes":[{"blue":1},{"red":1},{"black":1,"green":2}],"numbers":[{"blue":3,"green":5},{"black":2,"blue":1,"green":3,"red":2},{"black":2,"red":1}],"phase":1,"removed":"green","tricks":[3,3,2]}',1,'[-2,2,-6]',0,NULL,'702faf7c939943429f38ee049fef4acf','2026-11-27T19:33:00.000000Z',NULL,'85df30d04359a1adbed15791589f081a39902bc43400ce5b0878919493ac05fb','b13a60115278e4d4b2d6a7c779d947de6b5dd3471fe9e683b2580dc3d67364b5');
INSERT INTO "revision" VALUES(40,2,5,3,'end',NULL,NULL,NULL,NULL,0,NULL,'702faf7c939943429f38ee049fef4acf','2026-11-27T19:34:00.000000Z',NULL,'b13a60115278e4d4b2d6a7c779d947de6b5dd3471fe9e683b2580dc3d67364b5','4fe246a5dcc46a0326ddbaccc328b1baea2a4c0eb869ba7d5799f6d696f2ee66');
INSERT INTO "revision" VALUES(41,2,6,0,'start',NULL,'{"first_dealer":0,"game":"mueckenstich","players":["39f8aa09-e172-4189-89bb-29d3e8e6cd24","61aca586-e8dd-49cc-8673-58aaf0b885b6","db321fc6-3f03-4494-8a33-3c2b9d00dd15","bfc3402c-940a-42fe-a64c-26139987cd1b"],"rules":{"removal_chooser":"mosquitoes","rounds":4,"scoring":"per_round","set_aside":"per_phase"}}',1,NULL,0,NULL,'702faf7c939943429f38ee049fef4acf','2026-11-27T19:35:00.000000Z',NULL,'0000000000000000000000000000000000000000000000000000000000000000','ce602e357072d98ebbaf0ebdbef275ca23aaf1750b06c115f9c007f219944c92');
INSERT INTO "revision" VALUES(42,2,7,0,'start',NULL,'{"first_dealer":0,"game":"mueckenstich","players":["99814f0e-f764-47b2-b8b2-832bcc483e24","ab009c41-e031-40e7-8fdc-97022e7eb95a","0d732dc1-2922-4050-943d-1867a7b132a4","ed1896a8-1241-444a-a5ba-768d9cd5a7c6"],"rules":{"removal_chooser":"mosquitoes","rounds":4,"scoring":"per_round","set_aside":"per_phase"}}',1,NULL,0,NULL,'702faf7c939943429f38ee049fef4acf','2026-11-27T19:36:00.000000Z',NULL,'0000000000000000000000000000000000000000000000000000000000000000','d0eb6016d8955d32c8c227edc370aa9c34b77e481c6cdc02882c2f07ea639b46');
INSERT INTO "revision" VALUES(43,2,7,1,'rescore',NULL,NULL,NULL,NULL,0,NULL,'702faf7c939943429f38ee049fef4acf','2026-11-27T19:37:00.000000Z','ce3786d91bbbd63a3a0cc47c7e3a295827b841fcfc1bc82f2d051f305e0a1d9c','d0eb6016d8955d32c8c227edc370aa9c34b77e481c6cdc02882c2f07ea639b46','ab33347414a0aeccb46348a785619c15712a304721e9b412f00baa0fb489fdba');
INSERT INTO "revision" VALUES(44,2,7,2,'record',1,'{"doubled":"black","mosquitoes":[{"black":0,"blue":0,"green":0,"red":0},{"black":0,"blue":0,"green":0,"red":0},{"black":0,"blue":1,"green":0,"red":1},{"black":0,"blue":0,"green":3,"red":0}],"numbers":[{"black":2,"blue":2,"green":2,"red":1},{"black":3,"blue":3,"green":3,"red":3},{"black":4,"blue":4,"green":3,"red":3},{"black":4,"blue":3,"green":3,"red":3}],"removed":"blue","tricks":[2,3,4,4]}',1,'[7,12,4,9]',1,NULL,'702faf7c939943429f38ee049fef4acf','2026-11-27T19:37:00.000000Z',NULL,'ab33347414a0aeccb46348a785619c15712a304721e9b412f00baa0fb489fdba','d594aa5ebfc3222da1120dd9709e88f55ced19978452ca07418b665f4de59acd');
INSERT INTO "revision" VALUES(45,2,8,0,'start',NULL,'{"first_dealer":0,"game":"mittlere","players":["d2434d94-16ed-488b-bdb6-a9fa27ad9486","1a53ec06-2bdc-45b8-a37b-2e84ba197d5e","6e912ddb-55b4-4113-949c-a7635fa00a8d"],"rules":{"no_trick_and_hundred":"list_order","rounds":12}}',1,NULL,0,NULL,'aa53a11189e44c58ae792a38c8ba0fef','2026-11-28T09:00:00.000000Z',NULL,'0000000000000000000000000000000000000000000000000000000000000000','6d9ddb564937f1abacb99ee1c5c45ca99899a74d214b6db0777f0507e73e9209');
INSERT INTO "revision" VALUES(46,2,8,1,'result',NULL,'{"totals":[4,2,-6]}',1,'[4,2,-6]',0,NULL,'aa53a11189e44c58ae792a38c8ba0fef','2026-11-28T09:00:00.000000Z',NULL,'6d9ddb564937f1abacb99ee1c5c45ca99899a74d214b6db0777f0507e73e9209','8da48fc48476051332a860b2089e84b2b8a80d4fd7d611847309ebab5076908a');
INSERT INTO "revision" VALUES(47,2,9,0,'start',NULL,'{"first_dealer":1,"game":"kunibert","players":["d2434d94-16ed-488b-bdb6-a9fa27ad9486","1a53ec06-2bdc-45b8-a37b-2e84ba197d5e","6e912ddb-55b4-4113-949c-a7635fa00a8d"],"rules":{"hand_cards_count_against":false,"pro_rule":false,"target":200,"tie":"shared"}}',1,NULL,0,NULL,'aa53a11189e44c58ae792a38c8ba0fef','2026-11-28T09:00:00.000000Z',NULL,'0000000000000000000000000000000000000000000000000000000000000000','36aaa9821acd8aebd883d7e624404c2480944035238f41613c5580d46791ac9b');
CREATE TABLE seat (
	match_id INTEGER NOT NULL,
	number INTEGER NOT NULL,
	circle_id INTEGER NOT NULL,
	player_id INTEGER NOT NULL,
	total INTEGER NOT NULL,
	rank INTEGER NOT NULL,
	won BOOLEAN NOT NULL,
	CONSTRAINT pk_seat PRIMARY KEY (match_id, number),
	CONSTRAINT fk_seat_circle_id FOREIGN KEY(circle_id) REFERENCES circle (id),
	CONSTRAINT fk_seat_match_id FOREIGN KEY(match_id) REFERENCES "match" (id),
	CONSTRAINT fk_seat_player_id FOREIGN KEY(player_id) REFERENCES player (id),
	CONSTRAINT uq_seat_match_id_player_id UNIQUE (match_id, player_id)
);
INSERT INTO "seat" VALUES(1,0,1,3,350,1,1);
INSERT INTO "seat" VALUES(1,1,1,7,260,3,0);
INSERT INTO "seat" VALUES(1,2,1,8,285,2,0);
INSERT INTO "seat" VALUES(2,0,1,4,13,3,0);
INSERT INTO "seat" VALUES(2,1,1,7,31,1,1);
INSERT INTO "seat" VALUES(2,2,1,1,0,5,0);
INSERT INTO "seat" VALUES(2,3,1,5,15,2,0);
INSERT INTO "seat" VALUES(2,4,1,2,-13,6,0);
INSERT INTO "seat" VALUES(2,5,1,3,11,4,0);
INSERT INTO "seat" VALUES(3,0,1,1,-6,3,0);
INSERT INTO "seat" VALUES(3,1,1,6,3,1,1);
INSERT INTO "seat" VALUES(3,2,1,7,3,1,1);
INSERT INTO "seat" VALUES(4,0,1,4,140,1,0);
INSERT INTO "seat" VALUES(4,1,1,5,20,4,0);
INSERT INTO "seat" VALUES(4,2,1,2,65,3,0);
INSERT INTO "seat" VALUES(4,3,1,8,140,1,0);
INSERT INTO "seat" VALUES(5,0,2,9,-1,2,0);
INSERT INTO "seat" VALUES(5,1,2,10,10,1,1);
INSERT INTO "seat" VALUES(5,2,2,11,-16,3,0);
INSERT INTO "seat" VALUES(6,0,2,9,0,1,0);
INSERT INTO "seat" VALUES(6,1,2,10,0,1,0);
INSERT INTO "seat" VALUES(6,2,2,11,0,1,0);
INSERT INTO "seat" VALUES(6,3,2,12,0,1,0);
INSERT INTO "seat" VALUES(7,0,2,13,7,3,0);
INSERT INTO "seat" VALUES(7,1,2,14,12,1,0);
INSERT INTO "seat" VALUES(7,2,2,15,4,4,0);
INSERT INTO "seat" VALUES(7,3,2,16,9,2,0);
INSERT INTO "seat" VALUES(8,0,2,17,4,1,1);
INSERT INTO "seat" VALUES(8,1,2,18,2,2,0);
INSERT INTO "seat" VALUES(8,2,2,19,-6,3,0);
INSERT INTO "seat" VALUES(9,0,2,17,0,1,0);
INSERT INTO "seat" VALUES(9,1,2,18,0,1,0);
INSERT INTO "seat" VALUES(9,2,2,19,0,1,0);
CREATE TABLE stance (
	id INTEGER NOT NULL, 
	uid CHAR(32) NOT NULL, 
	circle_id INTEGER NOT NULL, 
	match_id INTEGER NOT NULL, 
	round_no INTEGER, 
	seq INTEGER NOT NULL, 
	kind VARCHAR(8) NOT NULL, 
	player_id INTEGER NOT NULL, 
	device CHAR(32) NOT NULL, 
	at DATETIME NOT NULL, 
	text TEXT, 
	withdrawn_at DATETIME, 
	withdrawn_by CHAR(32), 
	CONSTRAINT pk_stance PRIMARY KEY (id), 
	CONSTRAINT ck_stance_kind CHECK (kind IN ('confirm', 'dispute')), 
	CONSTRAINT fk_stance_circle_id FOREIGN KEY(circle_id) REFERENCES circle (id), 
	CONSTRAINT fk_stance_match_id FOREIGN KEY(match_id) REFERENCES "match" (id), 
	CONSTRAINT fk_stance_player_id FOREIGN KEY(player_id) REFERENCES player (id), 
	CONSTRAINT uq_stance_uid UNIQUE (uid)
);
INSERT INTO "stance" VALUES(1,'00000000000000000000000000000001',1,2,1,6,'confirm',4,'f6c75aea11dc4a3d8560a9bc48b16da0','2026-11-27 20:30:00.000000',NULL,NULL,NULL);
INSERT INTO "stance" VALUES(2,'00000000000000000000000000000002',1,2,NULL,6,'confirm',7,'f6c75aea11dc4a3d8560a9bc48b16da0','2026-11-27 20:30:00.000000',NULL,NULL,NULL);
INSERT INTO "stance" VALUES(3,'00000000000000000000000000000003',1,2,2,6,'dispute',1,'f6c75aea11dc4a3d8560a9bc48b16da0','2026-11-27 20:30:00.000000','Zwei grüne, nicht eine',NULL,NULL);
INSERT INTO "stance" VALUES(4,'00000000000000000000000000000004',1,2,3,6,'dispute',5,'f6c75aea11dc4a3d8560a9bc48b16da0','2026-11-27 20:30:00.000000',NULL,'2026-11-27 20:35:00.000000',NULL);
CREATE TABLE submission (
	device_id INTEGER NOT NULL,
	"key" VARCHAR(64) NOT NULL,
	circle_id INTEGER NOT NULL,
	request_hash VARCHAR(64) NOT NULL,
	answer TEXT NOT NULL,
	at DATETIME NOT NULL,
	CONSTRAINT pk_submission PRIMARY KEY (device_id, "key"),
	CONSTRAINT fk_submission_circle_id FOREIGN KEY(circle_id) REFERENCES circle (id),
	CONSTRAINT fk_submission_device_id FOREIGN KEY(device_id) REFERENCES device (id)
);
INSERT INTO "submission" VALUES(2,'0123456789abcdef',2,'015abd7f5cc57a2dd94b7590f04ad8084273905ee33ec5cebeae62276a97f862','/circles/x/matches/y','2026-11-27 19:37:00.000000');
CREATE TABLE told (
	circle_id INTEGER NOT NULL, 
	game VARCHAR(40) NOT NULL, 
	what VARCHAR(40) NOT NULL, 
	player_id INTEGER NOT NULL, 
	match_id INTEGER NOT NULL, 
	times INTEGER NOT NULL, 
	points INTEGER NOT NULL, 
	CONSTRAINT pk_told PRIMARY KEY (circle_id, game, what, player_id, match_id), 
	CONSTRAINT fk_told_circle_id FOREIGN KEY(circle_id) REFERENCES circle (id), 
	CONSTRAINT fk_told_player_id FOREIGN KEY(player_id) REFERENCES player (id), 
	CONSTRAINT fk_told_match_id FOREIGN KEY(match_id) REFERENCES "match" (id)
)
 WITHOUT ROWID

;
INSERT INTO "told" VALUES(1,'kunibert','last_card',3,1,4,120);
INSERT INTO "told" VALUES(1,'kunibert','last_card',8,1,3,90);
INSERT INTO "told" VALUES(1,'mittlere','potatoes',1,3,12,-12);
INSERT INTO "told" VALUES(1,'mittlere','potatoes',6,3,6,-6);
INSERT INTO "told" VALUES(1,'mittlere','potatoes',7,3,6,-6);
INSERT INTO "told" VALUES(1,'mittlere','prompt:3',1,3,1,-2);
INSERT INTO "told" VALUES(1,'mittlere','prompt:3',7,3,1,-2);
INSERT INTO "told" VALUES(1,'mittlere','prompt:5',1,3,5,-10);
INSERT INTO "told" VALUES(1,'mittlere','prompt:5',6,3,3,-6);
INSERT INTO "told" VALUES(1,'mittlere','prompt:5',7,3,2,-4);
INSERT INTO "told" VALUES(1,'mittlere','sticks',1,3,6,6);
INSERT INTO "told" VALUES(1,'mittlere','sticks',6,3,9,9);
INSERT INTO "told" VALUES(1,'mittlere','sticks',7,3,9,9);
INSERT INTO "told" VALUES(1,'mueckenstich','bites',1,2,6,-30);
INSERT INTO "told" VALUES(1,'mueckenstich','bites',2,2,8,-40);
INSERT INTO "told" VALUES(1,'mueckenstich','bites',3,2,9,-45);
INSERT INTO "told" VALUES(1,'mueckenstich','bites',4,2,7,-35);
INSERT INTO "told" VALUES(1,'mueckenstich','bites',5,2,7,-35);
INSERT INTO "told" VALUES(1,'mueckenstich','bites',7,2,7,-35);
INSERT INTO "told" VALUES(1,'mueckenstich','doubled:blue',7,2,1,0);
INSERT INTO "told" VALUES(1,'mueckenstich','doubled:others',3,2,1,11);
INSERT INTO "told" VALUES(1,'mueckenstich','doubled:others',7,2,1,11);
INSERT INTO "told" VALUES(1,'mueckenstich','doubled:red',3,2,1,0);
INSERT INTO "told" VALUES(1,'mueckenstich','removed:black',3,2,1,-1);
INSERT INTO "told" VALUES(1,'mueckenstich','removed:green',1,2,1,0);
INSERT INTO "told" VALUES(1,'mueckenstich','removed:others',1,2,1,-13);
INSERT INTO "told" VALUES(1,'mueckenstich','removed:others',3,2,1,-9);
INSERT INTO "told" VALUES(1,'mueckenstich','removed:others',5,2,1,-10);
INSERT INTO "told" VALUES(1,'mueckenstich','removed:red',5,2,1,-3);
INSERT INTO "told" VALUES(2,'mueckenstich','bites',9,5,2,-10);
INSERT INTO "told" VALUES(2,'mueckenstich','bites',10,5,2,-10);
INSERT INTO "told" VALUES(2,'mueckenstich','bites',11,5,4,-20);
INSERT INTO "told" VALUES(2,'mueckenstich','doubled:black',11,5,1,0);
INSERT INTO "told" VALUES(2,'mueckenstich','doubled:others',11,5,2,7);
INSERT INTO "told" VALUES(2,'mueckenstich','doubled:red',11,5,1,1);
INSERT INTO "told" VALUES(2,'mueckenstich','removed:green',11,5,1,0);
INSERT INTO "told" VALUES(2,'mueckenstich','removed:others',11,5,2,-10);
INSERT INTO "told" VALUES(2,'mueckenstich','removed:red',11,5,1,-3);
CREATE INDEX ix_seat_circle_id_seat_player_id ON seat (circle_id, player_id);
CREATE INDEX ix_stance_match_id ON stance (match_id);
CREATE TRIGGER circle_stays_deleted BEFORE UPDATE ON circle
WHEN NEW.id <> OLD.id OR (OLD.deleted_at IS NOT NULL AND NEW.deleted_at IS NULL)
BEGIN
  SELECT RAISE(ABORT, 'a circle keeps its id, and stays deleted once it is');
END;
CREATE TRIGGER stance_no_update BEFORE UPDATE ON stance
WHEN (
  NEW.id, NEW.uid, NEW.circle_id, NEW.match_id, NEW.round_no,
  NEW.seq, NEW.kind, NEW.player_id, NEW.device, NEW.at
) IS NOT (
  OLD.id, OLD.uid, OLD.circle_id, OLD.match_id, OLD.round_no,
  OLD.seq, OLD.kind, OLD.player_id, OLD.device, OLD.at
)
OR (NEW.text IS NOT OLD.text AND NEW.text IS NOT NULL)
OR (
  (NEW.withdrawn_at, NEW.withdrawn_by) IS NOT (OLD.withdrawn_at, OLD.withdrawn_by)
  AND (OLD.withdrawn_at IS NOT NULL OR NEW.withdrawn_at IS NULL)
)
BEGIN
  SELECT RAISE(ABORT, 'what was said is only taken back, or its text erased');
END;
CREATE TRIGGER stance_no_delete BEFORE DELETE ON stance
WHEN (SELECT deleted_at FROM circle WHERE id = OLD.circle_id) IS NULL
BEGIN
  SELECT RAISE(ABORT, 'what was said is only taken back, or its text erased');
END;
CREATE TRIGGER stance_no_replace BEFORE INSERT ON stance
WHEN EXISTS (SELECT 1 FROM stance WHERE id = NEW.id OR uid = NEW.uid)
BEGIN
  SELECT RAISE(ABORT, 'what was said is only taken back, or its text erased');
END;
CREATE INDEX ix_match_circle_id_match_state_match_started_at ON "match" (circle_id, state, started_at);
CREATE INDEX ix_match_night_id_match_started_at ON "match" (night_id, started_at);
CREATE TRIGGER revision_no_update BEFORE UPDATE ON revision
BEGIN
  SELECT RAISE(ABORT, 'revisions are append-only');
END;
CREATE TRIGGER revision_no_delete BEFORE DELETE ON revision
WHEN (SELECT deleted_at FROM circle WHERE id = OLD.circle_id) IS NULL
BEGIN
  SELECT RAISE(ABORT, 'revisions are append-only');
END;
CREATE TRIGGER revision_no_replace BEFORE INSERT ON revision
WHEN EXISTS (
  SELECT 1 FROM revision
  WHERE id = NEW.id OR (match_id = NEW.match_id AND seq = NEW.seq)
)
BEGIN
  SELECT RAISE(ABORT, 'revisions are append-only');
END;
CREATE TRIGGER circle_no_delete BEFORE DELETE ON circle
WHEN EXISTS (SELECT 1 FROM revision WHERE circle_id = OLD.id)
BEGIN
  SELECT RAISE(ABORT, 'revisions are append-only');
END;
CREATE INDEX ix_played_match_id ON played (match_id);
CREATE INDEX ix_told_match_id ON told (match_id);
COMMIT;
