import { line, headerLine, timeAt, userLine } from '../testing/sample-file.ts'
import { readerContract } from '../testing/reader-contract.ts'
import { piReader } from './read-pi.ts'

const call = { type: 'toolCall', id: 'call1', name: 'read', arguments: { path: 'a' } }
const answer = { role: 'assistant', content: [call], provider: 'p', model: 'm' }

readerContract(piReader, [
  {
    name: 'version 3 with a branch and a label',
    text: [
      headerLine(),
      userLine('u1', null),
      line({ type: 'message', id: 'a1', parentId: 'u1', timestamp: timeAt(2), message: answer }),
      userLine('u2', 'a1'),
      userLine('u3', 'a1', 'another way \ud83d\ude00'),
      line({ type: 'label', id: 'l1', parentId: 'u3', timestamp: timeAt(3), targetId: 'u2', label: 'first' }),
      '',
    ].join('\n'),
  },
  {
    name: 'version 1',
    text: [
      headerLine(1),
      line({ type: 'message', timestamp: timeAt(1), message: { role: 'user', content: 'one' } }),
      line({ type: 'message', timestamp: timeAt(2), message: answer }),
    ].join('\n'),
  },
])
