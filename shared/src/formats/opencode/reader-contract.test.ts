import { readerContract } from '../testing/reader-contract.ts'
import { opencodeReader } from './read-opencode.ts'
import { COMPACTED, TALK } from './sample.ts'

readerContract(opencodeReader, [
  { name: 'a talk with tools', text: JSON.stringify(TALK, null, 2) },
  { name: 'a compaction', text: JSON.stringify(COMPACTED) },
  { name: 'a list of sessions', text: JSON.stringify([TALK, COMPACTED]) },
])
