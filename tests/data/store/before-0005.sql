BEGIN TRANSACTION;
CREATE TABLE "blobs" (
    "sha256" TEXT NOT NULL PRIMARY KEY,
    "size" INTEGER NOT NULL,
    "created_on" INTEGER NOT NULL
) WITHOUT ROWID
;
CREATE TABLE "clients" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "pro" INTEGER NOT NULL DEFAULT 0,
    "licence" INTEGER NOT NULL DEFAULT 0,
    "allowed" INTEGER NOT NULL,
    "used" INTEGER NOT NULL DEFAULT 0 CHECK (used >= 0),
    "allowed_daily" INTEGER NOT NULL,
    "subscription_ends" INTEGER,
    "created_on" INTEGER NOT NULL,
    "turn" INTEGER NOT NULL DEFAULT 0
);
INSERT INTO "clients" VALUES('alice',0,0,1000,10,10,NULL,1,0);
CREATE TABLE "daily_uses" (
    "client_id" TEXT NOT NULL,
    "day" TEXT NOT NULL,
    "used" INTEGER NOT NULL CHECK (used >= 0),
    PRIMARY KEY ("client_id", "day"),
    FOREIGN KEY ("client_id") REFERENCES "clients" ("id")
) WITHOUT ROWID
;
CREATE TABLE "files" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "client_id" TEXT NOT NULL,
    "file_name" TEXT NOT NULL,
    "content_type" TEXT NOT NULL,
    "size" INTEGER NOT NULL,
    "sha256" TEXT NOT NULL,
    "created_on" INTEGER NOT NULL,
    FOREIGN KEY ("client_id") REFERENCES "clients" ("id"),
    FOREIGN KEY ("sha256") REFERENCES "blobs" ("sha256")
);
CREATE TABLE "media" (
    "key" TEXT NOT NULL PRIMARY KEY,
    "seq" INTEGER NOT NULL,
    "position" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "file_name" TEXT NOT NULL,
    "media_type" TEXT NOT NULL,
    "size" INTEGER NOT NULL,
    "sha256" TEXT NOT NULL,
    "duration_s" REAL,
    "created_on" INTEGER NOT NULL,
    FOREIGN KEY ("seq") REFERENCES "requests" ("seq") ON DELETE CASCADE,
    FOREIGN KEY ("sha256") REFERENCES "blobs" ("sha256")
);
CREATE TABLE "request_counts" (
    "client_id" TEXT NOT NULL,
    "type_id" INTEGER NOT NULL,
    "flags" INTEGER NOT NULL,
    "n" INTEGER NOT NULL,
    PRIMARY KEY ("client_id", "type_id", "flags")
) WITHOUT ROWID
;
INSERT INTO "request_counts" VALUES('alice',2,4,1);
CREATE TABLE "request_orders" (
    "seq" INTEGER NOT NULL PRIMARY KEY,
    "body" TEXT NOT NULL,
    FOREIGN KEY ("seq") REFERENCES "requests" ("seq") ON DELETE CASCADE
);
INSERT INTO "request_orders" VALUES(1,'{}');
CREATE TABLE "request_results" (
    "seq" INTEGER NOT NULL PRIMARY KEY,
    "response_text" TEXT NOT NULL DEFAULT '',
    "citations" TEXT NOT NULL DEFAULT '[]',
    "notes" TEXT NOT NULL DEFAULT '[]',
    "document_format" TEXT NOT NULL DEFAULT '',
    "document_content" TEXT NOT NULL DEFAULT '',
    "script" TEXT NOT NULL DEFAULT '',
    "recording" TEXT NOT NULL DEFAULT '',
    FOREIGN KEY ("seq") REFERENCES "requests" ("seq") ON DELETE CASCADE
);
CREATE TABLE "request_sources" (
    "seq" INTEGER NOT NULL,
    "position" INTEGER NOT NULL,
    "sha256" TEXT NOT NULL,
    "file_name" TEXT NOT NULL,
    "content_type" TEXT NOT NULL,
    PRIMARY KEY ("seq", "position"),
    FOREIGN KEY ("seq") REFERENCES "requests" ("seq") ON DELETE CASCADE,
    FOREIGN KEY ("sha256") REFERENCES "blobs" ("sha256")
) WITHOUT ROWID
;
CREATE TABLE "requests" (
    "seq" INTEGER NOT NULL PRIMARY KEY,
    "id" TEXT NOT NULL,
    "client_id" TEXT NOT NULL,
    "type_id" INTEGER NOT NULL,
    "family" INTEGER,
    "output_type" TEXT,
    "state" TEXT NOT NULL,
    "open" INTEGER NOT NULL,
    "stage" TEXT NOT NULL,
    "status" INTEGER NOT NULL,
    "title" TEXT NOT NULL DEFAULT '',
    "progress_text" TEXT NOT NULL DEFAULT '',
    "seconds_left" REAL,
    "requested_on" INTEGER NOT NULL,
    "updated_on" INTEGER NOT NULL,
    "due_on" INTEGER NOT NULL,
    "scheduled_on" INTEGER,
    "processing_on" INTEGER,
    "succeeded_on" INTEGER,
    "error_on" INTEGER,
    "deleted_on" INTEGER,
    "emptied_on" INTEGER,
    "error_code" INTEGER NOT NULL DEFAULT 0,
    "error_message" TEXT NOT NULL DEFAULT '',
    "callback_data" TEXT,
    "related_id" TEXT NOT NULL DEFAULT '',
    "language" TEXT NOT NULL DEFAULT '',
    "include_citations" INTEGER NOT NULL DEFAULT 0,
    "approve_script" INTEGER NOT NULL DEFAULT 0,
    "approved_on" INTEGER,
    "credits" INTEGER NOT NULL DEFAULT 0,
    "charged" INTEGER NOT NULL DEFAULT 0,
    "podcast_day" TEXT,
    "attempt" INTEGER NOT NULL DEFAULT 0,
    "crashes" INTEGER NOT NULL DEFAULT 0,
    "interruptions" INTEGER NOT NULL DEFAULT 0,
    "lease_holder" TEXT NOT NULL DEFAULT '',
    "lease_ends" INTEGER,
    "share_key" TEXT NOT NULL DEFAULT '',
    FOREIGN KEY ("client_id") REFERENCES "clients" ("id")
);
INSERT INTO "requests" VALUES(1,'01a1fdde-e95f-73bd-bca4-7922728e5261','alice',2,NULL,'text','completed',0,'completed',100,'An old one','',NULL,1,1,1,NULL,NULL,NULL,NULL,NULL,NULL,0,'',NULL,'','',0,0,NULL,10,1,NULL,0,0,0,'',NULL,'');
CREATE TABLE "schema_migrations" ("id" INTEGER NOT NULL PRIMARY KEY, "name" VARCHAR(255) NOT NULL, "applied" DATETIME NOT NULL);
INSERT INTO "schema_migrations" VALUES(1,'0001_accounts','2026-01-01 00:00:00');
INSERT INTO "schema_migrations" VALUES(2,'0002_requests','2026-01-01 00:00:00');
INSERT INTO "schema_migrations" VALUES(3,'0003_request_counts','2026-01-01 00:00:00');
INSERT INTO "schema_migrations" VALUES(4,'0004_contents','2026-01-01 00:00:00');
CREATE TABLE "tokens" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "client_id" TEXT NOT NULL,
    "scopes" TEXT NOT NULL,
    "issued_on" INTEGER NOT NULL,
    "expires_on" INTEGER NOT NULL,
    "revoked_on" INTEGER,
    FOREIGN KEY ("client_id") REFERENCES "clients" ("id")
);
CREATE UNIQUE INDEX "schema_migrations_name" ON "schema_migrations" ("name");
CREATE INDEX "tokens_client_id" ON "tokens" ("client_id");
CREATE UNIQUE INDEX "requests_id" ON "requests" ("id");
CREATE INDEX requests_listed ON requests (client_id, seq, deleted_on)
    WHERE deleted_on IS NULL
