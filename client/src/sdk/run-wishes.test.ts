import { entryId, participantId, sessionId, type EntryId } from '@coppice/shared'
import { expect, test } from 'vitest'
import { FactList } from './offline/fact-list.ts'
import { MemoryDevice } from './offline/memory-store.ts'
import { Seat } from './offline/seat.ts'
import { RunWishes, wishSchema, type Wish } from './run-wishes.ts'

const PROMPT = entryId('prompt')

/** A tab that may start runs. Its wishes are on the device. */
async function tabOn(
  device: MemoryDevice,
  started: EntryId[],
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
    now: () => 0,
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
