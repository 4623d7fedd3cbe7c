// Random trees go through the real Pi and through Coppice: the same context at every leaf.
// Not generated, because Coppice follows another build there or none (pi-vectors.json says which): `leaf` and
// `active_tools_change` entries, `retainedTail`, unknown leaves, duplicate ids, cycles (Pi never returns from those).
// What a provider is given is compared where Pi's line is one that providers take. Where Pi sends results without
// their calls, calls answered twice or late, Coppice's own line is only checked to be well formed.
import { entryId, projectContext, selectedMessages, selectPath, toModelMessages, TreeIndex } from '@coppice/shared'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isPiInstalled, loadPi, PI_NEWEST, type Pi, type PiSessionManager } from '../support/pi.ts'
import { describeOurs, describePis, isWellFormed, sameFields } from '../support/pi-lines.ts'
import { growSession, readPiEntries, step, wildEntries } from '../support/pi-trees.ts'

const SEED = Number(process.env['COPPICE_SEED'] ?? 20261130)
const RUNS = Number(process.env['COPPICE_RUNS'] ?? 300)
const MODEL = { provider: 'p1', id: 'm1', api: 'x', input: ['text', 'image'] }
const HEADER = { type: 'session', version: 3, id: 's', timestamp: '2026-01-01T00:00:00.000Z', cwd: '/' }
const needs = isPiInstalled ? '' : ' (needs the peers: pnpm run peers)'

test.skipIf(!isPiInstalled)(
  `[CX8] sessions grown by the real Pi ${PI_NEWEST} have its context at every leaf (seed ${SEED})${needs}`,
  async () => {
    const pi = await loadPi()
    const seen = newCounts()
    fc.assert(
      fc.property(fc.array(step, { minLength: 12, maxLength: 60 }), (steps) => {
        const manager = pi.SessionManager.inMemory('/')
        growSession(manager, steps)
        compareAll(pi, manager, seen)
      }),
      { seed: SEED, numRuns: RUNS },
    )
    expectVaried(seen)
  },
)

test.skipIf(!isPiInstalled)(
  `[CX8] files with entries below any other, below none or below a missing one have it too (seed ${SEED})${needs}`,
  async () => {
    const pi = await loadPi()
    const seen = newCounts()
    fc.assert(
      fc.property(wildEntries, (entries) => {
        compareAll(pi, pi.SessionManager.inMemory('/', {}, [HEADER, ...entries]), seen)
      }),
      { seed: SEED, numRuns: RUNS },
    )
    expectVaried(seen)
    expect(seen.cut).toBeGreaterThan(RUNS / 10)
  },
)

function newCounts() {
  return { leaves: 0, branchPoints: 0, compacted: 0, edited: 0, madeUp: 0, labels: 0, lines: 0, badLines: 0, cut: 0 }
}

/** Stands on every entry in turn, in Pi and here. One index serves all leaves, as in a live session. */
function compareAll(pi: Pi, manager: PiSessionManager, seen: ReturnType<typeof newCounts>): void {
  const entries = manager.getEntries()
  const index = new TreeIndex()
  for (const entry of readPiEntries(entries)) index.add(entry)
  for (const { id } of entries) {
    manager.branch(id)
    compareAt(pi, manager, index, id, seen)
    const label = manager.getLabel(id)
    expect(index.labelOf(entryId(id))).toBe(label)
    if (label !== undefined) seen.labels += 1
  }
  expect(index.sessionName()).toBe(manager.getSessionName())
  seen.leaves += entries.length
  seen.branchPoints += index.branchPoints().length
}

function compareAt(
  pi: Pi,
  manager: PiSessionManager,
  index: TreeIndex,
  id: string,
  seen: ReturnType<typeof newCounts>,
): void {
  const theirs = manager.buildSessionContext()
  const leaf = entryId(id)
  const path = index.pathTo(leaf)
  expect(path.map((entry) => entry.id)).toEqual(manager.getBranch().map((entry) => entry.id))
  expect(selectedMessages(selectPath(path)).map(sameFields)).toEqual(theirs.messages.map(sameFields))

  const context = projectContext(index, leaf)
  expect(context.model).toEqual(theirs.model)
  expect(context.thinkingLevel).toBe(theirs.thinkingLevel)
  expect(context.cut === null).toBe(path[0]?.parentId === null)

  const ours = toModelMessages(context).map(describeOurs)
  expect(isWellFormed(ours)).toBe(true)
  const sent = pi.transformMessages(pi.convertToLlm(theirs.messages), MODEL).flatMap(describePis)
  if (isWellFormed(sent)) {
    expect(ours).toEqual(sent)
    seen.lines += 1
  } else seen.badLines += 1

  if (context.cut !== null) seen.cut += 1
  if (context.items.some((item) => item.message.role === 'compactionSummary')) seen.compacted += 1
  if (context.items.some((item) => item.entryId === null)) seen.madeUp += 1
  if (context.leftOut.some(({ reason }) => reason === 'edited_out')) seen.edited += 1
}

/** The trees were not all alike, or the comparison would say nothing. */
function expectVaried(seen: ReturnType<typeof newCounts>): void {
  expect(seen.leaves).toBeGreaterThan(RUNS * 5)
  for (const part of ['branchPoints', 'compacted', 'edited', 'madeUp', 'labels', 'badLines'] as const)
    expect([part, seen[part] > RUNS / 10]).toEqual([part, true])
  expect(seen.lines).toBeGreaterThan(seen.leaves / 4)
}
