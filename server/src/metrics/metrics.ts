// The numbers of one server for Prometheus. Invariant: no label holds a session or a person, because each value of a
// label is a series that is kept for ever.
import { ERROR_TABLE } from '@coppice/shared'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Meter } from './meter.ts'

/** What is counted at the moment somebody asks. */
export interface LiveNumbers {
  readonly rooms: number
  readonly connections: number
  readonly runs: number
  /** Bytes that wait in memory for readers. */
  readonly bufferedBytes: number
  /** Items that wait for the log, over all rooms. */
  readonly waitingItems: number
  /** How long the oldest of them has waited, in ms; 0 when nothing waits. */
  readonly oldestWaitMs: number
}

export interface Metrics extends Meter {
  readonly contentType: string
  /** Prometheus' text format. */
  text(): Promise<string>
}

const FAST_SECONDS = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1]
const DISK_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
const KIB_TO_256_MIB = [1, 16, 64, 256, 1_024, 4_096, 16_384, 65_536, 262_144].map((kib) => kib * 1_024)

/** A registry of its own, so that two servers in one process do not count together. */
export function createMetrics(live: () => LiveNumbers): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry, prefix: 'coppice_' })

  const gauge = (name: string, help: string, read: (numbers: LiveNumbers) => number): void => {
    const made: Gauge = new Gauge({ name, help, registers, collect: () => made.set(read(live())) })
  }
  gauge('coppice_rooms', 'Live rooms.', ({ rooms }) => rooms)
  gauge('coppice_connections', 'Open sockets.', ({ connections }) => connections)
  gauge('coppice_runs', 'Runs that go on.', ({ runs }) => runs)
  gauge('coppice_send_buffered_bytes', 'Bytes that wait for readers.', ({ bufferedBytes }) => bufferedBytes)
  gauge('coppice_log_waiting_items', 'Changes that wait for the log.', ({ waitingItems }) => waitingItems)
  gauge(
    'coppice_log_oldest_wait_seconds',
    'How long the oldest change has waited for the log.',
    ({ oldestWaitMs }) => oldestWaitMs / 1_000,
  )

  const histogram = (name: string, help: string, buckets: number[]): Histogram =>
    new Histogram({ name, help, buckets, registers })
  const commit = histogram(
    'coppice_commit_seconds',
    'From the first try of a commit until the log has it.',
    DISK_SECONDS,
  )
  const admission = histogram('coppice_admission_seconds', 'The check of one update.', FAST_SECONDS)
  const joinBytes = histogram('coppice_join_bytes', 'What one join sends of the record.', KIB_TO_256_MIB)
  const joinSeconds = histogram('coppice_join_seconds', 'Making and queueing what one join sends.', DISK_SECONDS)
  const load = histogram(
    'coppice_room_load_seconds',
    'From the first request for a room until it is live.',
    DISK_SECONDS,
  )

  const commitFailures = new Counter({ name: 'coppice_commit_failures_total', help: 'Tries that failed.', registers })
  const runs = new Counter({ name: 'coppice_runs_total', help: 'Runs that began.', registers })
  const refusals = new Counter({
    name: 'coppice_refusals_total',
    help: 'Refused requests, frames and connections, by code.',
    labelNames: ['code'] as const,
    registers,
  })
  // A series that begins with its first event hides that event from rates.
  for (const code of Object.keys(ERROR_TABLE)) refusals.inc({ code }, 0)

  return {
    contentType: registry.contentType,
    text: () => registry.metrics(),
    committed: (ms) => commit.observe(ms / 1_000),
    commitFailed: () => commitFailures.inc(),
    decided: (ms) => admission.observe(ms / 1_000),
    joined: (bytes, ms) => {
      joinBytes.observe(bytes)
      joinSeconds.observe(ms / 1_000)
    },
    loaded: (ms) => load.observe(ms / 1_000),
    refused: (code) => refusals.inc({ code }),
    runStarted: () => runs.inc(),
  }
}
