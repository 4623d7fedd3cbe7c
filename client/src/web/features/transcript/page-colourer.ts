// The page's own colourer, with a real worker and a real clock.
import { Colourer, type Colours } from './code-colours.ts'

/** Code is mostly coloured in a few milliseconds; this is for hostile texts only. */
const DEADLINE_MS = 2_000

export const pageColourer = new Colourer({
  startWorker: ({ answered, failed }) => {
    const worker = new Worker(new URL('code-worker.ts', import.meta.url), { type: 'module' })
    worker.addEventListener('message', ({ data }: MessageEvent<Colours>) => answered(data))
    worker.addEventListener('error', failed)
    return {
      // reason: this is a worker's postMessage, which takes no origin
      // oxlint-disable-next-line unicorn/require-post-message-target-origin
      ask: (question) => worker.postMessage(question),
      end: () => worker.terminate(),
    }
  },
  afterDeadline: (act) => {
    const timer = setTimeout(act, DEADLINE_MS)
    return () => clearTimeout(timer)
  },
})
