import { describe, expect, test } from 'vitest'
import type { Entry } from '../entry/entry.ts'
import { entryId, participantId, type EntryId } from '../entry/ids.ts'
import { projectContext } from '../projection/context.ts'
import { contentText } from './entry-text.ts'
import { labelEntry, userEntry } from './sample-entries.ts'
import { SessionTree, type SessionTreeOptions } from './session-tree.ts'
import { TreeIndex } from './tree-index.ts'

const NOW = Date.parse('2026-01-01T00:00:10.000Z')

function treeOf(options: Partial<SessionTreeOptions> = {}): SessionTree {
  let made = 0
  const newId = (): EntryId => entryId(`e${(made += 1)}`)
  return new SessionTree({ author: participantId('alice'), now: () => NOW, newId, ...options })
}

const user = (text: string) => ({ role: 'user' as const, content: text })
const answer = (text: string) => ({ role: 'assistant' as const, content: [{ type: 'text' as const, text }] })

function pathTexts(tree: SessionTree): string[] {
  return tree.currentPath().map((message) => contentText(message.content))
}

describe('SessionTree', () => {
  test('[TR11] the teaching example: plan A and plan B under one prompt, each with its own answer only', () => {
    const tree = treeOf()
    const prompt = tree.append(user('How do we store sessions?'))
    const planA = tree.append(answer('Plan A: one file'))
    tree.moveTo(prompt.id)
    const planB = tree.append(answer('Plan B: a database'))

    expect(pathTexts(tree)).toEqual(['How do we store sessions?', 'Plan B: a database'])
    tree.moveTo(planA.id)
    expect(pathTexts(tree)).toEqual(['How do we store sessions?', 'Plan A: one file'])

    expect(tree.children(null)).toEqual([prompt.id])
    expect(tree.children(prompt.id)).toEqual([planA.id, planB.id])
    expect(tree.siblings(planA.id)).toEqual([planA.id, planB.id])
    expect(tree.branches()).toEqual([prompt.id, planA.id, planB.id])
    const parents = [prompt, planA, planB].map(({ id }) => [id, tree.index.parentOf(id)])
    expect(parents).toEqual([
      [prompt.id, null],
      [planA.id, prompt.id],
      [planB.id, prompt.id],
    ])
    const shown = projectContext(tree.index, planB.id).items.map((item) => item.entryId)
    expect(shown).toEqual([prompt.id, planB.id])
  })

  test('[TR11] moving to an unknown id is not found and changes nothing; appends go on', () => {
    const tree = treeOf()
    const prompt = tree.append(user('one'))
    const { version } = tree.index
    const changes: unknown[] = []
    tree.on('change', (change) => changes.push(change))
    expect(() => tree.moveTo(entryId('nobody'))).toThrow(
      expect.objectContaining({ name: 'SessionError', code: 'not_found' }),
    )
    expect(tree.leafId).toBe(prompt.id)
    expect(tree.index.version).toBe(version)
    expect(changes).toEqual([])
    expect(tree.append(answer('two')).parentId).toBe(prompt.id)
    expect(pathTexts(tree)).toEqual(['one', 'two'])
  })

  test('[TR11] moving before the first entry makes the next one a root', () => {
    const tree = treeOf()
    tree.append(user('one'))
    tree.moveTo(null)
    expect(tree.currentPath()).toEqual([])
    expect(tree.append(user('other')).parentId).toBeNull()
    expect(tree.index.roots()).toHaveLength(2)
  })

  test('[TR6] a label hangs below its target, is stamped after the one it replaces, and moves no leaf', () => {
    const tree = treeOf()
    const prompt = tree.append(user('one'))
    const reply = tree.append(answer('two'))
    const first = tree.label(prompt.id, ' start ')
    const second = tree.label(prompt.id, 'beginning')
    expect(tree.leafId).toBe(reply.id)
    expect(first.parentId).toBe(prompt.id)
    expect(second.timestamp > first.timestamp).toBe(true)
    expect(tree.index.labelOf(prompt.id)).toBe('beginning')
    tree.label(prompt.id, '')
    expect(tree.index.labelOf(prompt.id)).toBeUndefined()
    expect(() => tree.label(entryId('nobody'), 'x')).toThrow(expect.objectContaining({ code: 'not_found' }))
  })

  test('[TR12] a fork asks a person’s message again, and goes on below anything else', () => {
    const tree = treeOf()
    const prompt = tree.append(user('one'))
    const reply = tree.append(answer('two'))
    const more = tree.append(user('three'))
    expect(tree.fork(more.id)).toEqual({ leafId: reply.id, draft: 'three' })
    expect(tree.leafId).toBe(reply.id)
    expect(tree.fork(reply.id)).toEqual({ leafId: reply.id, draft: null })
    expect(tree.fork(prompt.id)).toEqual({ leafId: null, draft: 'one' })
    expect(tree.index.size).toBe(3)
    expect(() => tree.fork(entryId('nobody'))).toThrow(expect.objectContaining({ code: 'not_found' }))
  })

  test('[EN5] entries carry their author, a time not before their parent, and the payload as it was then', () => {
    const index = new TreeIndex()
    index.add(userEntry('ahead', null, 15))
    const tree = treeOf({ index })
    expect(tree.leafId).toBe('ahead')
    const message = user('now')
    const entry = tree.append(message)
    message.content = 'changed later'
    expect(entry).toEqual({
      id: 'e1',
      parentId: 'ahead',
      timestamp: '2026-01-01T00:00:15.000Z',
      author: 'alice',
      type: 'message',
      message: user('now'),
    })
  })

  test('[TR11] an entry that is none, or whose id is used, is refused and changes nothing', () => {
    const tree = treeOf()
    tree.append(user('one'))
    // As a program without types would call it.
    const refused = (payload: unknown, code: string): void => {
      expect(() => tree.append(payload as Parameters<SessionTree['append']>[0])).toThrow(
        expect.objectContaining({ code }),
      )
    }
    refused({ type: 'model_change', provider: 'p' }, 'entry_invalid')
    refused({ type: 'custom', customType: 'x', id: entryId('e1') }, 'id_used')
    expect(tree.index.size).toBe(1)
    expect(tree.leafId).toBe('e1')
  })

  test('[TR11] the keeper sees an entry first; when it throws, nothing has changed', () => {
    const kept: Entry[] = []
    let isFull = false
    const onAppend = (entry: Entry): void => {
      if (isFull) throw new Error('disk full')
      kept.push(entry)
    }
    const tree = treeOf({ onAppend })
    const entry = tree.append(user('one'))
    isFull = true
    expect(() => tree.append(user('two'))).toThrow('disk full')
    expect(kept).toEqual([entry])
    expect(tree.index.size).toBe(1)
    expect(tree.leafId).toBe(entry.id)
  })

  test('[TR11] changes are told until one stops listening; entries by others move nobody', () => {
    const tree = treeOf()
    const seen: [string | undefined, string | null][] = []
    const stop = tree.on('change', ({ entry, leafId }) => seen.push([entry?.id, leafId]))
    const one = tree.append(user('one'))
    tree.append(answer('two'))
    tree.moveTo(one.id)
    tree.moveTo(one.id)
    expect(tree.receive(userEntry('other', 'e1', 20))).toBe(true)
    expect(tree.receive(userEntry('other', 'e1', 20))).toBe(false)
    expect(tree.receive(labelEntry('l', 'e1', 21))).toBe(true)
    expect(seen).toEqual([
      ['e1', 'e1'],
      ['e2', 'e2'],
      [undefined, 'e1'],
      ['other', 'e1'],
      ['l', 'e1'],
    ])
    stop()
    tree.append(user('three'))
    expect(seen).toHaveLength(5)
  })
})
