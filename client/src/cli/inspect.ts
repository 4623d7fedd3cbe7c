// `coppice inspect <file>`: what a file is, what is in it, and what reading it would cost.
import { branchStartOf, branchTitle, TreeIndex } from '@coppice/shared'
import type { ImportedSession } from '@coppice/shared/formats'
import { Command } from 'commander'
import { EXIT, EXIT_HELP } from './exit-codes.ts'
import { nameOf } from './file-name.ts'
import { fromOption, sourcesHelp } from './formats-help.ts'
import { writeDocument } from './json-document.ts'
import { plainLine } from './plain-line.ts'
import { readSessions } from './read-file.ts'
import { hasLosses, reportLines, shownLines } from './report-words.ts'

interface InspectOptions {
  readonly json?: true
  readonly from: string
}

export function inspectCommand(): Command {
  return new Command('inspect')
    .description('Say what a session file is and what is in it')
    .argument('<file>', 'a session file of any tool Coppice reads; - for standard input', nameOf)
    .option('--json', 'print the facts as one JSON document')
    .addOption(fromOption())
    .addHelpText('after', () => sourcesHelp('coppice inspect --from chatgpt conversations.json') + EXIT_HELP)
    .action(inspect)
}

function inspect(file: string, { json, from }: InspectOptions): void {
  const facts: ReturnType<typeof factsOf>[] = []
  let number = 0
  process.exitCode = EXIT.ok
  for (const session of readSessions(file, from)) {
    number += 1
    const found = factsOf(session, number)
    if (json === true) facts.push(found)
    else process.stdout.write(`${factLines(found).join('\n')}\n`)
    if (hasLosses(session.report)) process.exitCode = EXIT.losses
  }
  if (json === true) writeDocument('stdout', { file, sessions: facts })
}

function factsOf({ title, createdAt, leafId, parentSession, entries, report }: ImportedSession, number: number) {
  const index = new TreeIndex()
  const models = new Set<string>()
  for (const entry of entries) {
    index.add(entry)
    if (entry.type !== 'message' || entry.message.role !== 'assistant') continue
    const model: unknown = entry.message['model']
    if (typeof model === 'string' && model !== '') models.add(model)
  }
  const { tips, ...counts } = index.counts()
  return {
    number,
    title,
    createdAt,
    ...(parentSession === undefined ? {} : { parentSession }),
    leafId,
    branches: tips,
    ...counts,
    tips: index.tips().map((id) => ({ id, title: branchTitle(index, branchStartOf(index, id)) })),
    models: [...models],
    report,
  }
}

function factLines(facts: ReturnType<typeof factsOf>): string[] {
  const { number, title, createdAt, leafId, branches, entries, branchPoints, detached, longestPath } = facts
  const { tips, models, report } = facts
  const rows: [string, string][] = [
    ['Format', plainLine(formatWords(report))],
    ['Created', createdAt ?? 'unknown'],
    ['Entries', `${entries} (records read: ${report.read})`],
    ['Branches', `${branches} (branch points: ${branchPoints}, entries on the longest path: ${longestPath})`],
    ...(detached === 0
      ? []
      : [['Detached', `${detached} (parts of the tree whose parents are missing)`] satisfies [string, string]]),
    ['Models', models.length === 0 ? 'none' : plainLine(models.join(', '))],
    ['Stands at', leafId === null ? 'nowhere' : plainLine(leafId)],
  ]
  return [
    `${number}. ${plainLine(title)}`,
    ...rows.map(([name, value]) => `   ${name.padEnd(10)}${value}`),
    ...(tips.length > 1 ? tipLines(tips) : []).map((line) => `   ${line}`),
    ...reportLines(report).map((line) => `   ${line}`),
  ]
}

/** Their ids are what `--leaf` takes. */
function tipLines(tips: ReturnType<typeof factsOf>['tips']): string[] {
  return ['Tips', ...shownLines(tips, ({ id, title }) => `${plainLine(id)}  ${plainLine(title)}`.trimEnd())]
}

/** Versions that are no number say how we took the file; that is for programs. */
function formatWords({ formatTitle, version }: ImportedSession['report']): string {
  return /^\d/.test(version) ? `${formatTitle}, version ${version}` : formatTitle
}
