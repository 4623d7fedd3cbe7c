import { readerContract } from '../testing/reader-contract.ts'
import { messagesReader } from './read-messages.ts'
import { ANTHROPIC, LINES, OPENAI } from './sample.ts'

readerContract(messagesReader, [
  { name: 'a list of OpenAI messages', text: JSON.stringify(OPENAI, null, 2) },
  { name: 'a request to Anthropic', text: JSON.stringify(ANTHROPIC) },
  { name: 'a list a line', text: LINES },
])
