// A model that answers what a test tells it, when the test tells it: the moments of an answer do not depend on a clock.
import type { Model, ModelPart } from '@coppice/server/agent/model'

export interface ToldModel {
  readonly model: Model
  /** The next words of every answer, whether it has begun or not. */
  say(text: string): void
  end(): void
}

export function createToldModel(): ToldModel {
  const parts: ModelPart[] = []
  let news = Promise.withResolvers<void>()
  const add = (part: ModelPart): void => {
    parts.push(part)
    news.resolve()
    news = Promise.withResolvers()
  }
  return {
    model: {
      provider: 'coppice',
      modelId: 'told',
      label: 'Told model',
      async *stream({ signal }): AsyncGenerator<ModelPart> {
        const stopped = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
        for (let at = 0; ;) {
          signal.throwIfAborted()
          const part = parts[at]
          if (part === undefined) {
            await Promise.race([news.promise, stopped])
            continue
          }
          yield part
          if (part.type === 'end') return
          at++
        }
      },
    },
    say: (text) => add({ type: 'text', text }),
    end: () => add({ type: 'end', stopReason: 'stop', usage: { input: 1, output: 1 } }),
  }
}

/** A part of an answer that is higher than the screen, and ends with these words. */
export function longPart(end: string): string {
  return `${'A line of the answer.\n\n'.repeat(30)}${end}\n\n`
}
