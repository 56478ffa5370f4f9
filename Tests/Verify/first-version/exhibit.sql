PRAGMA application_id = 1165518946;
PRAGMA user_version = 7;
PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE records (
  sequence INTEGER PRIMARY KEY, version INTEGER NOT NULL, kind TEXT NOT NULL,
  payload TEXT NOT NULL, boot_id TEXT NOT NULL, monotonic INTEGER NOT NULL,
  wall_time INTEGER, clock TEXT NOT NULL, hash TEXT NOT NULL, signature TEXT);
INSERT INTO records VALUES(1,1,'store.created','{"device":{"id":"d7094bd597925459","public_key":"a23f4f52024dd50831dc07aa0f13efa1266a12293706a8633b401c569ef69ddf"},"program":"0.1.0","schema":7,"store":"8b0e18db6698346ffa202a654faeedd6"}','a864e4f9-4897-487c-a2bc-3df8d975c1fb',20000000000,NULL,'unset','bfef05e5bfe88061e7bb409217ad2e9cf7458f450492845a264a73a5c81bc4c3',NULL);
INSERT INTO records VALUES(2,1,'thing.created','{"category":"other","id":"0000100000k2b80j4mvby52f1b","number":1,"title":"Unsorted"}','a864e4f9-4897-487c-a2bc-3df8d975c1fb',20000000000,NULL,'unset','2e00462e1890d3e9a60a8e532a6c5675ef7677e9ca3dba23ee18ef1fb71a13a4',NULL);
INSERT INTO records VALUES(3,1,'program.started','{"configuration":null,"program":"0.1.0"}','a864e4f9-4897-487c-a2bc-3df8d975c1fb',20000000000,NULL,'unset','f1491eece794152f864d1dbf77807dc8456765a91a903cdd7f84b06631364071','925d007143e451e1749729fa44c916501562c934f4f5ec13fe6633159c19402dc87fc037bc12f55c8bb9b7f1fcee32b63a42e219cc0f5b038092020a0e4a9f0e');
INSERT INTO records VALUES(4,1,'clock.told','{"previous":"unset"}','a864e4f9-4897-487c-a2bc-3df8d975c1fb',21000000000,1774622668000000,'told','67c2aeafe059e3f0c275f5acf38e3deb3e651575161bb4656f7f0e934d0f9642','8df51cd549c99bf727adf0b3a9b65bd0158834b7db96c386135016851d7f1ef13f9c6969b1a8127019afdf6f3898a6d93cf06adfaab52ba38b745aa409714b06');
INSERT INTO records VALUES(5,1,'thing.created','{"category":"other","id":"0000100000mg4304arjc67nzyj","number":2,"requester":"console","title":"Omega watch"}','a864e4f9-4897-487c-a2bc-3df8d975c1fb',21500000000,1774622668500000,'told','fad611ede02459bd73b49cf201d46218e9ec27edb3ebb2dc05a4206ee2fb1269','2ba10c82b78f76d98403148bb5e5c1361ef4ba356011ef270e5f2514504847a86f4627b51b6c3f8310222bb170c395508cc82509371f498c48a2a7858ea7fd01');
INSERT INTO records VALUES(6,1,'thing.changed','{"field":"data.serial_number","id":"0000100000mg4304arjc67nzyj","number":2,"requester":"console","value":"4711"}','a864e4f9-4897-487c-a2bc-3df8d975c1fb',22000000000,1774622669000000,'told','84f925c32a57b63f47fd73f1972332b0e02aafb07a04e47cfbf79600d2dc7e97','e56f776127fbc2ec7dc2206d6d0e4293d71bb37022e9ea0abdc0e901d36af8bd109878041960dc34f947748ef569adc035a9c4a5e1c4349d63d062f87134e50b');
INSERT INTO records VALUES(7,1,'thing.changed','{"field":"tags","id":"0000100000mg4304arjc67nzyj","number":2,"requester":"console","value":["steel","blue"]}','a864e4f9-4897-487c-a2bc-3df8d975c1fb',22200000000,1774622669200000,'told','747918979fcf9f1c7fdb0d2357d143b5106481117b8c19a4e5a85f0b16b6a00f','f073fc09e86283f92ae328a82580e2e8779edce43e9864e2c1bf50400ce067113eecd3cf277954ba69cf83b2be9975ba55b69687e7f2ff7014b7e9f0315d2603');
INSERT INTO records VALUES(8,1,'camera.opened','{"bus":"virtual:simulator","card":"Simulated camera","controls":{},"driver":"simulator","format":"YUYV","frames_per_1000_s":25000,"height":480,"path":"virtual-camera","serial":"simulator-1","width":640}','a864e4f9-4897-487c-a2bc-3df8d975c1fb',25545000000,1774622672545000,'told','56c7d86f18276d8a37ca46a854cc14715bcbfa235d5034907c86e40a8517cce2','624939ef55ca0d60546e2c214e60457e22f57e4ace2b472348926764205e4f57602d76b1754a7c629fc74e03c153b039dea018a488fa8df523a8d6dabbe92d0e');
INSERT INTO records VALUES(9,1,'photo.stored','{"bytes":13410,"camera":8,"data":{"format":"YUYV","orientation":1,"sequence":128},"file":"evidence/000/000001.jpg","height":480,"id":"0000100000r9jt0yq95b53jcbt","number":1,"planned":25500000000,"power_save":false,"press":22500000000,"requester":"button","series":{"count":1,"id":"0000100000nemn0","index":1},"sha256":"83568eb4c7fb1ad348ea2e492af391d28dadb5360c8b222506dbfba34a69a4d3","taken":{"boot_id":"a864e4f9-4897-487c-a2bc-3df8d975c1fb","clock":"told","monotonic":25480000000,"wall_time":1774622672480000},"thing":"0000100000mg4304arjc67nzyj","width":640}','a864e4f9-4897-487c-a2bc-3df8d975c1fb',25545000000,1774622672545000,'told','87845ea097908c670cc6a7b41b6616f5df856e94d6abb53f62228bd925b65eee','cec6e2e9303f5b16801c956d42a9c91dc38c4218a4d6a9ee800d2b8913ff8283606af0d9efab5339e09352b9741c4fa93369f69206d7ec95779628210493dc03');
INSERT INTO records VALUES(10,1,'piece.titled','{"pieces":[1],"requester":"console","title":"Back"}','a864e4f9-4897-487c-a2bc-3df8d975c1fb',27000000000,1774622674000000,'told','bf7739e436459480516481c592af0594fa27eca6a63db95a2f65d1a691c85e2c','38d30bca41c0c5a234c6fd3bf5bf214b94556b4e95c58a37381f8f6836a9a965a1a52ab4e3c081e5ddc1311607ff1b6b9cf7359902e0ade864d7fbf7e796cb0c');
INSERT INTO records VALUES(11,1,'program.stopped','{"shutdown":false}','a864e4f9-4897-487c-a2bc-3df8d975c1fb',28000000000,1774622675000000,'told','d92ae03aa56decc20ac10619caa6ba758e382e8df5c867fb7af50e8a8b6a8c8b','a20605637936f4da6d3a82a0f4f7c406ca0b89411a9c7bcdb3250f5da238a9cdffb54bcd6581faf71f069bd7497500762ba4b200541f4c4123a7341532b33b05');
CREATE TABLE migrations (version INTEGER PRIMARY KEY, boot_id TEXT NOT NULL);
INSERT INTO migrations VALUES(7,'a864e4f9-4897-487c-a2bc-3df8d975c1fb');
CREATE TABLE translations (
  lang TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL, context TEXT,
  PRIMARY KEY (lang, key)) WITHOUT ROWID;
