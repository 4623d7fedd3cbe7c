// `coppice convert <in> <out>`: one session of a file as another kind of file.
import { extname } from 'node:path'
import { entryIdSchema, TreeIndex, type EntryId, type ParticipantId, type Person } from '@coppice/shared'
import {
  exportCoppiceJson,
  exportHtml,
  exportMarkdown,
  piLines,
  type ImportedSession,
  type Note,
  type PiExportMeta,
} from '@coppice/shared/formats'
import { Command, InvalidArgumentError } from 'commander'
import { countedEntries } from './counted-entries.ts'
import { EXIT, EXIT_HELP, type ExitCode } from './exit-codes.ts'
import { misunderstood } from './failure.ts'
import { nameOf } from './file-name.ts'
import { fromOption, sourcesHelp, TARGET_ENDINGS, TARGETS, targetsHelp, toOption, type Target } from './formats-help.ts'
import { besides, writeDocument } from './json-document.ts'
import { NOBODY, PIPE, readSessions } from './read-file.ts'
import { plainLine } from './plain-line.ts'
import { hasLosses, reportLines } from './report-words.ts'
import { refuseToOverwrite, writePieces } from './write-file.ts'

const PEOPLE: ReadonlyMap<ParticipantId, Person> = new Map([[NOBODY, { name: 'User', color: 0, kind: 'human' }]])
const NO_TIME = new Date(0).toISOString()

interface ConvertOptions {
  readonly to?: Target
  readonly from: string
  readonly leaf?: EntryId
  readonly branch?: true
  readonly pick?: number
  readonly force?: true
  readonly json?: true
}

export function convertCommand(): Command {
  return new Command('convert')
    .description('Turn a session file into another kind of file')
    .argument('<in>', 'a session file of any tool Coppice reads; - for standard input', nameOf)
    .argument('<out>', 'the file to write; its ending says which kind; - for standard output', nameOf)
    .addOption(toOption())
    .addOption(fromOption())
    .option(
      '--leaf <id>',
      'the entry to stand on: for markdown, and with --branch, its path is written, else the file opens there',
      entryOf,
    )
    .option(
      '--branch',
      'only the path to the leaf, with its labels and names: for pi, since markdown has no more anyway',
    )
    .option('--pick <n>', 'which session, of a file that holds several: 1 is the first', numberOf)
    .option('--force', 'overwrite a file that is there already')
    .option('--json', 'print the report as one JSON document')
    .addHelpText(
      'after',
      () => targetsHelp() + sourcesHelp('coppice convert --from chatgpt conversations.json session.html') + EXIT_HELP,
    )
    .action(async (from: string, to: string, options: ConvertOptions) => {
      process.exitCode = await convert(from, to, options)
    })
}

async function convert(input: string, output: string, options: ConvertOptions): Promise<ExitCode> {
  refuseToOverwrite(output, { force: options.force === true })
  const target = options.to ?? TARGET_ENDINGS.get(extname(output).toLowerCase()) ?? refuseUnclear(output)
  if (options.branch === true) refuseWholeTree(target)
  const session = pickSession(input, options)
  const place = placeIn(session, options.leaf)
  const { pieces, branch } = partOf(session, target, place, options)
  await writePieces(output, pieces)
  say(session, output, target, branch?.(), options)
  return hasLosses(session.report) ? EXIT.losses : EXIT.ok
}

/** The one that was picked; its report says as well what is damaged around the others, which nobody hears of otherwise. */
function pickSession(input: string, { from, pick }: ConvertOptions): ImportedSession {
  let number = 0
  let found: ImportedSession | undefined
  const elsewhere: Note[] = []
  for (const session of readSessions(input, from)) {
    number += 1
    if (pick === undefined && number > 1)
      throw misunderstood(`${input} holds several sessions. Choose one with --pick; "coppice inspect" lists them.`)
    if (number === (pick ?? 1)) found = session
    else elsewhere.push(...(session.damage ?? []))
  }
  if (found === undefined) {
    throw misunderstood(
      number === 1
        ? `${input} holds one session: there is no number ${pick}. Leave --pick out.`
        : `${input} holds ${number} sessions: there is no number ${pick}. Choose one up to ${number}.`,
    )
  }
  const { report } = found
  return { ...found, report: { ...report, leftOut: [...report.leftOut, ...elsewhere] } }
}

function refuseUnclear(output: string): never {
  const names = `--to ${TARGETS.slice(0, -1).join(', ')} or ${TARGETS.at(-1)}`
  throw misunderstood(
    output === PIPE
      ? `What is standard output to be? Say ${names}.`
      : `What is ${output} to be? Say ${names}, or give it an ending such as .html.`,
  )
}

function refuseWholeTree(target: Target): void {
  if (target === 'pi' || target === 'markdown') return
  throw misunderstood(`--branch is for pi and markdown: ${target} has the whole tree. Leave it out, or say --to pi.`)
}

