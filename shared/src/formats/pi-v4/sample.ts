// Small Pi v4 files for tests.

type Fields = Readonly<Record<string, unknown>>

const START = Date.UTC(2026, 7, 9, 4)

/** Unix ms `second` seconds into the sample. */
export function at(second: number): number {
  return START + second * 1000
}

export const HEADER = { v: 4, kind: 'header', id: 's_1', storageVersion: 1, createdAt: at(0), cwd: '/work/garden' }

export function entry(seq: number, id: string, parentId: string | null, type: string, more: Fields): Fields {
  return { kind: 'entry', seq, timestamp: at(seq), id, parentId, type, ...more }
}

export function user(seq: number, id: string, parentId: string | null, text = id, more: Fields = {}): Fields {
  return entry(seq, id, parentId, 'message', { message: { role: 'user', content: text }, ...more })
}

export function reply(seq: number, id: string, parentId: string | null, more: Fields = {}): Fields {
  const content = [{ type: 'text', text: id }]
  const message = { role: 'assistant', content, provider: 'p', model: 'm', stopReason: 'stop' }
  return entry(seq, id, parentId, 'message', { message, ...more })
}

export function set(seq: number, namespace: string, key: string, value: unknown): Fields {
  return { kind: 'value', op: 'set', seq, namespace, key, value }
}

export function remove(seq: number, namespace: string, key: string): Fields {
  return { kind: 'value', op: 'delete', seq, namespace, key }
}

export const tip = (seq: number, id: string | null, branch = 'main'): Fields => set(seq, 'pi.branch.tip', branch, id)

/** Each argument is a transaction: a write, or a list of them. */
export function file(...transactions: readonly unknown[]): string {
  return `${[HEADER, ...transactions].map((one) => JSON.stringify(one)).join('\n')}\n`
}

/** Two branches, settings, a name, labels, costs and what an operation left behind. */
export const BRANCHED = file(
  [user(1, 'e1', null), tip(2, 'e1')],
  [entry(3, 'e2', 'e1', 'custom', { customType: 'model_change', data: { provider: 'p', modelId: 'm' } }), tip(4, 'e2')],
  set(5, 'pi.op.state', 'o1', { step: 1 }),
  [
    reply(6, 'e3', 'e2'),
    { kind: 'usage', seq: 7, id: 'us1', entryId: 'e1', adjustment: false, usage: { input: 1 } },
    tip(8, 'e3'),
    remove(9, 'pi.op.state', 'o1'),
  ],
  set(10, 'pi.session.name', '', 'Beds'),
  set(11, 'pi.entry.label', 'e1', 'start'),
  [user(12, 'e4', 'e3'), tip(13, 'e4', 'side')],
  set(14, 'app.notes', 'a', { text: 'keep me' }),
  [entry(15, 'e5', 'e3', 'branch_summary', { fromId: 'e4', summary: 'left' }), tip(16, 'e5')],
  { kind: 'list', op: 'append', seq: 17, namespace: 'app.log', key: '', value: 'one' },
  { kind: 'list', op: 'append', seq: 18, namespace: 'app.log', key: '', value: 'two' },
)

/** As Pi 0.84 wrote it: lanes and facts, one write a line. */
export const LANES = [
  { kind: 'header', version: 4, id: 's_84', createdAt: at(0), cwd: '/work', parentSessionId: 's_0' },
  user(1, 'a', null, 'Sow beans', { lane: 'main' }),
  entry(2, 'm', 'a', 'model_change', { provider: 'p', modelId: 'm', lane: 'main' }),
  reply(3, 'b', 'm', { lane: 'main' }),
  user(4, 'c', 'a', 'Or peas?', { lane: 'other' }),
  { kind: 'fact', seq: 5, fact: 'label', targetId: 'b', label: 'good' },
  { kind: 'fact', seq: 6, fact: 'name', name: 'Sowing' },
  { kind: 'record', seq: 7, record: 'run', runId: 'r1' },
]
  .map((one) => `${JSON.stringify(one)}\n`)
  .join('')

/** As early drafts had it. */
export const REGISTERS = file(
  [user(1, 'e1', null), { ...set(2, 'lane.leaf', 'main', 'e1'), kind: 'register' }],
  [reply(3, 'e2', 'e1'), { ...set(4, 'lane.leaf', 'main', 'e1'), kind: 'register' }],
  { ...set(5, 'session.name', '', 'Draft'), kind: 'register' },
)
