import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createApi } from './api.ts'
import { HandTimers } from './testing/hand-timers.ts'

/** The part of a browser's XMLHttpRequest that an upload uses; the test plays the network. */
class FakeRequest extends EventTarget {
  static last: FakeRequest | undefined
  readonly upload = new EventTarget()
  readonly headers: Record<string, string> = {}
  opened: readonly string[] = []
  sent: unknown
  isAborted = false
  status = 0
  responseText = ''

  constructor() {
    super()
    FakeRequest.last = this
  }

  open(...opened: readonly string[]): void {
    this.opened = opened
  }

  setRequestHeader(name: string, value: string): void {
    this.headers[name] = value
  }

  send(body: unknown): void {
    this.sent = body
  }

  abort(): void {
    this.isAborted = true
    this.dispatchEvent(new Event('abort'))
  }

  answer(status: number, body: unknown): void {
    this.status = status
    this.responseText = JSON.stringify(body)
    this.dispatchEvent(new Event('load'))
  }
}

const file = new Blob(['{}'])
const timers = new HandTimers()
const api = createApi({ url: 'http://coppice.test', token: 'secret', setTimer: timers.setTimer })
const heard: number[] = []
const onProgress = (part: number): void => void heard.push(part)

beforeEach(() => {
  heard.length = 0
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
})

afterEach(() => {
  expect(timers.pending).toEqual([])
  vi.unstubAllGlobals()
})

function request(): FakeRequest {
  if (FakeRequest.last === undefined) throw new Error('nothing was sent')
  return FakeRequest.last
}

test('[SY79] in a browser an import says how much of the file has gone out', async () => {
  const imported = api.importFile(file, { onProgress })
  expect(request().opened).toEqual(['POST', 'http://coppice.test/api/import?format=auto'])
  expect(request().headers).toEqual({ Accept: 'application/json', Authorization: 'Bearer secret' })
  expect(request().sent).toBe(file)
  for (const progress of [
    { lengthComputable: true, loaded: 5, total: 20 },
    { lengthComputable: false, loaded: 6, total: 0 },
    { lengthComputable: true, loaded: 0, total: 0 },
  ])
    request().upload.dispatchEvent(Object.assign(new Event('progress'), progress))
  request().answer(201, { sessions: [] })
  expect(await imported).toEqual({ sessions: [] })
  expect(heard).toEqual([0.25, 1])
})

test('[SY79] a refusal, a lost line and a caller that gives up are told as for every other call', async () => {
  const refused = expect(api.importFile(file, { onProgress })).rejects.toMatchObject({ code: 'invalid_file' })
  request().answer(422, { error: { code: 'invalid_file', message: 'Line 1 is no session header.' } })
  await refused

  const lost = expect(api.importFile(file, { onProgress })).rejects.toMatchObject({ code: 'overloaded' })
  request().dispatchEvent(new Event('error'))
  await lost

  const reason = new Error('changed my mind')
  const controller = new AbortController()
  const given = expect(api.importFile(file, { onProgress, signal: controller.signal })).rejects.toBe(reason)
  controller.abort(reason)
  await given
  await expect(api.importFile(file, { onProgress, signal: controller.signal })).rejects.toBe(reason)
})

test('[SY261] a file that goes out is waited for as long as some of it does', async () => {
  const failure = expect(api.importFile(file, { onProgress })).rejects.toMatchObject({
    code: 'overloaded',
    message: 'Nothing more of the file went out for 60 s. Check your connection, then import it again.',
  })
  for (const loaded of [5, 10, 20]) {
    const before = timers.set.length
    request().upload.dispatchEvent(Object.assign(new Event('progress'), { lengthComputable: true, loaded, total: 20 }))
    expect([timers.set.length, timers.pending]).toEqual([before + 1, [60_000]])
  }
  timers.runOut()
  await failure
  expect(request().isAborted).toBe(true)
})

test('[SY261] a file that has gone out whole is waited for ten minutes more, and may be imported then', async () => {
  const failure = expect(api.importFile(file, { onProgress })).rejects.toMatchObject({
    code: 'overloaded',
    message:
      'The server did not say what became of the file. It may be imported: look at your sessions before you import it once more.',
  })
  request().upload.dispatchEvent(new Event('load'))
  expect(timers.pending).toEqual([600_000])
  timers.runOut()
  await failure
  expect(request().isAborted).toBe(true)
})
