// `pnpm verify [session] [--data folder] [--json]`: replays the log and says where anything differs from it.
// Exit code 0: all agrees; 1: something differs; 2: it could not be compared.
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ConfigError, readConfig } from '../config.ts'
import { DATABASE_FILE } from '../log/sqlite-storage.ts'
import { CannotVerify } from './open-data.ts'
import { allDifferences, reportLines } from './report.ts'
import { verifyData } from './verify.ts'

const USAGE = 'Use: pnpm verify [session] [--data <folder>] [--json]'

process.exitCode = main(process.argv.slice(2))

function main(args: readonly string[]): number {
  try {
    const { session, folder, json } = readArgs(args)
    const found = verifyData(join(folder, DATABASE_FILE), session)
    if (json) console.log(JSON.stringify(found))
    else for (const line of reportLines(found)) console.log(line)
    return allDifferences(found).length === 0 ? 0 : 1
  } catch (error) {
    // A line for a person; anything else is a fault of ours and keeps its stack.
    console.error(error instanceof CannotVerify || error instanceof ConfigError ? error.message : error)
    return 2
  }
}

function readArgs(args: readonly string[]): { session: string | undefined; folder: string; json: boolean } {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { data: { type: 'string' }, json: { type: 'boolean', default: false } },
    })
    if (positionals.length > 1) throw new ConfigError(`One session at a time, please. ${USAGE}`)
    const data = values.data === undefined ? [] : ['--data', values.data]
    const { dataFolder } = readConfig(process.env, data, process.cwd())
    return { session: positionals[0], folder: dataFolder, json: values.json }
  } catch (error) {
    if (error instanceof ConfigError) throw error
    throw new ConfigError(`${error instanceof Error ? error.message.split('\n')[0] : String(error)} ${USAGE}`)
  }
}
