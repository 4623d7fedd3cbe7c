import { SessionError } from '@coppice/shared'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { TicketSocket, type TicketSocketDeps } from './ticket-socket.ts'
import type { WireEvents } from './wire.ts'

interface FakeWire {
  readonly url: string
  readonly events: WireEvents
  readonly sent: Uint8Array[]
  closed: boolean
}

let wires: FakeWire[]
let sent: number[]
let failed: unknown[]

function socket(overrides: Partial<TicketSocketDeps> = {}): { socket: TicketSocket; closes: [number, string][] } {
  const made = new TicketSocket('ws://coppice.test/ws/s', {
    openWire: (url, events) => {
      const wire: FakeWire = { url, events, sent: [], closed: false }
      wires.push(wire)
      return {
        send: (frame) => wire.sent.push(frame),
        close: () => {
          wire.closed = true
        },
      }
    },
    setTimer: (callback, ms) => {
      const timer = setTimeout(callback, ms)
      return () => clearTimeout(timer)
    },
    delayMs: () => 0,
    getTicket: () => Promise.resolve('a ticket/1'),
    created: () => undefined,
    syncFrameSent: (number) => sent.push(number),
    frameFailed: (error) => failed.push(error),
    ...overrides,
  })
  const closes: [number, string][] = []
  made.addEventListener('close', () => expect.unreachable('the provider listens by onclose'))
  Reflect.set(made, 'onclose', (event: CloseEvent) => closes.push([event.code, event.reason]))
  return { socket: made, closes }
}

const wait = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms)
const firstWire = (): FakeWire => {
  const [wire] = wires
  if (wire === undefined) throw new Error('no wire was opened')
  return wire
}

beforeEach(() => {
  vi.useFakeTimers()
  wires = []
  sent = []
  failed = []
})

afterEach(() => {
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
})

describe('opening', () => {
  test('[SY53] every attempt buys a ticket of its own and shows it, with the version that announces our frames', async () => {
    const { socket: first } = socket()
    await wait(0)
    expect(firstWire().url).toBe('ws://coppice.test/ws/s?ticket=a%20ticket%2F1&v=1')
    first.close()
    const { socket: second } = socket({ getTicket: () => Promise.resolve('2') })
    await wait(0)
    expect(wires[1]?.url).toBe('ws://coppice.test/ws/s?ticket=2&v=1')
    second.close()
  })

  test('[SY53] it waits its turn before it buys the ticket, and hurries when told to', async () => {
    const getTicket = vi.fn(() => Promise.resolve('t'))
    const { socket: made } = socket({ delayMs: () => 5_000, getTicket })
    await wait(4_999)
    expect(getTicket).not.toHaveBeenCalled()
    made.hurry()
    await wait(0)
    expect(getTicket).toHaveBeenCalledOnce()
    made.hurry()
    await wait(6_000)
    expect(getTicket).toHaveBeenCalledOnce()
    made.close()
  })

  test('[SY54] a ticket that is refused for good closes with the 44xx code of the refusal', async () => {
    const { closes } = socket({
      getTicket: () => Promise.reject(new SessionError('not_found', 'There is no such session.')),
    })
    await wait(0)
    expect(closes).toEqual([[4404, 'There is no such session.']])
    expect(wires).toEqual([])
  })

  test('[SY54] a server that cannot be reached or is too busy for a ticket is a transient close', async () => {
    const { closes } = socket({ getTicket: () => Promise.reject(new TypeError('fetch failed')) })
    const { closes: busy } = socket({ getTicket: () => Promise.reject(new SessionError('rate_limited', 'slower')) })
    await wait(0)
    expect(closes).toEqual([[1013, 'the server cannot be reached']])
    expect(busy).toEqual([[4529, 'slower']])
  })

  test('[SY54] an attempt that hangs is given up: the ticket request is aborted, and no socket is opened any more', async () => {
    let signal: AbortSignal | undefined
    let answer: (ticket: string) => void = () => undefined
    const { closes } = socket({
      getTicket: (given) => {
        signal = given
        return new Promise((resolve) => (answer = resolve))
      },
    })
    await wait(60_000)
    expect(closes).toEqual([[1013, 'the server did not answer in time']])
    expect(signal?.aborted).toBe(true)
    answer('too late')
    await wait(0)
    expect(wires).toEqual([])
  })
})

describe('frames', () => {
  test('[SY44] sync frames of kind step 2 and update are counted from 1, and nothing else is', async () => {
    const { socket: made } = socket()
    await wait(0)
    made.send(new Uint8Array([0, 2, 0]))
    expect(firstWire().sent).toEqual([])
    firstWire().events.opened()
    for (const frame of [
      [0, 0, 0],
      [1, 0],
      [0, 1, 0],
      [106, 0, 0],
      [0, 2, 0],
    ])
      made.send(new Uint8Array(frame))
    expect(sent).toEqual([1, 2])
    expect(firstWire().sent).toHaveLength(5)
    made.close()
  })

  test('[SY55] a message that is not binary, and a reader that throws, cost that one message', async () => {
    const { socket: made } = socket()
    const read: number[] = []
    Reflect.set(made, 'onmessage', (event: MessageEvent<ArrayBuffer>) => {
      const [byte] = new Uint8Array(event.data)
      if (byte === undefined) throw new RangeError('empty')
      read.push(byte)
    })
    await wait(0)
    const { events } = firstWire()
    events.opened()
    for (const data of ['text', undefined, new ArrayBuffer(0), new Uint8Array([9]).buffer]) events.received(data)
    expect(read).toEqual([9])
    expect(failed).toEqual([
      expect.any(SessionError),
      expect.any(SessionError),
      expect.objectContaining({ message: 'empty' }),
    ])
    made.close()
  })
})

describe('ending', () => {
  test('[SY56] close is silent and frees everything; drop says so once', async () => {
    const { socket: quiet, closes } = socket()
    await wait(0)
    firstWire().events.opened()
    quiet.close()
    quiet.drop(1013, 'too late')
    firstWire().events.closed(1006, '')
    expect(closes).toEqual([])
    expect(firstWire().closed).toBe(true)

    const { socket: loud, closes: heard } = socket()
    await wait(0)
    loud.drop(1013, 'gone')
    loud.drop(1013, 'gone')
    expect(heard).toEqual([[1013, 'gone']])
  })

  test('[SY56] a close of the server’s comes through as it is', async () => {
    const { closes } = socket()
    await wait(0)
    firstWire().events.opened()
    firstWire().events.closed(4403, 'not yours')
    expect(closes).toEqual([[4403, 'not yours']])
  })
})
