import { entryId } from '@coppice/shared'
import { act, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createHarness, messageEntry, tick, userPayload, type Harness } from '../sdk/testing/harness.ts'
import type { Session } from '../sdk/types.ts'
import {
  SessionProvider,
  useContextOf,
  useHello,
  useIsUnsaved,
  useLeaf,
  usePeople,
  usePresence,
  useReplies,
  useSession,
  useStatus,
  useTree,
  useUnsaved,
} from './index.ts'

let harness: Harness
let alice: Session
let root: Root

/** The least a React root needs of a document: these components draw nothing. */
function bareContainer(): Element {
  const document = Object.assign(new EventTarget(), { nodeType: 9, activeElement: null, defaultView: globalThis })
  const container = Object.assign(new EventTarget(), {
    nodeType: 1,
    tagName: 'DIV',
    ownerDocument: document,
    namespaceURI: 'http://www.w3.org/1999/xhtml',
  })
  // reason: a stand-in for the DOM, which this project's unit tests do without
  return container as unknown as Element
}

async function show(component: ReactNode): Promise<void> {
  await act(async () => root.render(<SessionProvider session={alice}>{component}</SessionProvider>))
}

/** A component that notes what a hook gave on each render. */
function probe<T>(hook: () => T): { readonly seen: T[]; readonly Probe: () => ReactNode } {
  const seen: T[] = []
  const Probe = (): ReactNode => {
    seen.push(hook())
    return null
  }
  return { seen, Probe }
}

beforeEach(async () => {
  vi.useFakeTimers()
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('window', globalThis)
  vi.stubGlobal('HTMLIFrameElement', Object)
  harness = createHarness()
  harness.server.write(messageEntry('p', null))
  alice = await harness.joined('alice')
  root = createRoot(bareContainer())
})

afterEach(async () => {
  await act(async () => root.unmount())
  alice.close()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('[UI50] each hook renders again when its own fact changes, and not for the others', async () => {
  const leaf = probe(useLeaf)
  const tree = probe(() => useTree().version)
  const unsaved = probe(useUnsaved)
  await show(
    <>
      <leaf.Probe />
      <tree.Probe />
      <unsaved.Probe />
    </>,
  )
  await act(async () => {
    harness.server.write(messageEntry('theirs', 'p', 'bob', 1))
    harness.server.flush()
  })
  expect([leaf.seen, tree.seen, unsaved.seen]).toEqual([['p'], [1, 2], [0]])
  await act(async () => alice.moveTo(entryId('theirs')))
  expect([leaf.seen, tree.seen, unsaved.seen]).toEqual([['p', 'theirs'], [1, 2], [0]])
  await act(async () => void alice.append(userPayload('mine')))
  await act(async () => harness.server.flush())
  expect(tree.seen).toEqual([1, 2, 3])
  expect(unsaved.seen).toEqual([0, 1, 0])
})

test('[UI50] whether one entry is unsaved is known by entry, also when the count stays the same', async () => {
  const first = alice.append(userPayload('one'))
  const { seen, Probe } = probe(() => useIsUnsaved(first.id))
  await show(<Probe />)
  await act(async () => {
    harness.server.flush()
    alice.append(userPayload('two'))
  })
  expect(alice.unsaved.get()).toBe(1)
  expect(seen).toEqual([true, false])
})

test('[UI51] a context is undefined while its entry is not here, and does not render again for other branches', async () => {
  const { seen, Probe } = probe(() => useContextOf(entryId('late'))?.items.length)
  await show(<Probe />)
  await act(async () => {
    harness.server.write(messageEntry('other', 'p', 'bob', 1))
    harness.server.flush()
  })
  await act(async () => {
    harness.server.write(messageEntry('late', 'p', 'bob', 1))
    harness.server.flush()
  })
  await act(async () => {
    harness.server.write(messageEntry('another', 'p', 'bob', 1))
    harness.server.flush()
  })
  expect(seen).toEqual([undefined, 2])
})

test('[UI52] every hook gives what the session has', async () => {
  const { seen, Probe } = probe(() => ({
    session: useSession(),
    status: useStatus(),
    hello: useHello(),
    people: usePeople(),
    presence: usePresence(),
    replies: useReplies(),
  }))
  await show(<Probe />)
  expect(seen).toEqual([
    {
      session: alice,
      status: { state: 'live' },
      hello: alice.hello.get(),
      people: alice.people.get(),
      presence: [],
      replies: [],
    },
  ])
  await act(async () => {
    harness.server.last.cut()
    await tick(0)
  })
  expect(seen.at(-1)?.status.state).toBe('offline')
})

test('[UI52] without a provider it says what is missing', () => {
  const { Probe } = probe(useSession)
  expect(() => renderToStaticMarkup(<Probe />)).toThrow('SessionProvider')
})
