import { entryId, SessionError } from '@coppice/shared'
import { describe, expect, test } from 'vitest'
import { SavedWaits } from './saved-waits.ts'

const [a, b] = [entryId('a'), entryId('b')]

describe('waiting for entries to be saved', () => {
  test('[SY47] resolves when all that was named is saved, whatever else is not', async () => {
    const waits = new SavedWaits()
    const unsaved = new Set([a, b])
    const look = (): void =>
      waits.look(
        (id) => unsaved.has(id),
        () => undefined,
      )
    await waits.wait([])
    let saved = false
    const done = waits.wait([a]).then(() => (saved = true))
    look()
    await Promise.resolve()
    expect(saved).toBe(false)
    unsaved.delete(a)
    look()
    await done
    expect(saved).toBe(true)
  })

  test('[SY47] rejects with the reason when one of them was refused, and when nothing more can come', async () => {
    const waits = new SavedWaits()
    const refusal = new SessionError('forbidden', 'no')
    const refused = waits.wait([a])
    const ended = waits.wait([b])
    waits.look(
      () => true,
      (id) => (id === a ? refusal : undefined),
    )
    await expect(refused).rejects.toBe(refusal)
    const end = new SessionError('gone', 'left')
    waits.end(end)
    await expect(ended).rejects.toBe(end)
    await expect(waits.wait([b])).rejects.toBe(end)
  })
})
