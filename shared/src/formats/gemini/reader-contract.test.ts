import { readerContract } from '../testing/reader-contract.ts'
import { geminiReader } from './read-gemini.ts'
import { HEADER, LOG, MESSAGES, OBJECT } from './sample.ts'

readerContract(geminiReader, [
  { name: 'an object', text: OBJECT },
  { name: 'an object on one line', text: JSON.stringify({ ...HEADER, messages: MESSAGES }) },
  { name: 'a log', text: LOG },
])
