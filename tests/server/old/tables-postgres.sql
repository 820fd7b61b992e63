CREATE TABLE public.chat (
    id text NOT NULL COLLATE pg_catalog."C",
    number integer NOT NULL,
    event text NOT NULL
);
CREATE TABLE public.events (
    id text NOT NULL COLLATE pg_catalog."C",
    number integer NOT NULL,
    event text NOT NULL
);
CREATE SEQUENCE public.fences
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
CREATE TABLE public.jobs (
    id text NOT NULL,
    kind text NOT NULL,
    question text NOT NULL,
    state text DEFAULT 'waiting'::text NOT NULL,
    taken_by text DEFAULT ''::text NOT NULL,
    taken_until timestamp with time zone,
    tries integer DEFAULT 0 NOT NULL,
    answer text,
    made timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);
CREATE TABLE public.nodes (
    node text NOT NULL,
    until timestamp with time zone NOT NULL,
    address text NOT NULL
);
CREATE TABLE public.owners (
    id text NOT NULL COLLATE pg_catalog."C",
    node text NOT NULL,
    fence bigint NOT NULL
);
CREATE TABLE public.sitters (
    visitor text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    seat integer NOT NULL
);
CREATE TABLE public.standings (
    id text NOT NULL COLLATE pg_catalog."C",
    moved double precision NOT NULL,
    over integer NOT NULL,
    deciding integer,
    players text NOT NULL
)
WITH (fillfactor='70');
CREATE TABLE public.tables (
    id text NOT NULL COLLATE pg_catalog."C",
    setup text NOT NULL
);
CREATE TABLE public.tablier (
    version integer NOT NULL
);
CREATE TABLE public.tokens (
    token text NOT NULL COLLATE pg_catalog."C",
    kind text NOT NULL,
    id text NOT NULL COLLATE pg_catalog."C",
    seat integer,
    visitor text NOT NULL,
    made double precision NOT NULL,
    used integer DEFAULT 0 NOT NULL
);
CREATE TABLE public.writers (
    id text NOT NULL,
    session bigint NOT NULL,
    last bigint NOT NULL,
    since timestamp with time zone DEFAULT now() NOT NULL
)
WITH (fillfactor='20');
INSERT INTO public.chat VALUES ('W51ZWqPxtk_1K78P', 1, '{"kind":"said","at":1795039268.311585,"seat":0,"text":"hello sprawl","number":1}');
INSERT INTO public.chat VALUES ('Y3QLI_1elIgNQEK1', 1, '{"kind":"said","at":1795039173.3390622,"seat":0,"text":"hello samliam","number":1}');
INSERT INTO public.chat VALUES ('_NeTrrxpu6JqwhFd', 1, '{"kind":"said","at":1795039162.9690819,"seat":0,"text":"hello minelfield","number":1}');
INSERT INTO public.chat VALUES ('jHLjB1bOWyS4EQXp', 1, '{"kind":"said","at":1795039165.395625,"seat":0,"text":"hello samarra","number":1}');
INSERT INTO public.chat VALUES ('sQxo3HMls_KW0zIB', 1, '{"kind":"said","at":1795039161.7350945,"seat":0,"text":"hello konane","number":1}');
INSERT INTO public.events VALUES ('W51ZWqPxtk_1K78P', 0, '{"kind":"seal","at":1795039228.3271213,"seat":0,"text":"665e994827f6b03167e80c1513eb356e0d4f013f2e03a3b345e1e5e3c24dfca6"}');
INSERT INTO public.events VALUES ('W51ZWqPxtk_1K78P', 1, '{"kind":"salt","at":1795039228.3604374,"seat":0,"text":"0000000000000001"}');
INSERT INTO public.events VALUES ('W51ZWqPxtk_1K78P', 2, '{"kind":"move","at":1795039228.45947,"seat":0,"move":"T2c5"}');
INSERT INTO public.events VALUES ('W51ZWqPxtk_1K78P', 3, '{"kind":"move","at":1795039267.4293184,"seat":1,"move":"T1c6"}');
INSERT INTO public.events VALUES ('W51ZWqPxtk_1K78P', 4, '{"kind":"move","at":1795039267.6139455,"seat":2,"move":"T3b3"}');
INSERT INTO public.events VALUES ('W51ZWqPxtk_1K78P', 5, '{"kind":"move","at":1795039267.744943,"seat":0,"move":"R3d5e"}');
INSERT INTO public.events VALUES ('W51ZWqPxtk_1K78P', 6, '{"kind":"move","at":1795039267.7619693,"seat":1,"move":"R2b6w"}');
INSERT INTO public.events VALUES ('W51ZWqPxtk_1K78P', 7, '{"kind":"move","at":1795039267.8616316,"seat":2,"move":"R2b4n"}');
INSERT INTO public.events VALUES ('W51ZWqPxtk_1K78P', 8, '{"kind":"move","at":1795039267.9640234,"seat":0,"move":"R3b5w"}');
INSERT INTO public.events VALUES ('W51ZWqPxtk_1K78P', 9, '{"kind":"move","at":1795039267.9981596,"seat":1,"move":"R3d6e"}');
INSERT INTO public.events VALUES ('W51ZWqPxtk_1K78P', 10, '{"kind":"move","at":1795039268.162315,"seat":2,"move":"R2b2s"}');
INSERT INTO public.events VALUES ('Y3QLI_1elIgNQEK1', 0, '{"kind":"seal","at":1795039171.6138244,"seat":0,"text":"665e994827f6b03167e80c1513eb356e0d4f013f2e03a3b345e1e5e3c24dfca6"}');
INSERT INTO public.events VALUES ('Y3QLI_1elIgNQEK1', 1, '{"kind":"salt","at":1795039171.6553636,"seat":0,"text":"0000000000000001"}');
INSERT INTO public.events VALUES ('Y3QLI_1elIgNQEK1', 2, '{"kind":"move","at":1795039171.897505,"seat":0,"move":"f5se"}');
INSERT INTO public.events VALUES ('Y3QLI_1elIgNQEK1', 3, '{"kind":"move","at":1795039172.7530024,"seat":1,"move":"h6se"}');
INSERT INTO public.events VALUES ('Y3QLI_1elIgNQEK1', 4, '{"kind":"move","at":1795039172.7816658,"seat":0,"move":"a8ne"}');
INSERT INTO public.events VALUES ('Y3QLI_1elIgNQEK1', 5, '{"kind":"move","at":1795039172.9121962,"seat":1,"move":"a6se"}');
INSERT INTO public.events VALUES ('Y3QLI_1elIgNQEK1', 6, '{"kind":"move","at":1795039173.0754995,"seat":0,"move":"d5sw"}');
INSERT INTO public.events VALUES ('Y3QLI_1elIgNQEK1', 7, '{"kind":"move","at":1795039173.1243682,"seat":1,"move":"h8ne"}');
INSERT INTO public.events VALUES ('_NeTrrxpu6JqwhFd', 0, '{"kind":"seal","at":1795039162.8227484,"seat":0,"text":"665e994827f6b03167e80c1513eb356e0d4f013f2e03a3b345e1e5e3c24dfca6"}');
INSERT INTO public.events VALUES ('_NeTrrxpu6JqwhFd', 1, '{"kind":"salt","at":1795039162.8431082,"seat":0,"text":"0000000000000001"}');
INSERT INTO public.events VALUES ('_NeTrrxpu6JqwhFd', 2, '{"kind":"move","at":1795039162.85568,"seat":0,"move":"a3-b3"}');
INSERT INTO public.events VALUES ('_NeTrrxpu6JqwhFd', 3, '{"kind":"move","at":1795039162.85568,"move":"*4"}');
INSERT INTO public.events VALUES ('_NeTrrxpu6JqwhFd', 4, '{"kind":"move","at":1795039162.8985806,"seat":1,"move":"+i4se"}');
INSERT INTO public.events VALUES ('_NeTrrxpu6JqwhFd', 5, '{"kind":"move","at":1795039162.8985806,"move":"*1"}');
INSERT INTO public.events VALUES ('_NeTrrxpu6JqwhFd', 6, '{"kind":"move","at":1795039162.9113944,"seat":0,"move":"a3-a4"}');
INSERT INTO public.events VALUES ('_NeTrrxpu6JqwhFd', 7, '{"kind":"move","at":1795039162.9113944,"move":"*1"}');
INSERT INTO public.events VALUES ('_NeTrrxpu6JqwhFd', 8, '{"kind":"move","at":1795039162.9259765,"seat":1,"move":"i3-i2"}');
INSERT INTO public.events VALUES ('_NeTrrxpu6JqwhFd', 9, '{"kind":"move","at":1795039162.9259765,"move":"*1"}');
INSERT INTO public.events VALUES ('_NeTrrxpu6JqwhFd', 10, '{"kind":"move","at":1795039162.939622,"seat":0,"move":"a5-a4"}');
INSERT INTO public.events VALUES ('_NeTrrxpu6JqwhFd', 11, '{"kind":"move","at":1795039162.939622,"move":"*3"}');
INSERT INTO public.events VALUES ('_NeTrrxpu6JqwhFd', 12, '{"kind":"move","at":1795039162.957591,"seat":1,"move":"i1-h2"}');
INSERT INTO public.events VALUES ('_NeTrrxpu6JqwhFd', 13, '{"kind":"move","at":1795039162.957591,"move":"*2"}');
INSERT INTO public.events VALUES ('jHLjB1bOWyS4EQXp', 0, '{"kind":"seal","at":1795039163.128011,"seat":0,"text":"665e994827f6b03167e80c1513eb356e0d4f013f2e03a3b345e1e5e3c24dfca6"}');
INSERT INTO public.events VALUES ('jHLjB1bOWyS4EQXp', 1, '{"kind":"salt","at":1795039163.1399527,"seat":0,"text":"0000000000000001"}');
INSERT INTO public.events VALUES ('jHLjB1bOWyS4EQXp', 2, '{"kind":"move","at":1795039163.1516833,"seat":0,"move":"S@c1 M@d1 D@b1"}');
INSERT INTO public.events VALUES ('jHLjB1bOWyS4EQXp', 3, '{"kind":"move","at":1795039164.0762763,"seat":1,"move":"S@c5 M@b5 D@d5"}');
INSERT INTO public.events VALUES ('jHLjB1bOWyS4EQXp', 4, '{"kind":"move","at":1795039164.175417,"seat":0,"move":"b1-b2"}');
INSERT INTO public.events VALUES ('jHLjB1bOWyS4EQXp', 5, '{"kind":"move","at":1795039164.9058366,"seat":1,"move":"d5-e5"}');
INSERT INTO public.events VALUES ('jHLjB1bOWyS4EQXp', 6, '{"kind":"move","at":1795039165.2768052,"seat":1,"move":"b5-a5"}');
INSERT INTO public.events VALUES ('jHLjB1bOWyS4EQXp', 7, '{"kind":"move","at":1795039165.35571,"seat":0,"move":"c1-c2"}');
INSERT INTO public.events VALUES ('sQxo3HMls_KW0zIB', 0, '{"kind":"seal","at":1795039160.7813084,"seat":0,"text":"665e994827f6b03167e80c1513eb356e0d4f013f2e03a3b345e1e5e3c24dfca6"}');
INSERT INTO public.events VALUES ('sQxo3HMls_KW0zIB', 1, '{"kind":"salt","at":1795039160.7923212,"seat":0,"text":"0000000000000001"}');
INSERT INTO public.events VALUES ('sQxo3HMls_KW0zIB', 2, '{"kind":"move","at":1795039160.8082163,"seat":0,"move":"h8"}');
INSERT INTO public.events VALUES ('sQxo3HMls_KW0zIB', 3, '{"kind":"move","at":1795039161.366324,"seat":1,"move":"h7"}');
INSERT INTO public.events VALUES ('sQxo3HMls_KW0zIB', 4, '{"kind":"move","at":1795039161.5551023,"seat":0,"move":"f8-h8"}');
INSERT INTO public.events VALUES ('sQxo3HMls_KW0zIB', 5, '{"kind":"move","at":1795039161.569552,"seat":1,"move":"g6-g8"}');
INSERT INTO public.events VALUES ('sQxo3HMls_KW0zIB', 6, '{"kind":"move","at":1795039161.648018,"seat":0,"move":"e7-g7"}');
INSERT INTO public.events VALUES ('sQxo3HMls_KW0zIB', 7, '{"kind":"move","at":1795039161.6535344,"seat":1,"move":"h5-h7"}');
INSERT INTO public.sitters VALUES ('ec7c494df6d2a7ea36668d656e6b8979', 'UzJzcmY0xwPxoLUn', 0);
INSERT INTO public.sitters VALUES ('ec7c494df6d2a7ea36668d656e6b8979', 'W51ZWqPxtk_1K78P', 0);
INSERT INTO public.sitters VALUES ('ec7c494df6d2a7ea36668d656e6b8979', 'Y3QLI_1elIgNQEK1', 0);
INSERT INTO public.sitters VALUES ('ec7c494df6d2a7ea36668d656e6b8979', '_NeTrrxpu6JqwhFd', 0);
INSERT INTO public.sitters VALUES ('ec7c494df6d2a7ea36668d656e6b8979', 'jHLjB1bOWyS4EQXp', 0);
INSERT INTO public.sitters VALUES ('ec7c494df6d2a7ea36668d656e6b8979', 'sQxo3HMls_KW0zIB', 0);
INSERT INTO public.standings VALUES ('UzJzcmY0xwPxoLUn', 1795039268.427181, 0, NULL, '[{"name": "", "kind": "me", "level": null}, {"name": "", "kind": "link", "level": null}]');
INSERT INTO public.standings VALUES ('W51ZWqPxtk_1K78P', 1795039268.162315, 0, 0, '[{"name": "", "kind": "me", "level": null}, {"name": "", "kind": "bot", "level": 1}, {"name": "", "kind": "bot", "level": 1}]');
INSERT INTO public.standings VALUES ('Y3QLI_1elIgNQEK1', 1795039173.1243682, 0, 0, '[{"name": "", "kind": "me", "level": null}, {"name": "", "kind": "bot", "level": 1}]');
INSERT INTO public.standings VALUES ('_NeTrrxpu6JqwhFd', 1795039162.957591, 0, 0, '[{"name": "", "kind": "me", "level": null}, {"name": "", "kind": "bot", "level": 1}]');
INSERT INTO public.standings VALUES ('jHLjB1bOWyS4EQXp', 1795039165.35571, 0, 0, '[{"name": "", "kind": "me", "level": null}, {"name": "", "kind": "bot", "level": 1}]');
INSERT INTO public.standings VALUES ('sQxo3HMls_KW0zIB', 1795039161.6535344, 0, 0, '[{"name": "", "kind": "me", "level": null}, {"name": "", "kind": "bot", "level": 1}]');
INSERT INTO public.tables VALUES ('UzJzcmY0xwPxoLUn', '{"table": "UzJzcmY0xwPxoLUn", "game": "samliam", "options": {"size": 9, "announcements": "automatic", "turn_limit": 400}, "seed": 61116059102309202498791039773672128955, "places": [{"kind": "me", "level": 0, "name": "", "owners": ["ec7c494df6d2a7ea36668d656e6b8979"], "token": "", "salt": ""}, {"kind": "link", "level": 0, "name": "", "owners": [], "token": "I98GU_G83Y9mwkVYW_4guQ", "salt": ""}], "name": "waits", "maker": "ec7c494df6d2a7ea36668d656e6b8979", "made": 1795039268.427181, "commitment": "7d7764b56421386e904fce1092d5169a84c29c798c173a9136d678421f9d5d06", "start": null}');
INSERT INTO public.tables VALUES ('W51ZWqPxtk_1K78P', '{"table": "W51ZWqPxtk_1K78P", "game": "sprawl", "options": {"branching": "strict", "friendly_fire": true, "coup": false, "sprawlgame": false, "fast_building": false, "strongest": false}, "seed": 244382842079179512580778543174980556833, "places": [{"kind": "me", "level": 0, "name": "", "owners": ["ec7c494df6d2a7ea36668d656e6b8979"], "token": "", "salt": ""}, {"kind": "bot", "level": 1, "name": "", "owners": [], "token": "", "salt": "9f7b819714f225b5e42c3d8c6308ec86"}, {"kind": "bot", "level": 1, "name": "", "owners": [], "token": "", "salt": "e70c135e45eb1aa6a28ffa88702507e4"}], "name": "sprawl", "maker": "ec7c494df6d2a7ea36668d656e6b8979", "made": 1795039174.6563902, "commitment": "dc0fd3a1cbbdecbc86a1324900d2b56c45fc8d9197ffd8e35352fc5ba3845678", "start": null}');
INSERT INTO public.tables VALUES ('Y3QLI_1elIgNQEK1', '{"table": "Y3QLI_1elIgNQEK1", "game": "samliam", "options": {"size": 9, "announcements": "automatic", "turn_limit": 400}, "seed": 174167292181808215248517905106420964868, "places": [{"kind": "me", "level": 0, "name": "", "owners": ["ec7c494df6d2a7ea36668d656e6b8979"], "token": "", "salt": ""}, {"kind": "bot", "level": 1, "name": "", "owners": [], "token": "", "salt": "1a09d71359fb7dadbca6dcb8d78debb4"}], "name": "samliam", "maker": "ec7c494df6d2a7ea36668d656e6b8979", "made": 1795039167.8590121, "commitment": "eec1358f7ac2e694511289e7153212914e4807dd1dec571efb13d6a7ab97eac1", "start": null}');
INSERT INTO public.tables VALUES ('_NeTrrxpu6JqwhFd', '{"table": "_NeTrrxpu6JqwhFd", "game": "minelfield", "options": {"board": "classic", "die": 6, "lives": 1, "turn_limit": 600}, "seed": 149056319048975691195766066912011218666, "places": [{"kind": "me", "level": 0, "name": "", "owners": ["ec7c494df6d2a7ea36668d656e6b8979"], "token": "", "salt": ""}, {"kind": "bot", "level": 1, "name": "", "owners": [], "token": "", "salt": "e8e25044e8b9e588a61153a1d0cc8f18"}], "name": "minelfield", "maker": "ec7c494df6d2a7ea36668d656e6b8979", "made": 1795039162.3045034, "commitment": "521868548d3bede085851287bc64cb2b7414f267bc031a3cdc6fb4ded6af6d6a", "start": null}');
INSERT INTO public.tables VALUES ('jHLjB1bOWyS4EQXp', '{"table": "jHLjB1bOWyS4EQXp", "game": "samarra", "options": {"board": "classic", "arrival": "entry", "automatic_death": false, "passing": false, "no_repetition": false, "turn_limit": 120}, "seed": 298653166374352775497050658836101014275, "places": [{"kind": "me", "level": 0, "name": "", "owners": ["ec7c494df6d2a7ea36668d656e6b8979"], "token": "", "salt": ""}, {"kind": "bot", "level": 1, "name": "", "owners": [], "token": "", "salt": "de41a7390373aab40ed26a15b5897ccf"}], "name": "samarra", "maker": "ec7c494df6d2a7ea36668d656e6b8979", "made": 1795039163.0096571, "commitment": "c075dd4648f5fd21fcbbb20b744a42c2599582fe906395abacd47aee471b5810", "start": null}');
INSERT INTO public.tables VALUES ('sQxo3HMls_KW0zIB', '{"table": "sQxo3HMls_KW0zIB", "game": "konane", "options": {}, "seed": 29992821549609737450010196714995789767, "places": [{"kind": "me", "level": 0, "name": "", "owners": ["ec7c494df6d2a7ea36668d656e6b8979"], "token": "", "salt": ""}, {"kind": "bot", "level": 1, "name": "", "owners": [], "token": "", "salt": "f6ad892522f3293a795c813119b42a86"}], "name": "konane", "maker": "ec7c494df6d2a7ea36668d656e6b8979", "made": 1795039146.7492905, "commitment": "f99f7c8f31290d43f0c519b597b8f896a77f3e34290f93da46d6cb458b26f0bc", "start": null}');
INSERT INTO public.tablier VALUES (1);
INSERT INTO public.tokens VALUES ('I98GU_G83Y9mwkVYW_4guQ', 'seat', 'UzJzcmY0xwPxoLUn', 1, '', 1795039268.427181, 0);
INSERT INTO public.tokens VALUES ('7QTCH26KrhTWMrsOmjdwZg', 'device', 'W51ZWqPxtk_1K78P', NULL, 'ec7c494df6d2a7ea36668d656e6b8979', 1795039268.333847, 0);
INSERT INTO public.tokens VALUES ('lM_fZBQHQv3lPEQkQ4bH1g', 'device', 'Y3QLI_1elIgNQEK1', NULL, 'ec7c494df6d2a7ea36668d656e6b8979', 1795039173.396024, 0);
INSERT INTO public.tokens VALUES ('MbflI39FeJ8uYBhkkNpCIA', 'device', '_NeTrrxpu6JqwhFd', NULL, 'ec7c494df6d2a7ea36668d656e6b8979', 1795039162.9728534, 0);
INSERT INTO public.tokens VALUES ('YtB0u_-hFjyq9lAScJwhug', 'device', 'jHLjB1bOWyS4EQXp', NULL, 'ec7c494df6d2a7ea36668d656e6b8979', 1795039165.460532, 0);
INSERT INTO public.tokens VALUES ('8wO-EvX6I34jSLodY8F4RA', 'device', 'sQxo3HMls_KW0zIB', NULL, 'ec7c494df6d2a7ea36668d656e6b8979', 1795039161.8322535, 0);
SELECT pg_catalog.setval('public.fences', 1, false);
ALTER TABLE ONLY public.chat
    ADD CONSTRAINT chat_pkey PRIMARY KEY (id, number);
ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_pkey PRIMARY KEY (id, number);
ALTER TABLE ONLY public.jobs
    ADD CONSTRAINT jobs_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.nodes
    ADD CONSTRAINT nodes_pkey PRIMARY KEY (node);
ALTER TABLE ONLY public.owners
    ADD CONSTRAINT owners_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.sitters
    ADD CONSTRAINT sitters_pkey PRIMARY KEY (visitor, id, seat);
ALTER TABLE ONLY public.standings
    ADD CONSTRAINT standings_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tables
    ADD CONSTRAINT tables_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tokens
    ADD CONSTRAINT tokens_pkey PRIMARY KEY (token);
ALTER TABLE ONLY public.writers
    ADD CONSTRAINT writers_pkey PRIMARY KEY (id);
CREATE INDEX jobs_by_time ON public.jobs USING btree (kind, made) WHERE (state = ANY (ARRAY['waiting'::text, 'taken'::text]));
CREATE INDEX owners_by_node ON public.owners USING btree (node);
CREATE INDEX sitters_by_table ON public.sitters USING btree (id, seat);
CREATE INDEX standings_by_time ON public.standings USING btree (over, moved);
CREATE INDEX tokens_by_table ON public.tokens USING btree (id);
