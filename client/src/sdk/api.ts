// The server's HTTP API as typed functions. Every answer is checked; every failure is a SessionError with the server's
// own code and message, `overloaded` when the server cannot be reached or is silent for too long (patience.ts).
import {
  entryIdSchema,
  participantSchema,
  ROLES,
  sessionIdSchema,
  type EntryId,
  type Participant,
  type Role,
  type SessionId,
} from '@coppice/shared'
import { z } from 'zod'
import { platformTimer, type Environment } from './environment.ts'
import { Http } from './http.ts'
import { STARTING_RUN } from './patience.ts'
import type { RunStarted } from './types.ts'
import { uploadFile } from './upload.ts'

const sessionSchema = z.object({
  id: sessionIdSchema,
  title: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  entries: z.number(),
  branches: z.number(),
  participants: z.number(),
  /** What I may do in it. */
  role: z.enum(ROLES),
})
export type SessionInfo = z.infer<typeof sessionSchema>

const newSessionSchema = z.object({ id: sessionIdSchema, title: z.string(), createdAt: z.string() })
export type NewSession = z.infer<typeof newSessionSchema>

const importNoteSchema = z.object({
  /** 1-based line, or place, in the file; absent when the note is about all of it. */
  line: z.number().optional(),
  message: z.string(),
})
export type ImportNote = z.infer<typeof importNoteSchema>
const importReportSchema = z.object({
  format: z.string(),
  formatTitle: z.string(),
  version: z.string(),
  /** Records of the file, and how many of them became entries. */
  read: z.number(),
  kept: z.number(),
  repaired: z.array(importNoteSchema),
  keptAsIs: z.array(importNoteSchema),
  leftOut: z.array(importNoteSchema),
  /** Entries that are new in the session, and ones that were there. */
  added: z.number(),
  alreadyThere: z.number(),
})
export type ImportReport = z.infer<typeof importReportSchema>

const importSchema = z.object({
  sessions: z.array(z.object({ id: sessionIdSchema, title: z.string(), report: importReportSchema })),
})
export type Imported = z.infer<typeof importSchema>

const choiceSchema = z.object({
  /** 0-based, in the file. */
  place: z.number(),
  title: z.string(),
  /** ISO time, null when the file does not say. */
  createdAt: z.string().nullable(),
  entries: z.number(),
})
/** One conversation of a file that holds several. */
export type ImportChoice = z.infer<typeof choiceSchema>
const choicesSchema = z.object({
  choices: z.array(choiceSchema),
  /** What is damaged in the file: it cannot be chosen, or only what stands before the damage. */
  notes: z.array(importNoteSchema).default([]),
})
const offerSchema = z.union([importSchema, choicesSchema])
/** What became of a file, or what it holds when that is more than one conversation. */
export type Offered = z.infer<typeof offerSchema>

const inviteSchema = z.object({ code: z.string(), url: z.string() })
const invitePreviewSchema = z.object({ session: sessionIdSchema, title: z.string(), role: z.enum(ROLES) })
export type InvitePreview = z.infer<typeof invitePreviewSchema>

const joinedSchema = z.object({ session: sessionIdSchema, participant: participantSchema })
const meSchema = z.object({ participant: participantSchema })
const ticketSchema = z.object({ ticket: z.string(), expiresAt: z.string() })
const runSchema = z.object({ runId: z.string(), entryId: entryIdSchema })
const anything = z.unknown()

