// A file that is imported again and again while another tool writes it: whatever it was caught at, the context at its
// end is that of the whole file, and no word of any form is lost.
import { addEntries, type AddReport } from '@coppice/server/import/add-entries'
import { sliceOf } from '@coppice/server/room/entry-slice'
import type { Room } from '@coppice/server/room/room'
import { participantId, projectContext, SessionError, type Entry, type ParticipantId } from '@coppice/shared'
import { importFile } from '@coppice/shared/formats'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { GROWING_FILES, type GrowingFile } from '../support/growing-files.ts'
import { memoryRoom } from '../support/memory-room.ts'

const SEED = 20261203
const RUNS = 60
const OWNER = participantId('owner')

/** Undefined for what is no session yet: the first half of a first line. */
async function importInto(
  room: Room,
  text: string,
  participant: ParticipantId = OWNER,
): Promise<AddReport | undefined> {
  try {
    const [session] = importFile(text, { author: participant, now: 0 })
    if (session === undefined) return undefined
    const { entries, ...rest } = session
    const head = { ...rest, branches: 1, entryBytes: 0, entryCount: entries.length }
    return await addEntries(room, { head, slices: [sliceOf(entries, participant)] }, { participant, role: 'own' })
  } catch (error) {
    if (error instanceof SessionError && ['invalid_file', 'unsupported_format'].includes(error.code)) return undefined
    throw error
  }
}

/** What the model is given where someone stands, without what nobody sees: times, counts, and ids of entries. */
function contextOf(room: Room, participant: ParticipantId): unknown {
  const leafId = room.lastLeaf(participant)
  if (leafId === undefined) throw new Error(`${participant} stands nowhere`)
  const { items, model, thinkingLevel } = projectContext(room.index, leafId)
  const messages = items.map(({ message }) =>
    Object.fromEntries(Object.entries(message).filter(([key]) => key !== 'usage' && key !== 'timestamp')),
  )
  return { messages, model, thinkingLevel }
}

/** Everything that is said in entries: in messages, summaries, labels and records. */
function wordsIn(room: Room): Set<string> {
  const words = new Set<string>()
  const visit = (value: unknown): void => {
    if (typeof value === 'string') words.add(value)
    else if (typeof value === 'object' && value !== null)
      // The ids of its children stand in a record that is kept whole.
      for (const [key, inside] of Object.entries(value)) if (key !== 'children') visit(inside)
  }
  for (const entry of room.index.entries()) {
    const { id: _id, parentId: _parentId, source: _source, author: _author, timestamp: _timestamp, ...said } = entry
    visit(said)
  }
  return words
}

/** How many forms stand beside an earlier one; undefined when nothing could be read at the start. */
async function grow(states: readonly string[], whole: string): Promise<number | undefined> {
  const { room } = await memoryRoom()
  const { room: fresh } = await memoryRoom()
  const expected = await importInto(fresh, whole)
  if (expected === undefined) throw new Error('the whole file was not imported')
  const seen: Entry[] = []
  for (const state of states) {
    if ((await importInto(room, state)) === undefined) return undefined
    seen.push(...room.index.entries())
  }
  const mia = participantId('mia')
  const last = await importInto(room, whole, mia)
  expect(contextOf(room, mia)).toEqual(contextOf(fresh, OWNER))
  for (const entry of seen) expect(room.index.get(entry.id)).toEqual(entry)
  const said = wordsIn(room)
  expect([...wordsIn(fresh)].filter((words) => !said.has(words))).toEqual([])
  expect(last?.leftOut).toEqual(expected.leftOut)
  expect((last?.added ?? 0) + (last?.alreadyThere ?? 0)).toBe(expected.kept)
  const { size } = room.index
  const again = await importInto(room, whole)
  expect(again).toMatchObject({ added: 0, alreadyThere: expected.kept })
  expect(room.index.size).toBe(size)
  expect(contextOf(room, OWNER)).toBeDefined()
  return [...room.index.entries()].filter(({ id }) => id.includes('~')).length
}

function wholeOf({ states }: GrowingFile): string {
  const whole = states.at(-1)
  if (whole === undefined) throw new Error('a growing file without a state')
  return whole
}

describe.each(GROWING_FILES.map((file, at) => ({ file, name: `${file.name} (${at})` })))('$name', ({ file }) => {
  const whole = wholeOf(file)

  test('[FM119] imported at any moment and again when it is whole, it gives the context of the whole file', async () => {
    const outcomes: number[] = []
    for (const [moment, state] of file.states.entries()) {
      const forms = await grow([state], whole).catch((error: unknown) => {
        throw new Error(`at moment ${moment}`, { cause: error })
      })
      if (forms !== undefined) outcomes.push(forms)
    }
    expect(outcomes.length).toBeGreaterThan(file.states.length / 2)
    // Not vacuous: some of them were caught in the middle of an answer. Records of Pi are never written again.
    expect(outcomes.some((forms) => forms > 0)).toBe(file.name !== 'pi')
  })

  test('[FM119] so it does when it was imported several times on the way', async () => {
    const moments = fc.uniqueArray(fc.nat({ max: file.states.length - 1 }), { minLength: 2, maxLength: 5 })
    await fc.assert(
      fc.asyncProperty(moments, async (places) => {
        await grow(
          places.toSorted((a, b) => a - b).map((place) => file.states[place] ?? ''),
          whole,
        )
      }),
      { seed: SEED, numRuns: RUNS },
    )
  })
})
