// The docs and facts of a file store as rows of its SQLite file. Each function is one transaction; SQLite's own errors
// pass through.
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { Row } from '../sdk/offline/doc-rows.ts'
import { factOfText, textOfFact } from '../sdk/offline/fact-text.ts'

export class FileTables {
  readonly #db: DatabaseSync
  readonly #readDoc: StatementSync
  readonly #addRow: StatementSync
  readonly #deleteDoc: StatementSync
  readonly #readFact: StatementSync
  readonly #listFacts: StatementSync
  readonly #writeFact: StatementSync
  readonly #deleteFact: StatementSync

  constructor(db: DatabaseSync) {
    this.#db = db
    this.#readDoc = db.prepare('SELECT seq, "update" FROM docs WHERE name = ? AND seq > ? ORDER BY seq')
    this.#addRow = db.prepare('INSERT INTO docs (name, "update") VALUES (?, ?)')
    this.#deleteDoc = db.prepare('DELETE FROM docs WHERE name = ?')
    this.#readFact = db.prepare('SELECT value FROM facts WHERE key = ?')
    this.#listFacts = db.prepare('SELECT key, value FROM facts WHERE key >= ? ORDER BY key')
    this.#writeFact = db.prepare(
      'INSERT INTO facts VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
    )
    this.#deleteFact = db.prepare('DELETE FROM facts WHERE key = ?')
  }

  rows(name: string, after: number): readonly Row[] {
    return this.#readDoc.all(name, after).map((row) => ({ key: Number(row['seq']), update: parseBytes(row['update']) }))
  }

  append(name: string, updates: readonly Uint8Array[]): number {
    return this.#transaction(() => this.#add(name, updates))
  }

  replaceAll(name: string, updates: readonly Uint8Array[]): number {
    return this.#transaction(() => {
      this.#deleteDoc.run(name)
      return this.#add(name, updates)
    })
  }

  deleteDoc(name: string): void {
    this.#deleteDoc.run(name)
  }

  fact(key: string): unknown {
    return factOfText(this.#readFact.get(bytesOfKey(key))?.['value'])
  }

  facts(prefix: string): readonly (readonly [string, unknown])[] {
    const facts: (readonly [string, unknown])[] = []
    for (const row of this.#listFacts.iterate(bytesOfKey(prefix))) {
      const key = keyOfBytes(parseBytes(row['key']))
      if (!key.startsWith(prefix)) break
      facts.push([key, factOfText(row['value'])])
    }
    return facts
  }

  setFact(key: string, value: unknown): void {
    const text = textOfFact(value)
    if (text === undefined) this.#deleteFact.run(bytesOfKey(key))
    else this.#writeFact.run(bytesOfKey(key), text)
  }

  setFacts(values: readonly (readonly [key: string, value: unknown])[]): void {
    this.#transaction(() => {
      for (const [key, value] of values) this.setFact(key, value)
    })
  }

  /** Returns the last key. */
  #add(name: string, updates: readonly Uint8Array[]): number {
    return updates.reduce((_last, update) => Number(this.#addRow.run(name, update).lastInsertRowid), 0)
  }

  #transaction<T>(task: () => T): T {
    this.#db.exec('BEGIN IMMEDIATE')
    try {
      const result = task()
      this.#db.exec('COMMIT')
      return result
    } catch (error) {
      // A full disk may have rolled it back already.
      if (this.#db.isTransaction) this.#db.exec('ROLLBACK')
      throw error
    }
  }
}

/** Big-endian UTF-16: SQLite then orders keys as JavaScript does, and any string is one, lone surrogates included. */
function bytesOfKey(key: string): Uint8Array {
  return Buffer.from(key, 'utf16le').swap16()
}

function keyOfBytes(bytes: Uint8Array): string {
  return Buffer.from(bytes).swap16().toString('utf16le')
}

function parseBytes(value: unknown): Uint8Array {
  if (value instanceof Uint8Array) return value
  throw new TypeError('a row of the file holds no bytes')
}
