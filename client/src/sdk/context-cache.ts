// Contexts by leaf, so that asking twice gives the same object.
import { projectContext, type EntryId, type ProjectedContext, type TreeIndex } from '@coppice/shared'

/** How many leaves are kept; the ones asked for longest ago go first. */
const MAX_CONTEXTS = 64

export class ContextCache {
  readonly #index: TreeIndex
  readonly #contexts = new Map<EntryId | null, { readonly context: ProjectedContext; readonly version: number }>()

  constructor(index: TreeIndex) {
    this.#index = index
  }

  /**
   * What the model would be given at an entry. Entries never change, so a path that reaches its root is good for
   * ever; one that is cut, or whose leaf is not there yet, is read again when the tree has grown.
   */
  get(leafId: EntryId | null): ProjectedContext {
    const { version } = this.#index
    const known = this.#contexts.get(leafId)
    const isWhole = leafId !== null && this.#index.has(leafId) && known?.context.cut === null
    const context =
      known !== undefined && (isWhole || known.version === version)
        ? known.context
        : projectContext(this.#index, leafId)
    this.#contexts.delete(leafId)
    this.#contexts.set(leafId, { context, version })
    const [oldest] = this.#contexts.keys()
    if (this.#contexts.size > MAX_CONTEXTS && oldest !== undefined) this.#contexts.delete(oldest)
    return context
  }
}
