// A port for a server that a test kills and starts again on the same one. What the system gives to whoever asks for
// port 0, or connects, may be somebody else's by then: another test's connection, or a client's own that tries again.
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below what systems hand out by themselves (from 32,768 on Linux, from 49,152 elsewhere). */
const FROM = 20_000
const TO = 32_000

export async function keptPort(): Promise<number> {
  for (;;) {
    const port = randomInt(FROM, TO)
    if (await isFree(port)) return port
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  const isListening = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => resolve(true))
  })
  if (!isListening) return false
  server.close()
  await once(server, 'close')
  return true
}
