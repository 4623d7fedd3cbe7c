import { expect, test, vi } from 'vitest'
import { Colourer, type Colours, type ColourWorkerEvents } from './code-colours.ts'

/** Workers that answer when they are told to, and a deadline that passes when it is told to. */
function rig() {
  const workers: { readonly asked: string[]; readonly events: ColourWorkerEvents; ended: boolean }[] = []
  let deadline: (() => void) | undefined
  const colourer = new Colourer({
    startWorker: (events) => {
      const worker = { asked: [] as string[], events, ended: false }
      workers.push(worker)
      return {
        ask: ({ text }) => worker.asked.push(text),
        end: () => (worker.ended = true),
      }
    },
    afterDeadline: (act) => {
      deadline = act
      return () => (deadline = undefined)
    },
  })
  const told: string[] = []
  const ask = (text: string) => colourer.ask(text, 'ts', (found) => told.push(`${text}: ${found?.length ?? 'none'}`))
  const answer = (found: Colours) => workers.at(-1)?.events.answered(found)
  return { colourer, workers, told, ask, answer, pass: () => deadline?.(), hasDeadline: () => deadline !== undefined }
}

const RUNS = [{ text: 'a', kind: undefined }]

test('[UI133] pieces are asked for one after the other, once each, and what was answered is kept', () => {
  const { colourer, workers, told, ask, answer, hasDeadline } = rig()
  ask('a')
  ask('b')
  ask('a')
  expect(workers.flatMap(({ asked }) => asked)).toEqual(['a'])
  answer(RUNS)
  answer(RUNS)
  expect(told).toEqual(['a: 1', 'a: 1', 'b: 1'])
  expect(colourer.known('a', 'ts')).toBe(RUNS)
  ask('a')
  expect(told.at(-1)).toBe('a: 1')
  expect(told).toHaveLength(4)
  expect(workers).toHaveLength(1)
  expect(workers[0]?.asked).toHaveLength(2)
  expect(hasDeadline()).toBe(false)
})

test('[UI133] a piece that takes too long ends its worker and stays in one ink; the next has a fresh one', () => {
  const { workers, told, ask, answer, pass } = rig()
  ask('hostile')
  ask('good')
  pass()
  expect(workers.map(({ ended }) => ended)).toEqual([true, false])
  workers[0]?.events.answered(RUNS)
  expect(told).toEqual(['hostile: none'])
  answer(RUNS)
  expect(told).toEqual(['hostile: none', 'good: 1'])
  ask('hostile')
  expect(workers.flatMap(({ asked }) => asked)).toHaveLength(2)
})

test('[UI133] what is scrolled away before its turn is not asked for', () => {
  const { workers, told, ask, answer } = rig()
  ask('a')
  const letGo = ask('b')
  ask('c')
  letGo()
  answer(RUNS)
  answer(RUNS)
  expect(told).toEqual(['a: 1', 'c: 1'])
  expect(workers[0]?.asked).toEqual(['a', 'c'])
})

test('[UI133] a worker that cannot start leaves the code as it is', () => {
  const { workers, told, ask } = rig()
  ask('a')
  workers[0]?.events.failed()
  expect(told).toEqual(['a: none'])
  const none = new Colourer({
    startWorker: () => {
      throw new Error('no workers here')
    },
    afterDeadline: () => () => undefined,
  })
  const warned = vi.spyOn(console, 'warn').mockReturnValue()
  none.ask('a', 'ts', (found) => told.push(found === undefined ? 'no worker' : 'some'))
  expect(told.at(-1)).toBe('no worker')
  expect(warned).toHaveBeenCalledOnce()
})
