import { entryId, participantId, sessionId, type EntryId } from '@coppice/shared'
import { expect, test, vi } from 'vitest'
import { createApi } from './api.ts'
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
  answer: () => Promise<unknown> = () => Promise.resolve(),
  standing: (promptId: EntryId) => 'open' | 'answered' = () => 'open',
): Promise<{ readonly runs: RunWishes; readonly wishes: FactList<Wish> }> {
  const store = device.open()
  const wishes = new FactList({
    store,
    kind: 'wish',
    schema: wishSchema,
    idOf: (wish) => wish.promptId,
    compare: (a, b) => a.at - b.at,
    onTrouble: () => undefined,
    again: (wish) => ({ ...wish, asks: true }),
  })
  await wishes.sitDown(new Seat(store, { url: 'http://coppice.test', session: sessionId('s') }, participantId('alice')))
  const runs = new RunWishes({
    wishes,
    now,
    standing,
    startRun: async (promptId) => {
      started.push(promptId)
      await answer()
      return { runId: 'run', entryId: entryId('reply') }
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

test('[SY184] two tabs that know nothing of each other ask for an answer once, by themselves or for a person', async () => {
  const device = new MemoryDevice()
  const started: EntryId[] = []
  const [one, two] = [await tabOn(device, started), await tabOn(device, started)]
  await one.runs.add(PROMPT, undefined)
  await two.wishes.reload()
  await Promise.all([one.runs.look(), two.runs.look()])
  expect([started, one.runs.waiting.get(), two.runs.waiting.get()]).toEqual([[PROMPT], [], []])
  const next = entryId('next')
  await one.runs.add(next, undefined)
  await two.wishes.reload()
  const asked = await Promise.allSettled([one.runs.runNow(next), two.runs.runNow(next)])
  expect(asked.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(started).toEqual([PROMPT, next])
})

test('[SY185] a server that never says whether it starts a run holds up nobody, and the person is asked', async () => {
  vi.useFakeTimers()
  try {
    const api = createApi({ url: 'http://coppice.test', fetch: () => new Promise(() => undefined) })
    const started: EntryId[] = []
    const { runs } = await tabOn(new MemoryDevice(), started, undefined, () =>
      api.startRun(sessionId('s'), { leafId: PROMPT }),
    )
    await runs.add(PROMPT, undefined)
    const looking = runs.look()
    await vi.advanceTimersByTimeAsync(60_000)
    await looking
    expect([started, runs.waiting.get()]).toEqual([[PROMPT], [{ promptId: PROMPT, at: 0 }]])
    expect(vi.getTimerCount()).toBe(0)
  } finally {
    vi.useRealTimers()
  }
})

test('[SY257] a wish that a device which keeps things again was told anew is not started by who looked before', async () => {
  const device = new MemoryDevice()
  const started: EntryId[] = []
  const answered = entryId('answered')
  const ends: Promise<unknown>[] = []
  // The device comes back while each tab deals with the first of two wishes.
  const tabComingBack = async (): ReturnType<typeof tabOn> => {
    const tab = await tabOn(device, started, undefined, undefined, (promptId) => {
      if (promptId !== answered) return 'open'
      ends.push(tab.wishes.comeBack())
      return 'answered'
    })
    return tab
  }
  const tabs = [await tabComingBack(), await tabComingBack()]
  await tabs[0]?.runs.add(answered, undefined)
  await tabs[0]?.runs.add(PROMPT, undefined)
  for (const { wishes } of tabs) {
    await wishes.reload()
    wishes.goAlone()
  }
  for (const { runs } of tabs) await runs.look()
  expect(await Promise.all(ends)).toEqual([true, true])
  expect([started, ...tabs.map(({ runs }) => runs.waiting.get())]).toEqual([
    [],
    [{ promptId: PROMPT, at: 0 }],
    [{ promptId: PROMPT, at: 0 }],
  ])
})

test('[SY257] a wish that another tab has marked to ask is not started by who read it before', async () => {
  const device = new MemoryDevice()
  const started: EntryId[] = []
  const other = await tabOn(device, started)
  await other.runs.add(PROMPT, undefined)
  const { runs } = await tabOn(device, started, undefined, undefined, () => {
    other.wishes.goAlone()
    void other.wishes.comeBack()
    return 'open'
  })
  await runs.look()
  expect([started, runs.waiting.get()]).toEqual([[], [{ promptId: PROMPT, at: 0 }]])
})
