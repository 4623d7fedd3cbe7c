import { entryId, participantId, sessionId, type EntryId } from '@coppice/shared'
import { expect, test } from 'vitest'
import { FactList } from './offline/fact-list.ts'
import { MemoryDevice } from './offline/memory-store.ts'
import { Seat } from './offline/seat.ts'
import { MAX_WISH_AGE_MS, RunWishes, wishSchema, type Wish } from './run-wishes.ts'

const PROMPT = entryId('prompt')

/** A tab that may start runs. Its wishes are on the device. */
async function tabOn(
  device: MemoryDevice,
  started: EntryId[],
  now = (): number => 0,
): Promise<{ readonly runs: RunWishes; readonly wishes: FactList<Wish> }> {
  const store = device.open()
  const wishes = new FactList({
    store,
    kind: 'wish',
    schema: wishSchema,
    idOf: (wish) => wish.promptId,
    compare: (a, b) => a.at - b.at,
    onTrouble: () => undefined,
  })
  await wishes.sitDown(new Seat(store, { url: 'http://coppice.test', session: sessionId('s') }, participantId('alice')))
  const runs = new RunWishes({
    wishes,
    now,
    standing: () => 'open',
    startRun: (promptId) => {
      started.push(promptId)
      return Promise.resolve({ runId: 'run', entryId: entryId('reply') })
    },
    exclusively: (task) => task(),
    onProblem: () => undefined,
  })
  return { runs, wishes }
}

test('[SY123] a page that closes while it is about to ask for an answer leaves that to the next page', async () => {
  const device = new MemoryDevice()
  const started: EntryId[] = []
  const page = await tabOn(device, started)
  await page.runs.add(PROMPT, undefined)
  const looking = page.runs.look()
  page.wishes.close()
  await looking
  expect(started).toEqual([])
  const next = await tabOn(device, started)
  await next.runs.look()
  expect(started).toEqual([PROMPT])
})

test('[SY123] where the device does not note that an answer was asked for, the person is asked first', async () => {
  const device = new MemoryDevice()
  const started: EntryId[] = []
  const page = await tabOn(device, started)
  await page.runs.add(PROMPT, undefined)
  device.fail('full')
  await page.runs.look()
  expect([started, page.runs.waiting.get()]).toEqual([[], [{ promptId: PROMPT, at: 0 }]])
})

test('[SY123] a machine that sleeps while an answer is about to be asked for asks the person first', async () => {
  let nowMs = 0
  const started: EntryId[] = []
  const { runs, wishes } = await tabOn(new MemoryDevice(), started, () => nowMs)
  await runs.add(PROMPT, undefined)
  wishes.list.subscribe(() => {
    if (wishes.list.get().length === 0) nowMs = MAX_WISH_AGE_MS + 1
  })
  await runs.look()
  expect([started, runs.waiting.get()]).toEqual([[], [{ promptId: PROMPT, at: 0 }]])
})

test('[SY123] a prompt that a fast clock dated asks when the clock is right again', async () => {
  let nowMs = 3_600_000
  const started: EntryId[] = []
  const { runs } = await tabOn(new MemoryDevice(), started, () => nowMs)
  await runs.add(PROMPT, undefined)
  nowMs = 1_800_000
  await runs.look()
  expect([started, runs.waiting.get()]).toEqual([[], [{ promptId: PROMPT, at: 3_600_000 }]])
})
