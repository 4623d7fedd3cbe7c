// A finished projection: a line, and what holds at its end. Lists and estimates are made when they are read, so that
// a projection nobody looks at costs nothing.
import type { EntryId } from '../entry/ids.ts'
import type { Line } from './line.ts'
import type { Edits } from './path.ts'
import type { ContextCut, ContextItem, ContextModel, LeftOut, ProjectedContext } from './projected-context.ts'
import type { Settings } from './state.ts'

export interface ProjectionParts {
  readonly leafId: EntryId | null
  readonly line: Line
  readonly settings: Settings
  /** The edits that hold at the leaf: they may name entries that come later. */
  readonly edits: Edits
  readonly cut: ContextCut | null
}

export class Projection implements ProjectedContext {
  readonly parts: ProjectionParts
  private allItems: readonly ContextItem[] | undefined
  private allLeftOut: readonly LeftOut[] | undefined

  constructor(parts: ProjectionParts) {
    this.parts = parts
  }

  get leafId(): EntryId | null {
    return this.parts.leafId
  }

  get items(): readonly ContextItem[] {
    this.allItems ??= this.parts.line.finishedItems()
    return this.allItems
  }

  get leftOut(): readonly LeftOut[] {
    this.allLeftOut ??= this.parts.line.leftOutEntries()
    return this.allLeftOut
  }

  get model(): ContextModel | null {
    return this.parts.settings.model
  }

  get thinkingLevel(): string {
    return this.parts.settings.thinkingLevel
  }

  get activeToolNames(): readonly string[] | null {
    return this.parts.settings.activeToolNames
  }

  get tokens(): number {
    return this.parts.line.tokens()
  }

  get cut(): ContextCut | null {
    return this.parts.cut
  }

  toJSON(): ProjectedContext {
    const { leafId, items, leftOut, model, thinkingLevel, activeToolNames, tokens, cut } = this
    return { leafId, items, leftOut, model, thinkingLevel, activeToolNames, tokens, cut }
  }
}
