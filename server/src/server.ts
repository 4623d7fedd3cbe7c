// One Coppice server: rooms, agents, access, HTTP and sockets, wired together. `main.ts` gives it a process.
import { createServer as createHttpServer, type Server } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { Access } from './access/access.ts'
import { ensureOwner } from './access/owner.ts'
import { identifySocket } from './access/socket-access.ts'
import { finishInterrupted } from './agent/interrupted.ts'
import type { Model } from './agent/model.ts'
import { Runner } from './agent/runner.ts'
import { singleServerBus } from './bus/bus.ts'
import { createApp } from './http/app.ts'
import { SOCKET_LIMITS, type SocketLimits } from './limits/socket-limits.ts'
import type { Storage } from './log/storage.ts'
import type { Logger } from './logger.ts'
import { countLive } from './metrics/count-live.ts'
import { createMetrics } from './metrics/metrics.ts'
import { RoomRegistry } from './room/room-registry.ts'
import type { SocketTimes } from './ws/socket-times.ts'
import { createUpgrader, type Upgrader } from './ws/upgrade.ts'

/** How long an unused room stays in memory. */
const ROOM_IDLE_MS = 60_000
/** Waits between the tries of a commit that failed. */
const COMMIT_RETRY_MS = [50, 200, 1_000, 3_000]
/** How long requests and sockets get to end by themselves when the server stops. */
const LAST_WORDS_MS = 2_000
/** How long runs get to end as entries before everyone is let go all the same. */
const END_RUNS_MS = 2_000

export interface ServerDeps {
  /** Closed by `stop`. */
  readonly storage: Storage
  readonly ownerToken: string
  readonly models: readonly [Model, ...Model[]]
  readonly logger: Logger
  /** Unix ms. */
  readonly nowMs: () => number
  /** Folder of the built web app. */
  readonly webFolder: string
  readonly roomIdleMs?: number
  /** Waits between the tries of a commit that failed, in ms. */
  readonly commitRetryMs?: readonly number[]
  /** What connections may ask; by default `SOCKET_LIMITS`. */
  readonly limits?: SocketLimits
  /** How patient it is with sockets; by default `SOCKET_TIMES`. */
  readonly socketTimes?: SocketTimes
}

export interface CoppiceServer {
  /**
   * Starts to listen; port 0 takes a free one. Resolves with the port. Rejects with the system's error (`EADDRINUSE`
   * and the like), after which the server can still be stopped.
   */
  listen(host: string, port: number): Promise<number>
  /**
   * Not ready from the call on: ends runs, commits what waits, closes sockets over a spread, saves every room, stops
   * listening, closes the storage. Calling it twice is one stop.
   */
  stop(): Promise<void>
}

export async function createServer(deps: ServerDeps): Promise<CoppiceServer> {
  const { storage, logger, nowMs, limits = SOCKET_LIMITS } = deps
  const owner = await ensureOwner(storage.access)
  const access = new Access({ store: storage.access, owner, ownerToken: deps.ownerToken, now: nowMs })
  const metrics = createMetrics(() => countLive(rooms, sockets.size(), runner.running))
  const rooms: RoomRegistry = new RoomRegistry({
    log: storage.log,
    bus: singleServerBus,
    logger,
    nowMs,
    retryDelaysMs: deps.commitRetryMs ?? COMMIT_RETRY_MS,
    meter: metrics,
    idleMs: deps.roomIdleMs ?? ROOM_IDLE_MS,
    limits,
    onLoaded: (room) => finishInterrupted(room, nowMs(), logger),
  })
  const runner: Runner = new Runner({
    registry: rooms,
    meter: metrics,
    models: deps.models,
    logger,
    nowMs,
    nameOf: (room, participant) => room.people().get(participant)?.name ?? participant,
  })
  const sockets: Upgrader = createUpgrader({
    registry: rooms,
    meter: metrics,
    logger,
    nowMs,
    limits,
    ...(deps.socketTimes === undefined ? {} : { times: deps.socketTimes }),
    identify: (request, session) => identifySocket(access, request, session),
  })
  let stopping: Promise<void> | undefined
  const app = createApp({
    log: storage.log,
    access,
    rooms,
    runner,
    metrics,
    isStopping: () => stopping !== undefined,
    logger,
    now: nowMs,
    webFolder: deps.webFolder,
  })
  const answer = getRequestListener(app.fetch, { overrideGlobalObjects: false })
  // It never rejects: what a handler throws becomes an answer.
  const http = createHttpServer((request, response) => void answer(request, response))
  http.on('upgrade', sockets.handle)

  const stop = async (): Promise<void> => {
    await endedWithin(runner.close(), END_RUNS_MS)
    await rooms.close()
    // Not before: until here /readyz says that the server stops, and who comes is told to come again.
    const closed = closeListener(http)
    await endedWithin(closed, LAST_WORDS_MS)
    sockets.close()
    http.closeAllConnections()
    await closed
    await storage.close()
  }
  return {
    listen: (host, port) => listen(http, host, port),
    stop: () => (stopping ??= stop()),
  }
}

function listen(http: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    http.once('error', reject)
    http.listen(port, host, () => {
      http.off('error', reject)
      const address = http.address()
      resolve(typeof address === 'object' && address !== null ? address.port : port)
    })
  })
}

/** No new connections from now on; resolves when the last one has ended. */
function closeListener(http: Server): Promise<void> {
  return new Promise((resolve) => {
    http.close(() => resolve())
  })
}

async function endedWithin(ended: Promise<void>, timeoutMs: number): Promise<void> {
  const { promise: timedOut, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, timeoutMs)
  await Promise.race([ended, timedOut])
  clearTimeout(timer)
}
