import { Worker } from 'node:worker_threads'
import { sessionId } from '@coppice/shared'
import { expect, test } from 'vitest'
import { SqliteConnection } from './sqlite-connection.ts'

const ONE = { session: sessionId('one') }

/** A worker that opens, answers the first request, and then does what the test is about. */
function connectTo(then: string): SqliteConnection {
  const code = `
    const { parentPort } = require('node:worker_threads')
    let requests = 0
    parentPort.on('message', ({ kind, number }) => {
      if (kind === 'close') return parentPort.close()
      requests += 1
      if (requests > 1) { ${then} }
      else parentPort.postMessage({ kind: 'replies', replies: [{ number, ok: true, output: [] }] })
    })
    parentPort.postMessage({ kind: 'ready' })
  `
  return new SqliteConnection(new Worker(code, { eval: true }))
}

test.each([
  ['throws', `throw new Error('the disk hangs')`, 'the disk hangs'],
  ['exits', 'process.exit(7)', 'code 7'],
])(
  '[LG26] when the worker %s, the calls that wait and all later ones say storage, with the cause',
  async (_, then, cause) => {
    const connection = connectTo(then)
    await connection.opened
    await expect(connection.call('bindings', ONE)).resolves.toEqual([])
    const waiting = await Promise.allSettled([connection.call('bindings', ONE), connection.call('find', ONE)])
    for (const settled of [...waiting, ...(await Promise.allSettled([connection.call('list', null)]))]) {
      expect(settled).toMatchObject({
        status: 'rejected',
        reason: { code: 'storage', cause: { message: expect.stringContaining(cause) } },
      })
    }
    await connection.close()
  },
)

test('[LG26] a worker that ends before the file is open refuses the opening', async () => {
  const connection = new SqliteConnection(new Worker('process.exit(3)', { eval: true }))
  await expect(connection.opened).rejects.toMatchObject({ code: 'storage' })
  await expect(connection.call('list', null)).rejects.toMatchObject({ code: 'storage' })
  await connection.close()
})

test('[LG26] a worker that ends instead of closing fails what waits and ends the close', async () => {
  const connection = connectTo('')
  await connection.opened
  await connection.call('bindings', ONE)
  const waiting = connection.call('bindings', ONE)
  const closing = connection.close()
  await expect(waiting).rejects.toMatchObject({ code: 'storage' })
  await closing
})
