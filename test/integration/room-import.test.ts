// A file goes into a room in slices: several are on their way at once, and what fails leaves a clean cut.
import { addEntries } from '@coppice/server/import/add-entries'
import type { SessionHead } from '@coppice/server/import/read-sessions'
import type { SessionLog } from '@coppice/server/log/session-log'
import { sliceOf, type EntrySlice } from '@coppice/server/room/entry-slice'
import { Room } from '@coppice/server/room/room'
import { entrySchema, SessionError, type Entry } from '@coppice/shared'
import { expect, test } from 'vitest'
import { userEntry } from '../support/entries.ts'
import { memoryRoom, person, turns, withLog } from '../support/memory-room.ts'

const alice = person('Alice').id
const who = { participant: alice, role: 'own' } as const

function chain(count: number): Entry[] {
  const entries: Entry[] = []
  for (let n = 0; n < count; n += 1)
    entries.push(entrySchema.parse(userEntry(alice, entries.at(-1)?.id ?? null, `entry ${n}`)))
  return entries
}

/** As a file that has these entries, `per` to a slice. */
function parsed(entries: readonly Entry[], per: number): { head: SessionHead; slices: EntrySlice[] } {
  const slices: EntrySlice[] = []
  for (let start = 0; start < entries.length; start += per)
    slices.push(sliceOf(entries.slice(start, start + per), alice))
  const head: SessionHead = {
    title: 'File',
    createdAt: null,
    header: null,
    leafId: null,
    branches: 1,
    entryBytes: 0,
    entryCount: entries.length,
    report: {
      format: 'pi',
      formatTitle: 'Pi session',
      version: '3',
      read: entries.length,
      kept: entries.length,
      repaired: [],
      keptAsIs: [],
      leftOut: [],
    },
  }
  return { head, slices }
}

async function idsInLog(log: SessionLog, room: Room): Promise<string[]> {
  return (await log.places(room.session, 0, 1_000)).map(({ id }) => id)
}

const idsOf = (entries: readonly Entry[]): string[] => entries.map(({ id }) => id)

test('[SY245] a file is in the room and in the log in its own order, and loads again as it is', async () => {
  const { room, log, deps, session } = await memoryRoom()
  const entries = chain(57)
  const report = await addEntries(room, parsed(entries, 5), who)
  expect(report).toMatchObject({ added: 57, alreadyThere: 0, kept: 57 })
  expect([...room.index.entries()]).toEqual(entries)
  expect(await idsInLog(log, room)).toEqual(idsOf(entries))
  await room.append([userEntry(alice, entries.at(-1)?.id ?? null, 'and on')], who)
  const again = await Room.load(deps, session)
  expect([...again.index.entries()]).toEqual([...room.index.entries()])
})

test('[SY245] the log gets the next slice before the one it has saved is shown, and never a third', async () => {
  const shownAtAppend: number[] = []
  let room: Room | undefined
  const memory = await memoryRoom((log) =>
    withLog(log, {
      append: (...args) => {
        if (room !== undefined) shownAtAppend.push(room.index.size)
        return log.append(...args)
      },
    }),
  )
  ;({ room } = memory)
  await addEntries(room, parsed(chain(6), 1), who)
  expect(shownAtAppend).toEqual([0, 0, 1, 2, 3, 4])
})

test('[SY246] when a slice cannot be saved, those before it stay and nothing after it gets in; the file again adds the rest', async () => {
  const entries = chain(40)
  for (const failing of [1, 2, 3, 6]) {
    let appends = 0
    let isBroken = true
    const { room, log } = await memoryRoom((inner) =>
      withLog(inner, {
        append: async (...args) => {
          const isEntries = args[2].entries.length > 0
          if (isEntries && isBroken && ++appends === failing) throw new SessionError('storage', 'The disk is full.')
          return inner.append(...args)
        },
      }),
    )
    await expect(addEntries(room, parsed(entries, 5), who)).rejects.toMatchObject({ code: 'storage' })
    await room.whenSaved()
    const saved = idsOf(entries.slice(0, 5 * (failing - 1)))
    expect(await idsInLog(log, room)).toEqual(saved)
    expect(idsOf([...room.index.entries()])).toEqual(saved)
    isBroken = false
    const report = await addEntries(room, parsed(entries, 7), who)
    expect(report).toMatchObject({ added: 40 - saved.length, alreadyThere: saved.length })
    expect([...room.index.entries()]).toEqual(entries)
  }
})

