import { readerContract } from '../testing/reader-contract.ts'
import { openWebuiReader } from './read-open-webui.ts'
import { BRANCHED, row, WITH_TOOLS } from './sample.ts'

readerContract(openWebuiReader, [
  { name: 'a list of rows', text: JSON.stringify([BRANCHED, row('ow-2', WITH_TOOLS)], null, 2) },
  { name: 'the inside of a chat', text: JSON.stringify(WITH_TOOLS) },
  { name: 'one row', text: JSON.stringify(BRANCHED) },
])
