-- Version 3 of the store; docs/store.md explains every table. No statement holds a semicolon inside.
CREATE TABLE IF NOT EXISTS bots (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    hash TEXT NOT NULL,
    size INTEGER,
    UNIQUE (name, hash)
);
CREATE TABLE IF NOT EXISTS leagues (
    id INTEGER PRIMARY KEY,
    game TEXT NOT NULL,
    spec TEXT NOT NULL,
    started_at REAL NOT NULL
);
CREATE TABLE IF NOT EXISTS matches (
    id INTEGER PRIMARY KEY,
    league INTEGER NOT NULL REFERENCES leagues (id),
    number INTEGER NOT NULL,
    game TEXT NOT NULL,
    level INTEGER NOT NULL,
    seed INTEGER NOT NULL,
    rotation INTEGER NOT NULL,
    time_rule TEXT NOT NULL,
    iterations INTEGER,
    end TEXT NOT NULL,
    played_at REAL NOT NULL,
    UNIQUE (league, number)
);
CREATE TABLE IF NOT EXISTS seats (
    match INTEGER NOT NULL REFERENCES matches (id),
    seat INTEGER NOT NULL,
    bot INTEGER NOT NULL REFERENCES bots (id),
    budget INTEGER NOT NULL,
    rank INTEGER NOT NULL,
    score REAL NOT NULL,
    fault TEXT NOT NULL,
    text TEXT NOT NULL,
    first_ms REAL,
    turns INTEGER NOT NULL,
    total_ms REAL NOT NULL,
    max_ms REAL NOT NULL,
    steps TEXT NOT NULL,
    squeezed INTEGER NOT NULL,
    c_turns INTEGER NOT NULL,
    python_turns INTEGER NOT NULL,
    unknown_turns INTEGER NOT NULL,
    late INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (match, seat)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS seats_by_bot ON seats (bot);
CREATE TABLE IF NOT EXISTS records (
    match INTEGER PRIMARY KEY REFERENCES matches (id),
    record BLOB NOT NULL
);
CREATE TABLE IF NOT EXISTS notes (
    match INTEGER NOT NULL REFERENCES matches (id),
    seat INTEGER NOT NULL,
    turn INTEGER NOT NULL,
    name TEXT NOT NULL,
    value NOT NULL
);
CREATE INDEX IF NOT EXISTS notes_by_match ON notes (match, seat, name);
CREATE TABLE IF NOT EXISTS moves (
    match INTEGER PRIMARY KEY REFERENCES matches (id),
    hash TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS conditions (
    league INTEGER NOT NULL REFERENCES leagues (id),
    told_at REAL NOT NULL,
    text TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS versions (
    name TEXT NOT NULL,
    number INTEGER NOT NULL,
    hash TEXT NOT NULL,
    kept_at REAL NOT NULL,
    content BLOB NOT NULL,
    PRIMARY KEY (name, number),
    UNIQUE (name, hash)
);
CREATE TABLE IF NOT EXISTS ships (
    name TEXT PRIMARY KEY,
    bot TEXT NOT NULL,
    number INTEGER NOT NULL,
    shipped_at REAL NOT NULL,
    revision TEXT NOT NULL,
    note TEXT NOT NULL,
    test TEXT NOT NULL,
    sources BLOB NOT NULL
);
