// The tables of coppice.db and the way from each version of them to the next.
import type { DatabaseSync } from 'node:sqlite'

/** Marks a file as ours (PRAGMA application_id): "Copp" in ASCII. */
export const APPLICATION_ID = 0x436f7070

/**
 * Migration i brings a file from version i to i + 1 (PRAGMA user_version). One that was released never changes: what it
 * did wrong is mended by the next. Sessions have an integer key so that their ids aren't repeated in every row.
 */
export const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE sessions (
    key INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    title TEXT NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    head INTEGER NOT NULL DEFAULT 0,
    entries INTEGER NOT NULL DEFAULT 0,
    bytes INTEGER NOT NULL DEFAULT 0,
    branches INTEGER NOT NULL DEFAULT 0,
    participants INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX sessions_by_update ON sessions (updated_at, id);

  CREATE TABLE batches (
    session INTEGER NOT NULL REFERENCES sessions (key),
    head INTEGER NOT NULL,
    at TEXT NOT NULL,
    body BLOB NOT NULL,
    PRIMARY KEY (session, head)
  ) STRICT;

  CREATE TABLE entries (
    session INTEGER NOT NULL REFERENCES sessions (key),
    seq INTEGER NOT NULL,
    id TEXT NOT NULL,
    parent_id TEXT,
    type TEXT NOT NULL,
    author TEXT NOT NULL,
    timestamp TEXT NOT NULL,
    search_text TEXT NOT NULL,
    PRIMARY KEY (session, seq),
    UNIQUE (session, id)
  ) STRICT;

  CREATE TABLE bindings (
    session INTEGER NOT NULL REFERENCES sessions (key),
    client_id INTEGER NOT NULL,
    participant TEXT NOT NULL,
    PRIMARY KEY (session, client_id)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE snapshots (
    session INTEGER PRIMARY KEY REFERENCES sessions (key),
    head INTEGER NOT NULL,
    state BLOB NOT NULL
  ) STRICT;

  CREATE TABLE desks (
    session INTEGER PRIMARY KEY REFERENCES sessions (key),
    state BLOB NOT NULL
  ) STRICT;

  CREATE TABLE leaves (
    session INTEGER NOT NULL REFERENCES sessions (key),
    participant TEXT NOT NULL,
    leaf TEXT,
    PRIMARY KEY (session, participant)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE participants (
    id TEXT PRIMARY KEY NOT NULL,
    name TEXT NOT NULL,
    color INTEGER NOT NULL,
    kind TEXT NOT NULL
  ) STRICT;

  CREATE TABLE credentials (
    hash TEXT PRIMARY KEY NOT NULL,
    participant TEXT NOT NULL,
    kind TEXT NOT NULL,
    created_at TEXT NOT NULL,
    expires_at TEXT
  ) STRICT;

  CREATE TABLE invites (
    hash TEXT PRIMARY KEY NOT NULL,
    session TEXT NOT NULL,
    role TEXT NOT NULL,
    created_by TEXT NOT NULL,
    created_at TEXT NOT NULL,
    expires_at TEXT
  ) STRICT;
  CREATE INDEX invites_by_session ON invites (session, created_at, hash);

  CREATE TABLE members (
    session TEXT NOT NULL,
    participant TEXT NOT NULL,
    role TEXT NOT NULL,
    PRIMARY KEY (session, participant)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX members_by_participant ON members (participant);
  `,
  // A snapshot in pieces: a growing record adds to it, and a join can send it as it lies there. The old ones were
  // caches; the log has all that they had.
  `
  DROP TABLE snapshots;

  CREATE TABLE pieces (
    session INTEGER NOT NULL REFERENCES sessions (key),
    number INTEGER NOT NULL,
    head INTEGER NOT NULL,
    body BLOB NOT NULL,
    PRIMARY KEY (session, number)
  ) STRICT;
  `,
  // A session that comes in from a file is found when all of it is there.
  `
  ALTER TABLE sessions ADD COLUMN staged INTEGER NOT NULL DEFAULT 0;
  `,
]

/** Runs the migrations a file lacks. Call it inside a transaction, so that a failed one leaves the file as it was. */
export function migrate(db: DatabaseSync, fromVersion: number): void {
  for (const migration of MIGRATIONS.slice(fromVersion)) db.exec(migration)
  markOurs(db)
}

/** Says whose file it is and of which version. It writes the file's first page, also when it says that already. */
export function markOurs(db: DatabaseSync): void {
  db.exec(`PRAGMA application_id = ${APPLICATION_ID}`)
  db.exec(`PRAGMA user_version = ${MIGRATIONS.length}`)
}