;
CREATE INDEX requests_recordings ON requests
    (client_id, family, seq, status, error_code, error_on, processing_on, deleted_on)
    WHERE deleted_on IS NULL AND family IS NOT NULL
;
CREATE INDEX requests_waiting ON requests (client_id, state, due_on, seq)
    WHERE open = 1
;
CREATE INDEX requests_active ON requests (client_id, seq, state, open)
    WHERE open = 1
;
CREATE INDEX requests_deleted ON requests (deleted_on)
    WHERE deleted_on IS NOT NULL AND emptied_on IS NULL
;
CREATE INDEX requests_shared ON requests (share_key)
    WHERE share_key <> ''
;
CREATE TRIGGER requests_counted_in AFTER INSERT ON requests BEGIN
    INSERT INTO request_counts (client_id, type_id, flags, n)
      SELECT NEW.client_id, NEW.type_id, ((NEW.status = 0 AND NEW.error_code = 0) * 1
        + (NEW.error_on IS NOT NULL) * 2
        + (NEW.status = 100) * 4
        + (NEW.processing_on IS NOT NULL) * 8
        + (NEW.state = 'queued') * 16
        + (NEW.state IN ('processing', 'waiting')) * 32), 1
      WHERE NEW.deleted_on IS NULL
      ON CONFLICT (client_id, type_id, flags) DO UPDATE SET n = n + 1;
