import { expect, test } from 'vitest'
import { LONGEST_COLOURED } from './code-limits.ts'
import { codeRunsOf } from './code-runs.ts'

test('[UI132] code is cut into runs by kind, which together are the code, whatever stands in it', () => {
  const code = 'const a: string = "<b>" // <script>\nreturn a + 12\n'
  const runs = codeRunsOf(code, 'ts') ?? []
  expect(runs.map(({ text }) => text).join('')).toBe(code)
  const kindOf = (text: string) => runs.find((run) => run.text === text)?.kind
  expect(['const', '"<b>"', '// <script>', '12'].map(kindOf)).toEqual(['keyword', 'string', 'comment', 'number'])
  for (const language of ['ts', 'tsx', 'py', 'sh', 'html', 'yml', 'json', 'rs', 'go', 'diff', 'c++', 'toml'])
    expect(
      codeRunsOf(code, language)
        ?.map(({ text }) => text)
        .join(''),
      language,
    ).toBe(code)
})

test('[UI132] an unknown language, and a text of many pages, stay in one ink', () => {
  expect(codeRunsOf('a', 'no-such-language')).toBeUndefined()
  expect(codeRunsOf('a', '')).toBeUndefined()
  expect(codeRunsOf('a'.repeat(LONGEST_COLOURED + 1), 'ts')).toBeUndefined()
})

test('[UI132] code that nests thousands of levels deep overflows nothing', () => {
  const deep = '${`'.repeat(2_000)
  expect(
    codeRunsOf(`\`${deep}`, 'ts')
      ?.map(({ text }) => text)
      .join(''),
  ).toBe(`\`${deep}`)
})