CREATE TABLE boots (
  ordinal INTEGER PRIMARY KEY, boot_id TEXT NOT NULL UNIQUE, clock TEXT NOT NULL,
  known_at INTEGER, wall_time INTEGER, earliest INTEGER, latest INTEGER);
INSERT INTO boots VALUES(1,'a864e4f9-4897-487c-a2bc-3df8d975c1fb','told',21000000000,1774622668000000,1774622668000000,1774622668000000);
CREATE TABLE things (
  number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, title TEXT NOT NULL, description TEXT,
  category TEXT NOT NULL, brand TEXT, model TEXT, color TEXT, upc TEXT,
  tags TEXT NOT NULL DEFAULT '[]', data TEXT NOT NULL DEFAULT '{}', collect TEXT,
  remote_id TEXT, remote_state TEXT, created_at REAL, updated_at REAL, deleted INTEGER,
  origin TEXT);
INSERT INTO things VALUES(1,'0000100000k2b80j4mvby52f1b','Unsorted',NULL,'other',NULL,NULL,NULL,NULL,'[]','{}',NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO things VALUES(2,'0000100000mg4304arjc67nzyj','Omega watch',NULL,'other',NULL,NULL,NULL,NULL,'["steel","blue"]','{"serial_number":"4711"}',NULL,NULL,NULL,1774622668.4999999999,1774622669.2000000476,NULL,NULL);
CREATE TABLE requests (
  id TEXT PRIMARY KEY, url TEXT NOT NULL UNIQUE, type TEXT NOT NULL,
  data TEXT NOT NULL DEFAULT '{}', delivery_target TEXT, created_at REAL, completed_at REAL,
  status TEXT NOT NULL
    CHECK (status IN ('active', 'pending', 'completed', 'expired', 'cancelled')),
  number INTEGER, record INTEGER, origin TEXT);
CREATE TABLE checklist_wishes (
  record INTEGER PRIMARY KEY REFERENCES records, thing INTEGER, request TEXT,
  action TEXT NOT NULL, item INTEGER NOT NULL);
CREATE TABLE evidence (
  number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE,
  thing INTEGER NOT NULL REFERENCES things, request TEXT REFERENCES requests,
  kind TEXT NOT NULL CHECK (kind IN ('photo', 'clip', 'document', 'imported')),
  technique TEXT, slot INTEGER, data TEXT NOT NULL DEFAULT '{}', local_file TEXT NOT NULL,
  sha256 TEXT NOT NULL, byte_count INTEGER NOT NULL, width INTEGER, height INTEGER,
  planned INTEGER, actual INTEGER, boot_id TEXT, wall_time REAL, clock TEXT NOT NULL,
  decision TEXT, title TEXT, adopted TEXT, state TEXT NOT NULL
    CHECK (state IN ('stored', 'adopted', 'missing', 'altered')),
  record INTEGER NOT NULL, remote_id TEXT, remote_state TEXT,
  created_at REAL, updated_at REAL, deleted INTEGER, purged INTEGER, locked INTEGER,
  exported INTEGER, origin TEXT);
INSERT INTO evidence VALUES(1,'0000100000r9jt0yq95b53jcbt',2,NULL,'photo',NULL,NULL,'{"format":"YUYV","orientation":1,"sequence":128}','evidence/000/000001.jpg','83568eb4c7fb1ad348ea2e492af391d28dadb5360c8b222506dbfba34a69a4d3',13410,640,480,25500000000,25480000000,'a864e4f9-4897-487c-a2bc-3df8d975c1fb',1774622672.480000019,'told',NULL,'Back',NULL,'stored',9,NULL,NULL,1774622672.5450000762,1774622672.5450000762,NULL,NULL,NULL,NULL,NULL);
CREATE TABLE totals (
  thing INTEGER NOT NULL, state TEXT NOT NULL, pieces INTEGER NOT NULL,
  PRIMARY KEY (thing, state)) WITHOUT ROWID;
INSERT INTO totals VALUES(2,'stored',1);
CREATE TABLE options (
  record INTEGER NOT NULL REFERENCES records, place INTEGER NOT NULL, piece INTEGER NOT NULL,
  text TEXT NOT NULL, per_mille INTEGER NOT NULL, analyser TEXT NOT NULL, denied INTEGER,
  PRIMARY KEY (record, place)) WITHOUT ROWID;
CREATE TABLE choices (
  piece INTEGER PRIMARY KEY, record INTEGER NOT NULL REFERENCES records, text TEXT NOT NULL,
  requester TEXT NOT NULL);
CREATE TABLE rejected (
  file TEXT PRIMARY KEY, moved_to TEXT, reason TEXT NOT NULL, record INTEGER NOT NULL)
  WITHOUT ROWID;
CREATE TABLE gaps (
  record INTEGER PRIMARY KEY REFERENCES records, began INTEGER NOT NULL,
  ended INTEGER NOT NULL, cause TEXT NOT NULL, boot_id TEXT NOT NULL, wall_time REAL,
  clock TEXT NOT NULL);
CREATE TABLE origins (
  store TEXT NOT NULL, head TEXT NOT NULL, device TEXT NOT NULL, file TEXT NOT NULL,
  sha256 TEXT NOT NULL, byte_count INTEGER NOT NULL, record INTEGER NOT NULL,
  PRIMARY KEY (store, head)) WITHOUT ROWID;
CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
INSERT INTO settings VALUES('current_thing','2');
INSERT INTO settings VALUES('device_key','a23f4f52024dd50831dc07aa0f13efa1266a12293706a8633b401c569ef69ddf');
INSERT INTO settings VALUES('store','8b0e18db6698346ffa202a654faeedd6');
CREATE TRIGGER records_have_no_gap BEFORE INSERT ON records
  WHEN NEW.sequence <> (SELECT ifnull(max(sequence), 0) + 1 FROM records)
  BEGIN SELECT raise(ABORT, 'records have no gap'); END;
CREATE TRIGGER records_do_not_change BEFORE UPDATE ON records
  BEGIN SELECT raise(ABORT, 'records do not change'); END;
CREATE TRIGGER records_stay BEFORE DELETE ON records
  BEGIN SELECT raise(ABORT, 'records stay'); END;
CREATE INDEX things_deleted ON things (deleted) WHERE deleted IS NOT NULL;
CREATE INDEX requests_active ON requests (status) WHERE status = 'active';
CREATE INDEX checklist_wishes_list ON checklist_wishes (request, thing);
CREATE INDEX evidence_adopted ON evidence (adopted) WHERE adopted IS NOT NULL;
CREATE INDEX evidence_deleted ON evidence (deleted) WHERE deleted IS NOT NULL;
CREATE INDEX evidence_purgeable ON evidence (deleted) WHERE deleted IS NOT NULL AND purged IS NULL AND locked IS NULL;
CREATE INDEX evidence_exported ON evidence (number) WHERE exported IS NOT NULL AND purged IS NULL AND locked IS NULL;
CREATE INDEX evidence_thing ON evidence (thing, record);
CREATE INDEX evidence_request ON evidence (request, record) WHERE request IS NOT NULL;
CREATE TRIGGER evidence_counts AFTER INSERT ON evidence BEGIN
  INSERT INTO totals (thing, state, pieces) VALUES (NEW.thing, NEW.state, 1)
    ON CONFLICT (thing, state) DO UPDATE SET pieces = pieces + 1;
END;
CREATE TRIGGER evidence_counts_again AFTER UPDATE OF thing, state, deleted, purged ON evidence BEGIN
  UPDATE totals SET pieces = pieces - 1
    WHERE thing = OLD.thing AND state = CASE WHEN OLD.purged IS NOT NULL THEN 'purged' WHEN OLD.deleted IS NOT NULL THEN 'deleted'
  ELSE OLD.state END;
  INSERT INTO totals (thing, state, pieces) VALUES (NEW.thing, CASE WHEN NEW.purged IS NOT NULL THEN 'purged' WHEN NEW.deleted IS NOT NULL THEN 'deleted'
  ELSE NEW.state END, 1)
    ON CONFLICT (thing, state) DO UPDATE SET pieces = pieces + 1;
END;
CREATE INDEX options_piece ON options (piece);
COMMIT;
