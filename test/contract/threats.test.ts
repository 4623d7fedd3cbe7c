// The threat table and the tests point at each other.
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const RULE = /\b(?:EN|TR|PA|CX|AD|SY|DK|AW|AC|LG|RN|FM|UI|HT|CL|ER)\d+\b/g

function* testFiles(folder: string): Generator<string> {
  for (const item of readdirSync(folder, { withFileTypes: true })) {
    if (['node_modules', 'dist', 'output', 'peers'].includes(item.name)) continue
    const path = join(folder, item.name)
    if (item.isDirectory()) yield* testFiles(path)
    else if (/\.test\.tsx?$/.test(item.name)) yield path
  }
}

const PATHS = ['shared', 'server', 'client', 'test'].flatMap((folder) => [...testFiles(join(ROOT, folder))])
const PAGE = readFileSync(join(ROOT, 'docs/THREATS.md'), 'utf8')

/** Rows of tables, as cells; the heads and the lines below them are none. */
const ROWS = PAGE.split('\n').flatMap((line) => {
  if (!line.startsWith('|') || line.startsWith('|--') || line.startsWith('| attack |')) return []
  return [
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  ]
})

function sourcesOf(name: string): string[] {
  return PATHS.filter((path) => basename(path) === name).map((path) => readFileSync(path, 'utf8'))
}

test('[SY149] each row of the threat table names rules that are written down and a test that is there', () => {
  const written = new Set(
    [...readFileSync(join(ROOT, 'docs/PROTOCOL.md'), 'utf8').matchAll(/^- \*\*(\w+)\*\* /gm)].map(([, id]) => id),
  )
  const faults = ROWS.flatMap(([attack = '', , stops = '', where = '', ...more]) => {
    const [, file = '', name = ''] = /^`([\w.-]+)` “(.+)”$/.exec(where) ?? []
    const rules = stops.match(RULE) ?? []
    return [
      ...(more.length > 0 || file === '' ? [`${attack}: not four cells with a file and a test`] : []),
      ...(rules.length === 0 ? [`${attack}: no rule`] : []),
      ...rules.filter((id) => !written.has(id)).map((id) => `${attack}: there is no rule ${id}`),
      ...(sourcesOf(file).some((source) => source.includes(`'${name}`))
        ? []
        : [`${attack}: no test “${name}” in ${file}`]),
    ]
  })
  expect(faults).toEqual([])
  expect(ROWS.length).toBeGreaterThan(60)
})

test('[SY149] each rule that an attack over a socket is about stands in the threat table', () => {
  const attacks = PATHS.filter((path) => /\/test\/integration\/attacks-[\w-]+\.test\.ts$/.test(path))
  const tested = new Set(
    attacks.flatMap((path) => [...readFileSync(path, 'utf8').matchAll(/'\[(\w+)\]/g)].map(([, id]) => id ?? '')),
  )
  const named = new Set(PAGE.match(RULE))
  expect([...tested].filter((id) => !named.has(id))).toEqual([])
  expect(attacks.length).toBeGreaterThan(5)
})
