// A Pi session file of our own making, large enough to scroll.

/** One chain of turns, and a branch off the first answer. Entry ids are eight hex digits. */
export function piFile(turns: number, title = 'A sample session'): string {
  const lines: unknown[] = [
    { type: 'session', version: 3, id: '0190a3c4-0000-7000-8000-000000000001', timestamp: at(0), cwd: '/work' },
  ]
  let parentId: string | null = null
  let next = 1
  const add = (fields: Record<string, unknown>, parent = parentId): string => {
    const id = next.toString(16).padStart(8, '0')
    lines.push({ ...fields, id, parentId: parent, timestamp: at(next) })
    next++
    parentId = id
    return id
  }
  const user = (text: string) => ({
    type: 'message',
    message: { role: 'user', content: [{ type: 'text', text }], timestamp: next },
  })
  const assistant = (text: string) => ({
    type: 'message',
    message: {
      role: 'assistant',
      content: [{ type: 'text', text }],
      api: 'sample',
      provider: 'sample',
      model: 'sample-1',
      usage: {
        input: 1,
        output: 1,
        cacheRead: 0,
        cacheWrite: 0,
        totalTokens: 2,
        cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
      },
      stopReason: 'stop',
      timestamp: next,
    },
  })
  add({ type: 'session_info', name: title })
  let firstAnswer = ''
  for (let turn = 1; turn <= turns; turn++) {
    add(user(`Question ${turn}: what does step ${turn} do?`))
    const answer = add(assistant(`Answer ${turn}. ${'It reads the rows and writes them in batches. '.repeat(6)}`))
    if (turn === 1) firstAnswer = answer
  }
  const mainTip = parentId
  add(user('A side question'), firstAnswer)
  add(assistant('A side answer'))
  add(user('Back on the main line'), mainTip)
  add(assistant('The last answer of the main line'))
  return `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`
}

function at(second: number): string {
  return new Date(Date.UTC(2026, 0, 1) + second * 1000).toISOString()
}
