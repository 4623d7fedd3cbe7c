// The real Pi, as far as tests and benches use it. Installed by `pnpm run peers`; loaded by path, because the package's own
// entry point brings its whole command line along.
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

export interface PiMessage {
  readonly role: string
  readonly [field: string]: unknown
}

export interface PiEntry {
  readonly type: string
  readonly id: string
  readonly parentId: string | null
  readonly [field: string]: unknown
}

export interface PiContext {
  readonly messages: readonly PiMessage[]
  readonly thinkingLevel: string
  readonly model: { readonly provider: string; readonly modelId: string } | null
}

export interface PiSessionManager {
  appendMessage(message: object): string
  appendThinkingLevelChange(level: string): string
  appendModelChange(provider: string, modelId: string): string
  appendUsage(kind: string, provider: string, model: string, usage: object): PiEntry
  appendCompaction(summary: string, firstKeptEntryId: string | undefined, tokensBefore: number): string
  appendCustomEntry(customType: string, data: unknown): string
  appendCustomMessageEntry(customType: string, content: unknown, display: boolean): string
  appendSessionInfo(name: string): string
  appendLabelChange(targetId: string, label: string | undefined): string
  appendContextEdit(targetId: string, replacement: { readonly content: unknown } | null): string
  branch(id: string): void
  resetLeaf(): void
  branchWithSummary(id: string | null, summary: string): string
  buildSessionContext(): PiContext
  getEntries(): PiEntry[]
  getLeafId(): string | null
  getLabel(id: string): string | undefined
  getSessionName(): string | undefined
  getBranch(): PiEntry[]
}

export interface PiSessionManagers {
  open(path: string, sessionDir?: string): PiSessionManager
  inMemory(cwd?: string, options?: object, entries?: readonly object[]): PiSessionManager
}

export interface Pi {
  readonly SessionManager: PiSessionManagers
  /** From messages of the session to those of the provider interface. */
  readonly convertToLlm: (messages: readonly PiMessage[]) => PiMessage[]
  /** What every provider adapter of Pi does last. */
  readonly transformMessages: (messages: readonly PiMessage[], model: object) => PiMessage[]
}

export const PI_NEWEST = '1.6.0'

const modules = join(dirname(dirname(fileURLToPath(import.meta.url))), 'peers', 'node_modules')
const core = join(modules, `pi-${PI_NEWEST}`, 'dist', 'core')

export const isPiInstalled: boolean = existsSync(join(core, 'session-manager.js'))

/** @throws when the peers are not installed: ask `isPiInstalled` first */
export async function loadPi(): Promise<Pi> {
  const { SessionManager } = await load<Pick<Pi, 'SessionManager'>>(join(core, 'session-manager.js'))
  const { convertToLlm } = await load<Pick<Pi, 'convertToLlm'>>(join(core, 'messages.js'))
  const transform = join(modules, '@earendil-works', 'pi-ai', 'dist', 'api', 'transform-messages.js')
  const { transformMessages } = await load<Pick<Pi, 'transformMessages'>>(transform)
  return { SessionManager, convertToLlm, transformMessages }
}

async function load<Module>(path: string): Promise<Module> {
  return (await import(pathToFileURL(path).href)) as Module
}
