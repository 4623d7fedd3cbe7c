// Runs what waits for the disk as one transaction, so that many rooms share one wait, and keeps their failures apart.
import type { DatabaseSync } from 'node:sqlite'
import type { Durability } from './sqlite-messages.ts'

export interface Job<T> {
  readonly durability: Durability
  run(): T
}

export type Outcome<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: unknown }

/**
 * Runs the jobs in order and returns their outcomes in order, when everything the successful ones wrote is as durable as the
 * most careful of them asks.
 * A job that throws leaves nothing behind and does not touch the others. If the transaction itself is lost (SQLite may
 * roll back all of it when the disk fills up or fails), each job is run again in a transaction of its own.
 */
export function runGroup<T>(db: DatabaseSync, jobs: readonly Job<T>[]): readonly Outcome<T>[] {
  const together = attempt(db, jobs)
  if ('outcomes' in together) return together.outcomes
  if (jobs.length === 1) return [{ ok: false, error: together.lostBy }]
  return jobs.flatMap((job) => runGroup(db, [job]))
}

type Attempt<T> = { readonly outcomes: readonly Outcome<T>[] } | { readonly lostBy: unknown }

function attempt<T>(db: DatabaseSync, jobs: readonly Job<T>[]): Attempt<T> {
  if (jobs.every(isRead)) return { outcomes: jobs.map(settle) }
  try {
    // In WAL mode NORMAL leaves out the wait for the disk and nothing else; the next full commit makes up for it.
    db.exec(`PRAGMA synchronous = ${jobs.some((job) => job.durability === 'write') ? 'FULL' : 'NORMAL'}`)
    db.exec('BEGIN IMMEDIATE')
    const outcomes: Outcome<T>[] = []
    for (const job of jobs) {
      const outcome = isRead(job) ? settle(job) : inSavepoint(db, job)
      if (!db.isTransaction) return { lostBy: outcome.ok ? new Error('The transaction ended early.') : outcome.error }
      outcomes.push(outcome)
    }
    db.exec('COMMIT')
    return { outcomes }
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK')
    return { lostBy: error }
  }
}

function isRead({ durability }: Job<unknown>): boolean {
  return durability === 'read'
}

function inSavepoint<T>(db: DatabaseSync, job: Job<T>): Outcome<T> {
  db.exec('SAVEPOINT job')
  const outcome = settle(job)
  if (!outcome.ok && db.isTransaction) db.exec('ROLLBACK TO job')
  if (db.isTransaction) db.exec('RELEASE job')
  return outcome
}

function settle<T>(job: Job<T>): Outcome<T> {
  try {
    return { ok: true, value: job.run() }
  } catch (error) {
    return { ok: false, error }
  }
}