test('[SY246] a slice that is refused ends the import; what came before it stays', async () => {
  const { room, log } = await memoryRoom()
  const entries = chain(30)
  const file = parsed(entries, 5)
  const forged = sliceOf(
    chain(1).map((entry) => ({ ...entry, author: person('Eve').id })),
    person('Eve').id,
  )
  const slices = file.slices.toSpliced(2, 0, forged)
  await expect(addEntries(room, { ...file, slices }, who)).rejects.toMatchObject({ code: 'author_forged' })
  await room.whenSaved()
  expect(await idsInLog(log, room)).toEqual(idsOf(entries.slice(0, 10)))
})

test('[LG52] rows that are not as many as the entries of a slice refuse it: nothing is saved without them', async () => {
  const { room, log } = await memoryRoom()
  const slice = sliceOf(chain(3), alice)
  const torn = { ...slice, rows: { ...slice.rows, count: 2 } }
  await expect(room.importEntries(torn, who)).rejects.toMatchObject({ code: 'internal' })
  expect(await idsInLog(log, room)).toEqual([])
  await room.importEntries(slice, who)
  expect(await idsInLog(log, room)).toHaveLength(3)
})

test('[SY246] an answer that was lost on the way from the log does no harm', async () => {
  let appends = 0
  const { room, log } = await memoryRoom(
    (inner) =>
      withLog(inner, {
        append: async (...args) => {
          const result = await inner.append(...args)
          if (args[2].entries.length > 0 && ++appends === 3) throw new SessionError('storage', 'No answer.')
          return result
        },
      }),
    [1, 1],
  )
  const entries = chain(25)
  await addEntries(room, parsed(entries, 5), who)
  expect(await idsInLog(log, room)).toEqual(idsOf(entries))
  expect([...room.index.entries()]).toEqual(entries)
})

test('[SY247] what is there already, saved or still on its way, is counted and not written again', async () => {
  const { room, log } = await memoryRoom()
  const entries = chain(20)
  await addEntries(room, parsed(entries.slice(3, 9), 2), who)
  const differing = entries.map((entry, n) =>
    n === 4 ? entrySchema.parse({ ...userEntry(alice, null, 'something else'), id: entry.id }) : entry,
  )
  const [first, second] = await Promise.all([
    addEntries(room, parsed(differing, 4), who),
    addEntries(room, parsed(entries, 3), who),
  ])
  // What the first one has otherwise stands beside it: what the first one brings hangs there, what is there already
  // stands below both.
  expect(first.alreadyThere + first.added).toBe(20)
  expect(second.alreadyThere + second.added).toBe(20)
  expect([first.kept, second.kept, first.leftOut, second.leftOut]).toEqual([20, 20, [], []])
  expect(first.keptAsIs).toHaveLength(1)
  const ids = await idsInLog(log, room)
  expect(new Set(ids).size).toBe(ids.length)
  expect(idsOf(entries).filter((id) => !ids.includes(id))).toEqual([])
  for (const entry of entries.slice(3, 9)) expect(room.index.get(entry.id)).toEqual(entry)
})

test('[SY247] while a file comes in others write and are answered in between', async () => {
  const { room } = await memoryRoom()
  const entries = chain(200)
  const importing = addEntries(room, parsed(entries, 2), who)
  await turns(10)
  await room.append([userEntry(alice, null, 'in between')], who)
  expect(room.index.size).toBeLessThan(150)
  await importing
  expect(room.index.size).toBe(201)
})

test('[SY245] nothing but slices goes to the log ahead: facts are written over those that the record shows', async () => {
  const heads: [number, number][] = []
  let room: Room | undefined
  const memory = await memoryRoom((log) =>
    withLog(log, {
      append: (...args) => {
        if (room !== undefined) heads.push([args[1], room.head])
        return log.append(...args)
      },
    }),
  )
  ;({ room } = memory)
  const { id, name } = person('Bob')
  await Promise.all([
    room.putPerson(alice, { name: 'Alice', color: 0, kind: 'human' }),
    room.append([userEntry(alice, null, 'in between')], who),
    room.putPerson(id, { name, color: 1, kind: 'human' }),
    room.putPerson(alice, { name: 'Alicia', color: 0, kind: 'human' }),
  ])
  expect(heads).toHaveLength(4)
  for (const [expected, shown] of heads) expect(expected).toBe(shown)
  expect(room.people().get(alice)?.name).toBe('Alicia')
})
