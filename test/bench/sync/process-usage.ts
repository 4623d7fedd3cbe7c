// What processes use, read from /proc: processor time and memory of a process with its descendants, and what the rest
// of the machine does meanwhile. On a system without /proc everything is NaN, and reports say "–".
import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'

/** One tick of /proc/<pid>/stat; 100 a second on every Linux that Node runs on. */
const TICK_MS = 10

interface ProcessStat {
  readonly parent: number
  readonly cpuMs: number
  /** Of children that ended and were waited for. */
  readonly endedCpuMs: number
}

/** Processor time of a process and its descendants so far, in ms. */
export function cpuMsOf(pid: number): number {
  return sum(familyOf(pid), (member) => statOf(member)?.cpuMs ?? 0)
}

/** Resident memory of a process and its descendants, in MiB. */
export function rssMiBOf(pid: number): number {
  return sum(
    familyOf(pid),
    (member) => Number(/^VmRSS:\s+(\d+)/m.exec(read(`/proc/${member}/status`))?.[1] ?? 0) / 1024,
  )
}

/** Starts to watch the machine. The function it gives says which share of all processors others used since, 0 to 1. */
export function watchOthers(): () => number {
  const startedMs = performance.now()
  const before = othersCpuMs()
  return () => Math.max(0, othersCpuMs() - before) / ((performance.now() - startedMs) * availableParallelism())
}

function othersCpuMs(): number {
  const [user, nice, system, , , interrupts, soft] =
    read('/proc/stat').split('\n', 1)[0]?.trim().split(/\s+/).slice(1).map(Number) ?? []
  const busy = [user, nice, system, interrupts, soft].reduce<number>((all, ticks) => all + (ticks ?? Number.NaN), 0)
  const mine = sum(familyOf(process.pid), (member) => {
    const stat = statOf(member)
    return stat === undefined ? 0 : stat.cpuMs + stat.endedCpuMs
  })
  return busy * TICK_MS - mine
}

function familyOf(pid: number): number[] {
  const children = new Map<number, number[]>()
  for (const name of processes()) {
    const parent = statOf(Number(name))?.parent
    if (parent !== undefined) children.set(parent, [...(children.get(parent) ?? []), Number(name)])
  }
  const family = [pid]
  // Grows while it is walked: the children of children follow.
  for (const member of family) family.push(...(children.get(member) ?? []))
  return family
}

function statOf(pid: number): ProcessStat | undefined {
  const line = read(`/proc/${pid}/stat`)
  if (line === '') return undefined
  // The name, in brackets, may hold anything; what follows the last bracket is numbers.
  const fields = line
    .slice(line.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  const at = (n: number): number => fields[n] ?? Number.NaN
  return { parent: at(1), cpuMs: (at(11) + at(12)) * TICK_MS, endedCpuMs: (at(13) + at(14)) * TICK_MS }
}

function processes(): string[] {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  } catch {
    // reason: no /proc here, so there is nothing to read and the figures stay out
    return []
  }
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    // reason: the process ended between listing and reading, or there is no /proc
    return ''
  }
}

function sum(members: readonly number[], of: (pid: number) => number): number {
  return processes().length === 0 ? Number.NaN : members.reduce((all, member) => all + of(member), 0)
}
