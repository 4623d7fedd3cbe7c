// What a Pi v4 file says besides its entries: values and lists, of which the last write counts.
import type { ReportBuilder } from '../import-report.ts'
import { firstText } from '../chain/value-text.ts'
import { stringField, type JsonObject } from '../json/json.ts'
import type { PiWrite } from './writes.ts'

/** A name, or a label of an entry; null where it was taken away. */
export interface PiFact {
  readonly write: PiWrite
  /** Undefined for the session's name. */
  readonly targetId: string | undefined
  readonly text: string | null
}

/** Where a branch ends, or a lane, as Pi 0.84 called it. */
export interface PiTip {
  readonly branch: string
  readonly id: string | null
  readonly line: number
}

const TIP = /^(?:branch\.tip|lane\.leaf)$/
const REPLACED = 'State that the file itself replaced or deleted later is not kept.'

export class PiState {
  readonly facts: PiFact[] = []
  private readonly tips = new Map<string, PiTip>()
  private readonly tipWrites = new Map<string, PiWrite>()
  private readonly values = new Map<string, PiWrite[]>()
  private readonly report: ReportBuilder

  constructor(report: ReportBuilder) {
    this.report = report
  }

  /** Of `main`; without one, of the branch that was written last. Undefined when the file names no branch. */
  get tip(): PiTip | undefined {
    return this.tips.get('main') ?? [...this.tips.values()].at(-1)
  }

  /** Writes that still hold at the end of the file, and that no entry shows. */
  *live(): Generator<PiWrite> {
    const { tip } = this
    for (const [branch, write] of this.tipWrites) if (branch !== tip?.branch) yield write
    for (const writes of this.values.values()) yield* writes
  }

  /** Whether it is a write of state. */
  read(write: PiWrite): boolean {
    const { value } = write
    switch (value['kind']) {
      case 'value':
      // Early drafts of v4 had this word.
      case 'register':
        this.set(write)
        return true
      case 'list':
        this.append(write)
        return true
      case 'lane':
        this.moveTip(stringField(value, 'lane') ?? 'main', stringField(value, 'leafId') ?? null, write)
        return true
      case 'fact':
        return this.readFact(write)
      default:
        return false
    }
  }

  /** Pi 0.84 named the lane in the entry. */
  readEntry({ value, line }: PiWrite): void {
    const branch = firstText(value, 'lane')
    const id = firstText(value, 'id')
    if (branch !== undefined && id !== undefined) this.keepTip({ branch, id, line })
  }

  private set(write: PiWrite): void {
    const { value } = write
    const name = (stringField(value, 'namespace') ?? '').replace(/^pi\./, '')
    const key = stringField(value, 'key') ?? ''
    const set = value['op'] === 'delete' ? null : (value['value'] ?? null)
    const isText = set === null || typeof set === 'string'
    if (TIP.test(name) && isText) {
      if (value['op'] === 'delete') this.forgetTip(key)
      else this.moveTip(key === '' ? 'main' : key, set, write)
    } else if (name === 'session.name' && isText) this.facts.push({ write, targetId: undefined, text: set })
    else if (name === 'entry.label' && isText && key !== '') this.facts.push({ write, targetId: key, text: set })
    else this.keep(write, value['op'] === 'delete' ? [] : [write])
  }

  private append(write: PiWrite): void {
    const known = this.values.get(addressOf(write.value))
    if (write.value['op'] === 'delete') this.keep(write, [])
    else if (known === undefined) this.values.set(addressOf(write.value), [write])
    else known.push(write)
  }

  private keep(write: PiWrite, writes: PiWrite[]): void {
    const address = addressOf(write.value)
    const replaced = this.values.get(address)?.[0]
    if (replaced !== undefined) this.report.noteGroup('leftOut', REPLACED, replaced.line)
    this.values.delete(address)
    if (writes.length > 0) this.values.set(address, writes)
  }

  private moveTip(branch: string, id: string | null, write: PiWrite): void {
    this.keepTip({ branch, id, line: write.line })
    this.tipWrites.set(branch, write)
  }

  private keepTip(tip: PiTip): void {
    this.forgetTip(tip.branch)
    this.tips.set(tip.branch, tip)
  }

  private forgetTip(branch: string): void {
    this.tips.delete(branch)
    this.tipWrites.delete(branch)
  }

  private readFact(write: PiWrite): boolean {
    const { value } = write
    const targetId = stringField(value, 'targetId')
    if (value['fact'] === 'name')
      this.facts.push({ write, targetId: undefined, text: stringField(value, 'name') ?? null })
    else if (value['fact'] === 'label' && targetId !== undefined)
      this.facts.push({ write, targetId, text: stringField(value, 'label') ?? null })
    else return false
    return true
  }
}

function addressOf(value: JsonObject): string {
  return JSON.stringify([
    value['kind'] === 'list',
    stringField(value, 'namespace') ?? '',
    stringField(value, 'key') ?? '',
  ])
}
