import { readerContract } from '../testing/reader-contract.ts'
import { chatgptReader } from './read-chatgpt.ts'
import { BRANCHED, TWO, WITH_TOOLS } from './sample.ts'

readerContract(chatgptReader, [
  { name: 'a list of two', text: TWO },
  { name: 'one line', text: JSON.stringify([WITH_TOOLS, BRANCHED]) },
  { name: 'one conversation', text: JSON.stringify(BRANCHED) },
])