END;
CREATE TRIGGER requests_counted_out AFTER DELETE ON requests BEGIN
    UPDATE request_counts SET n = n - 1
      WHERE client_id = OLD.client_id AND type_id = OLD.type_id
      AND flags = ((OLD.status = 0 AND OLD.error_code = 0) * 1
        + (OLD.error_on IS NOT NULL) * 2
        + (OLD.status = 100) * 4
        + (OLD.processing_on IS NOT NULL) * 8
        + (OLD.state = 'queued') * 16
        + (OLD.state IN ('processing', 'waiting')) * 32) AND OLD.deleted_on IS NULL;
END;
CREATE TRIGGER requests_counted_anew AFTER UPDATE OF status, error_code, error_on, processing_on, state, deleted_on
ON requests
WHEN ((OLD.status = 0 AND OLD.error_code = 0) * 1
        + (OLD.error_on IS NOT NULL) * 2
        + (OLD.status = 100) * 4
        + (OLD.processing_on IS NOT NULL) * 8
        + (OLD.state = 'queued') * 16
        + (OLD.state IN ('processing', 'waiting')) * 32)
    <> ((NEW.status = 0 AND NEW.error_code = 0) * 1
        + (NEW.error_on IS NOT NULL) * 2
        + (NEW.status = 100) * 4
        + (NEW.processing_on IS NOT NULL) * 8
        + (NEW.state = 'queued') * 16
        + (NEW.state IN ('processing', 'waiting')) * 32) OR (OLD.deleted_on IS NULL) <> (NEW.deleted_on IS NULL) BEGIN
    UPDATE request_counts SET n = n - 1
      WHERE client_id = OLD.client_id AND type_id = OLD.type_id
      AND flags = ((OLD.status = 0 AND OLD.error_code = 0) * 1
        + (OLD.error_on IS NOT NULL) * 2
        + (OLD.status = 100) * 4
        + (OLD.processing_on IS NOT NULL) * 8
        + (OLD.state = 'queued') * 16
        + (OLD.state IN ('processing', 'waiting')) * 32) AND OLD.deleted_on IS NULL;
    INSERT INTO request_counts (client_id, type_id, flags, n)
      SELECT NEW.client_id, NEW.type_id, ((NEW.status = 0 AND NEW.error_code = 0) * 1
        + (NEW.error_on IS NOT NULL) * 2
        + (NEW.status = 100) * 4
        + (NEW.processing_on IS NOT NULL) * 8
        + (NEW.state = 'queued') * 16
        + (NEW.state IN ('processing', 'waiting')) * 32), 1
      WHERE NEW.deleted_on IS NULL
      ON CONFLICT (client_id, type_id, flags) DO UPDATE SET n = n + 1;
END;
CREATE INDEX "files_client_id" ON "files" ("client_id");
CREATE INDEX "files_sha256" ON "files" ("sha256");
CREATE INDEX "media_sha256" ON "media" ("sha256");
CREATE UNIQUE INDEX "media_seq_position" ON "media" ("seq", "position");
CREATE INDEX "request_sources_sha256" ON "request_sources" ("sha256");
COMMIT;
