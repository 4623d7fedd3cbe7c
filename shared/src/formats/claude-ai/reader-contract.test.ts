import { readerContract } from '../testing/reader-contract.ts'
import { claudeAiReader } from './read-claude-ai.ts'
import { BRANCHED, FLAT, SEVERAL } from './sample.ts'

readerContract(claudeAiReader, [
  { name: 'a flat conversation', text: JSON.stringify([FLAT]) },
  { name: 'branches', text: JSON.stringify(BRANCHED, null, 2) },
  { name: 'several conversations', text: SEVERAL },
])