export const EXPORT_FORMATS = ['pi', 'markdown', 'html', 'json'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

export interface ApiOptions {
  /** Origin of the server, e.g. `http://127.0.0.1:4180`. */
  readonly url: string
  /** Owner or agent token; without it the browser's cookie is used. */
  readonly token?: string
  readonly fetch?: typeof fetch
  readonly setTimer?: Environment['setTimer']
  /** Hears the `Date` header of each answer; null where the browser hides it. */
  readonly onDate?: (date: string | null) => void
}

export interface ImportOptions {
  /** By default the server finds out. */
  readonly format?: string
  /** For a file that names no session. */
  readonly title?: string
  /** The file's name: for one that has no words for a name either. */
  readonly fileName?: string
  /** Adds what is new to this session instead of making another one. */
  readonly session?: SessionId
  /** Only the conversations at these places of the file, counted from 0. */
  readonly pick?: readonly number[]
  /** How much of the file has gone out, from 0 to 1. Browsers only; elsewhere it hears the end. */
  readonly onProgress?: (part: number) => void
  readonly signal?: AbortSignal
}

export interface Api {
  me(signal?: AbortSignal): Promise<Participant>
  /** Newest first. */
  listSessions(signal?: AbortSignal): Promise<readonly SessionInfo[]>
  getSession(session: SessionId, signal?: AbortSignal): Promise<SessionInfo>
  createSession(title?: string): Promise<NewSession>
  importFile(file: Blob, options?: ImportOptions): Promise<Imported>
  /** As `importFile`, but a file of several conversations is only looked at: choose, then import with `pick`. */
  offerFile(file: Blob, options?: ImportOptions): Promise<Offered>
  createInvite(session: SessionId, options?: InviteOptions): Promise<z.infer<typeof inviteSchema>>
  getInvite(code: string, signal?: AbortSignal): Promise<InvitePreview>
  /** A guest gives a name and gets a cookie; who is signed in joins as who they are. */
  acceptInvite(code: string, name?: string, signal?: AbortSignal): Promise<z.infer<typeof joinedSchema>>
  /** Address of a file to download. `leaf`: only the path to this entry, where the format has one line. */
  exportUrl(session: SessionId, format: ExportFormat, leaf?: EntryId | null): string
  /** The file itself. */
  exportFile(session: SessionId, format: ExportFormat, options?: ExportOptions): Promise<Blob>
  /** Good for one socket, within a minute. */
  ticket(session: SessionId, signal?: AbortSignal): Promise<string>
  startRun(session: SessionId, run: RunRequest): Promise<RunStarted>
  stopRun(session: SessionId, runId: string): Promise<void>
}

export interface InviteOptions {
  readonly role?: Role
  /** ISO time; by default it never expires. */
  readonly expiresAt?: string
}

export interface ExportOptions {
  /** Where the file opens, or its branch ends. */
  readonly leaf?: EntryId | null
  /** Only the path to the leaf, with the labels and names on it: for `pi`; `markdown` is so anyway. */
  readonly branch?: true
  readonly signal?: AbortSignal
}

export interface RunRequest {
  readonly leafId: EntryId
  readonly model?: string
}

export function createApi(options: ApiOptions): Api {
  const http = new Http({
    ...options,
    fetch: options.fetch ?? ((input, init) => fetch(input, init)),
    setTimer: options.setTimer ?? platformTimer,
  })
  const of = (session: SessionId): string => `/api/sessions/${session}`
  const exportPath = (session: SessionId, format: ExportFormat, { leaf, branch }: ExportOptions): string =>
    `${of(session)}/export?${queryOf({ format, leaf: leaf ?? undefined, branch: branch?.toString() })}`
  return {
    me: async (signal) => (await http.send('/api/me', { schema: meSchema, signal })).participant,
    listSessions: async (signal) => {
      const schema = z.object({ sessions: z.array(sessionSchema) })
      return (await http.send('/api/sessions', { schema, signal })).sessions
    },
    getSession: (session, signal) => http.send(of(session), { schema: sessionSchema, signal }),
    createSession: (title) =>
      http.send('/api/sessions', {
        method: 'POST',
        schema: newSessionSchema,
        body: title === undefined ? {} : { title },
      }),
    importFile: (file, options = {}) => {
      const { onProgress, signal } = options
      return uploadFile(http, importPath(options), { file, schema: importSchema, onProgress, signal })
    },
    offerFile: (file, options = {}) => {
      const { onProgress, signal } = options
      return uploadFile(http, `${importPath(options)}&several=ask`, { file, schema: offerSchema, onProgress, signal })
    },
    createInvite: (session, invite = {}) =>
      http.send(`${of(session)}/invites`, { method: 'POST', schema: inviteSchema, body: invite }),
    getInvite: (code, signal) => http.send(inviteAt(code), { schema: invitePreviewSchema, signal }),
    acceptInvite: (code, name, signal) => {
      const body = name === undefined ? {} : { name }
      return http.send(inviteAt(code), { method: 'POST', schema: joinedSchema, body, signal })
    },
    exportUrl: (session, format, leaf) => http.address(exportPath(session, format, { leaf: leaf ?? null })),
    exportFile: (session, format, options = {}) => http.load(exportPath(session, format, options), options.signal),
    ticket: async (session, signal) => {
      const path = `${of(session)}/tickets`
      return (await http.send(path, { method: 'POST', schema: ticketSchema, body: {}, signal })).ticket
    },
    startRun: (session, run) => {
      const path = `${of(session)}/runs`
      return http.send(path, { method: 'POST', schema: runSchema, body: run, wait: STARTING_RUN })
    },
    stopRun: async (session, runId) => {
      const path = `${of(session)}/runs/${encodeURIComponent(runId)}/stop`
      await http.send(path, { method: 'POST', schema: anything, body: {} })
    },
  }
}

function importPath({ title, fileName, session, format = 'auto', pick }: ImportOptions): string {
  const query = queryOf({ title, file: fileName, session, format })
  return `/api/import?${query}${pick === undefined ? '' : `&pick=${rangesOf(pick)}`}`
}

/** "0,2,5-9": an address has room for the places of thousands of conversations only if they are told in ranges. */
function rangesOf(places: readonly number[]): string {
  const ranges: { first: number; last: number }[] = []
  for (const place of places.toSorted((a, b) => a - b)) {
    const range = ranges.at(-1)
    if (range !== undefined && place <= range.last + 1) range.last = place
    else ranges.push({ first: place, last: place })
  }
  return ranges.map(({ first, last }) => (first === last ? `${first}` : `${first}-${last}`)).join(',')
}

function inviteAt(code: string): string {
  return `/api/invites/${encodeURIComponent(code)}`
}

function queryOf(parameters: Readonly<Record<string, string | undefined>>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) query.set(name, value)
  return query.toString()
}
