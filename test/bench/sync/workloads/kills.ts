// What a second client has seen and the server then loses: killed without a word 0 to 200 ms later, started again.
import { setTimeout as delay } from 'node:timers/promises'
import { comparison } from '../comparison.ts'
import type { Contender } from '../contenders.ts'
import type { Effort } from '../effort.ts'
import { inTurns } from '../rounds.ts'
import { onStage } from '../stage.ts'
import { wordsOf, type Workload } from '../workload.ts'
import { randomOf } from '../../../support/random.ts'

const SEED = 4
const LATEST_KILL_MS = 200
/** Enough to show what keeps nothing on disk. */
const KILLS_IN_MEMORY = 3

interface Kills {
  readonly kills: number
  readonly lost: number
}

export const kills: Workload = {
  title: 'Kills',
  async run(effort) {
    const keepers = effort.contenders.filter(({ keeps }) => keeps !== 'nothing')
    const measured = await inTurns(keepers, 1, (contender) => measure(contender, effort))
    return wordsOf(
      measured,
      `An entry that a second client has seen; SIGKILL ${LATEST_KILL_MS} ms later at most (the same moments for all); a fresh client after the restart either gets it or it is lost. The process is killed, not the machine: what the system holds for the disk survives, so this says nothing about a power cut.`,
      comparison(measured, [
        { head: 'kills', of: ({ kills }: Kills) => kills },
        { head: 'entries lost', of: ({ lost }) => lost, goal: { atMost: 0 } },
      ]),
    )
  },
}

function measure(contender: Contender, effort: Effort): Promise<Kills> {
  const kills = contender.keeps === 'on disk' ? effort.kills : Math.min(KILLS_IN_MEMORY, effort.kills)
  const random = randomOf(SEED)
  return onStage(contender, async (stage) => {
    const room = await stage.makeRoom()
    const author = await stage.author()
    const clients = stage.clients()
    let lost = 0
    for (let n = 0; n < kills; n += 1) {
      const id = await clients.ask('writeAndSee', { target: stage.target(room), author })
      await delay(random() * LATEST_KILL_MS)
      await stage.server.kill()
      await clients.ask('leave')
      await stage.server.start()
      if (!(await clients.ask('has', { target: stage.target(room), id }))) lost += 1
    }
    return { kills, lost }
  })
}
