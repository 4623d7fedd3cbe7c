// Grows random session trees, entry by entry: prompts by several people, answers by agents with tool calls, forks.
import { entryId, participantId, type Entry, type EntryId, type Message, type ParticipantId } from '@coppice/shared'
import type { Person } from '@coppice/shared'
import { randomFrom, type Random } from './random.ts'
import { answerText, promptText } from './texts.ts'

export const ME = participantId('p-anna')
export const AGENT = participantId('agent:sonnet')

export const PEOPLE: ReadonlyMap<ParticipantId, Person> = new Map([
  [ME, { name: 'Anna Moreau', color: 0, kind: 'human' }],
  [participantId('p-mia'), { name: 'Mia Kern', color: 1, kind: 'human' }],
  [participantId('p-jo'), { name: 'Jo Lind', color: 2, kind: 'human' }],
  [participantId('p-tara'), { name: 'Tara Roth', color: 4, kind: 'human' }],
  [participantId('p-sam'), { name: 'Sam Okafor', color: 5, kind: 'human' }],
  [AGENT, { name: 'Sonnet', color: 3, kind: 'agent' }],
])

const HUMANS = [...PEOPLE].flatMap(([id, person]) => (person.kind === 'human' ? [id] : []))
const START = Date.parse('2026-11-30T13:02:00.000Z')

interface Known {
  readonly id: EntryId
  readonly isAnswer: boolean
  readonly author: ParticipantId
}

/** Makes entries that fit below those it made before. Same seed, same tree. */
export class FakeTree {
  readonly entries: Entry[] = []
  private readonly known: Known[] = []
  private readonly authors = new Map<EntryId, ParticipantId>()
  private readonly tips: Known[] = []
  private readonly random: Random
  private readonly prefix: string

  constructor(seed: number, prefix = 'e') {
    this.random = randomFrom(seed)
    this.prefix = prefix
  }

  /** Adds random entries, most of them at tips, some as forks. Returns the new ones. */
  grow(count: number, forkRate = 0.05): Entry[] {
    const before = this.entries.length
    while (this.entries.length - before < count) this.addSome(forkRate)
    return this.entries.slice(before)
  }

  /** A chain of a length, as deep as it is long. */
  chain(length: number): Entry[] {
    const before = this.entries.length
    while (this.entries.length - before < length) this.addSome(0)
    return this.entries.slice(before)
  }

  /** A prompt by someone below an entry. */
  prompt(parentId: EntryId | null, author: ParticipantId, text: string): Entry {
    return this.add(parentId, author, { role: 'user', content: text })
  }

  /** An answer by the agent below an entry. */
  answer(parentId: EntryId | null, text: string): Entry {
    return this.add(parentId, AGENT, assistant([{ type: 'text', text }]))
  }

  /** A label on an entry, hung below it. */
  label(targetId: EntryId, author: ParticipantId, label: string): Entry {
    const entry: Entry = { ...this.base(targetId, author), type: 'label', targetId, label }
    this.entries.push(entry)
    return entry
  }

  private addSome(forkRate: number): void {
    const { random } = this
    const isFork = this.known.length > 0 && random.chance(forkRate)
    const at = isFork ? random.pick(this.known) : this.tip()
    if (at === undefined || at.isAnswer) {
      const author = at === undefined || random.chance(0.2) ? random.pick(HUMANS) : at.author
      this.prompt(at?.id ?? null, author, promptText(random))
    } else if (random.chance(0.35)) this.addToolCall(at.id)
    else this.answer(at.id, answerText(random))
  }

  private addToolCall(parentId: EntryId): void {
    const { random } = this
    const id = `call-${this.entries.length}`
    const name = random.pick(['read', 'edit', 'bash'])
    const path = random.pick(['src/import.ts', 'src/batch.ts', 'test/import.test.ts'])
    const arguments_ = name === 'bash' ? { command: `vitest run ${path}` } : { path }
    const call = this.add(
      parentId,
      AGENT,
      assistant([
        ...(random.chance(0.3)
          ? [{ type: 'thinking' as const, thinking: 'Look at how rows are buffered first.' }]
          : []),
        { type: 'toolCall', id, name, arguments: arguments_ },
      ]),
    )
    this.add(call.id, AGENT, {
      role: 'toolResult',
      toolCallId: id,
      toolName: name,
      content: `export async function importRows(rows: AsyncIterable<Row>, size = 500) {\n  const batch = new Batch(size)\n}`,
      isError: random.chance(0.1),
    })
  }

  private tip(): Known | undefined {
    // Mostly the newest tips, so that branches get long.
    const { tips, random } = this
    return tips.length === 0 ? undefined : tips[Math.max(0, tips.length - 1 - random.below(Math.min(4, tips.length)))]
  }

  private add(parentId: EntryId | null, author: ParticipantId, message: Message): Entry {
    const entry: Entry = { ...this.base(parentId, author), type: 'message', message }
    this.entries.push(entry)
    const asker = author === AGENT && parentId !== null ? (this.authors.get(parentId) ?? author) : author
    const known = { id: entry.id, isAnswer: message.role === 'assistant', author: asker }
    this.known.push(known)
    this.authors.set(entry.id, asker)
    const tip = this.tips.findLastIndex(({ id }) => id === parentId)
    if (tip === -1) this.tips.push(known)
    else this.tips[tip] = known
    return entry
  }

  private base(parentId: EntryId | null, author: ParticipantId) {
    const number = this.entries.length
    return {
      id: entryId(`${this.prefix}${number}`),
      parentId,
      timestamp: new Date(START + number * 7_000).toISOString(),
      author,
    }
  }
}

type AssistantBlocks = Extract<Extract<Message, { role: 'assistant' }>['content'], readonly unknown[]>

function assistant(content: AssistantBlocks): Message {
  return {
    role: 'assistant',
    content,
    provider: 'anthropic',
    model: 'sonnet',
    stopReason: 'stop',
    usage: { input: 22_100, output: 412, totalTokens: 22_512 },
  }
}
