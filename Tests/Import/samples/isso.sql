-- The tables of Isso, version 5 of its schema.
CREATE TABLE preferences (key VARCHAR PRIMARY KEY, value VARCHAR);
CREATE TABLE threads (id INTEGER PRIMARY KEY, uri VARCHAR(256) UNIQUE, title VARCHAR(256));
CREATE TABLE comments (tid REFERENCES threads(id), id INTEGER PRIMARY KEY, parent INTEGER, created FLOAT NOT NULL, modified FLOAT, mode INTEGER, remote_addr VARCHAR, text VARCHAR NOT NULL, author VARCHAR, email VARCHAR, website VARCHAR, likes INTEGER DEFAULT 0, dislikes INTEGER DEFAULT 0, voters BLOB NOT NULL, notification INTEGER DEFAULT 0);
INSERT INTO threads VALUES(1,'/tide-pools/','Tide pools'),(2,'/empty/','Nobody wrote here');
INSERT INTO comments VALUES
(1,1,NULL,1577923200.25,NULL,1,'192.0.2.0','**First**','Zoë','zoe@example.org','https://zoe.example',4,1,x'00',0),
(1,2,1,1577926800.0,1577930400.5,1,'192.0.2.0','A reply',NULL,NULL,NULL,2,0,x'00',0),
(1,3,NULL,1577930000.0,NULL,4,'192.0.2.0','','',NULL,NULL,0,0,x'00',0),
(1,4,3,1577930100.0,NULL,1,'192.0.2.0','A reply to a deleted one','192.0.2.77',NULL,NULL,0,0,x'00',0),
(1,5,NULL,1577930200.0,NULL,2,'192.0.2.0','Waiting','Ann','ann@example.org',NULL,0,0,x'00',0);
