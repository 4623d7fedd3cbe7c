import { entryId, participantId } from '../../entry/ids.ts'
import {
  answerEntry,
  callEntry,
  compactionEntry,
  labelEntry,
  resultEntry,
  userEntry,
} from '../../tree/sample-entries.ts'
import { headerLine, importLines, treeOf, userLine } from '../testing/sample-file.ts'
import { readerContract } from '../testing/reader-contract.ts'
import { exportCoppiceJson } from './export-coppice-json.ts'
import { coppiceJsonReader } from './read-coppice-json.ts'

const OWN = [
  userEntry('a', null, 1, 'one \u2028 "two" \\ {[ é 🌳'),
  answerEntry('b', 'a', 2),
  callEntry('c', 'a', 3, 'x'),
  resultEntry('d', 'c', 4, 'x'),
  compactionEntry('e', 'd', 5, 'so far', 'c'),
  labelEntry('f', 'b', 6, 'b', 'good'),
]
const PI = importLines(headerLine(), userLine('p', null), userLine('q', 'gone'), '{"type":"odd","n":1e999}')
const PEOPLE = new Map([[participantId('alice'), { name: 'Alice', color: 0, kind: 'human' as const }]])

function documentOf(entries: typeof OWN, header: string | null): string {
  const meta = { sessionId: 's', title: 'Sample', createdAt: null, header, people: PEOPLE }
  const leafId = entryId(entries[0]?.id ?? '')
  return [...exportCoppiceJson(treeOf(...entries), leafId, meta)].join('')
}

readerContract(coppiceJsonReader, [
  { name: 'entries of its own', text: documentOf(OWN, null) },
  { name: 'a Pi file that grew', text: documentOf([...PI.entries, ...OWN], PI.header) },
  { name: 'another layout', text: JSON.stringify(JSON.parse(documentOf(OWN, null)), null, 2) },
])
