import { expect, test } from 'vitest'
import { createLogger } from './logger.ts'

test('[HT4] log lines are JSON, and secrets in them are struck out', () => {
  const lines: string[] = []
  const logger = createLogger({ level: 'info', isTerminal: true, write: (line) => lines.push(line) })
  logger.info(
    {
      token: 'secret-1',
      headers: { authorization: 'Bearer secret-2', cookie: 'coppice=secret-3' },
      url: '/?token=secret-4',
    },
    'said',
  )
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 'info', msg: 'said', token: '[secret]' })
  expect(lines[0]).not.toMatch(/secret-\d/)
})

test('[HT4] on a terminal only warnings are written, elsewhere requests as well', () => {
  const count = (isTerminal: boolean): number => {
    const lines: string[] = []
    const logger = createLogger({ level: undefined, isTerminal, write: (line) => lines.push(line) })
    logger.info('a')
    logger.warn('b')
    return lines.length
  }
  expect([count(true), count(false)]).toEqual([1, 2])
})
