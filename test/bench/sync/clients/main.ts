// A process of clients: does the jobs it is sent, one answer each, and ends with the process that started it.
import { clientJobs, type JobAnswer, type JobCall } from './client-jobs.ts'

process.on('message', (call: JobCall) => void answer(call))
// Each stock provider listens for the end of the process.
process.setMaxListeners(0)
process.on('disconnect', () => process.exit())

async function answer({ number, name, order }: JobCall): Promise<void> {
  const job = clientJobs[name] as (order: unknown) => Promise<unknown>
  try {
    reply({ number, ok: true, value: await job(order) })
  } catch (error) {
    reply({ number, ok: false, message: error instanceof Error ? error.message : String(error) })
  }
}

function reply(answer: JobAnswer): void {
  process.send?.(answer)
}