interface Place {
  readonly index: TreeIndex
  /** As it was asked for. */
  readonly leaf: EntryId | undefined
  /** Else as the file says. */
  readonly standing: EntryId | null
  /** Else the newest tip. */
  readonly leafId: EntryId | null
}

function placeIn({ entries, leafId }: ImportedSession, leaf: EntryId | undefined): Place {
  const index = new TreeIndex()
  for (const entry of entries) index.add(entry)
  const standing = leaf ?? leafId
  return { index, leaf, standing, leafId: standing ?? index.newestTip() }
}

/** What is written where that is not the whole tree. */
interface Branch {
  readonly leafId: EntryId | null
  readonly entries: number
  /** What comes along that is not on the path itself. */
  readonly facts: string
}

interface Part {
  readonly pieces: Iterable<string>
  /** To be asked once all is written. */
  readonly branch?: () => Branch
}

function partOf(session: ImportedSession, target: Target, place: Place, options: ConvertOptions): Part {
  const { index, leafId } = place
  if (target === 'pi' && options.branch === true) {
    const { lines, count } = countedEntries(piLines(index, piMetaOf(session), { leafId, branchOnly: true }), index)
    return { pieces: lines, branch: () => ({ leafId, entries: count(), facts: ' with its labels and names' }) }
  }
  const pieces = piecesOf(session, target, place)
  if (target !== 'markdown') return { pieces }
  return { pieces, branch: () => ({ leafId, entries: index.pathTo(leafId).length, facts: '' }) }
}

function piMetaOf({ id, createdAt, entries, header, title }: ImportedSession): PiExportMeta {
  return {
    sessionId: id ?? 'imported',
    createdAt: createdAt ?? entries[0]?.timestamp ?? NO_TIME,
    header,
    title,
  }
}

function piecesOf(session: ImportedSession, target: Target, place: Place): Iterable<string> {
  const { title, entries, header } = session
  const { index, leaf, standing, leafId } = place
  // Where the file says who is who, its own names need no mark; what was imported there before keeps its own.
  const speakers =
    session.people === undefined
      ? { people: PEOPLE, importedMark: '' }
      : { people: new Map([...PEOPLE, ...session.people]) }
  switch (target) {
    case 'pi': {
      // A file of Pi's stays as it is: it says itself where it opens, by its last record or a mark.
      const isPi = entries.every(({ source }) => source?.format === 'pi')
      const opensAt = leaf ?? (isPi ? (session.markedLeaf ?? null) : leafId)
      return piLines(index, piMetaOf(session), opensAt === null ? {} : { leafId: opensAt })
    }
    case 'markdown':
      return [exportMarkdown(index, leafId, { title, ...speakers })]
    case 'html':
      return exportHtml(index, leafId, { title, ...speakers })
    case 'json': {
      const { createdAt, parentSession, markedLeaf, people } = session
      const meta = {
        sessionId: session.id ?? 'imported',
        title,
        createdAt,
        header,
        parentSession,
        markedLeaf,
        people: people ?? new Map(),
      }
      // Coppice JSON says it where one stands nowhere.
      return exportCoppiceJson(index, people === undefined ? leafId : standing, meta)
    }
    default:
      return target satisfies never
  }
}

function say(
  { title, entries, report }: ImportedSession,
  output: string,
  target: Target,
  branch: Branch | undefined,
  { json }: ConvertOptions,
): void {
  if (json === true) {
    const counts =
      branch === undefined
        ? { entries: entries.length }
        : { leafId: branch.leafId, entries: branch.entries, ofEntries: entries.length }
    return writeDocument(besides(output), { output, format: target, title, ...counts, report })
  }
  const lines = reportLines(report)
  if (output !== PIPE) lines.push(`Wrote ${output}: ${writtenWords(entries.length, branch)}`)
  if (lines.length > 0) process.stderr.write(`${lines.join('\n')}\n`)
}

function writtenWords(all: number, branch: Branch | undefined): string {
  const count = all === 1 ? '1 entry' : `${all} entries`
  if (branch === undefined || branch.entries === all) return `${count}.`
  const { leafId, entries, facts } = branch
  const what = leafId === null ? 'what is before the first entry' : `the path to ${plainLine(leafId)}${facts}`
  return `${what}, ${entries} of ${count}. For another branch say --leaf <id>; "coppice inspect" lists where branches end.`
}

function entryOf(value: string): EntryId {
  const id = entryIdSchema.safeParse(value)
  if (id.success) return id.data
  throw new InvalidArgumentError('An id has 1 to 256 characters.')
}

function numberOf(value: string): number {
  if (/^[1-9]\d{0,8}$/.test(value)) return Number(value)
  throw new InvalidArgumentError('Say a number from 1 on.')
}
