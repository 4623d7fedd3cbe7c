// Rules and tests point at each other.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const RULE = /\[((?:EN|TR|PA|CX|AD|SY|DK|AW|AC|LG|RN|FM|UI|HT|CL|ER|BN)\d+)\]/g

function idsIn(text: string): string[] {
  return [...text.matchAll(RULE)].map(([, id]) => id ?? '')
}

function* sources(folder: string): Generator<string> {
  for (const item of readdirSync(folder, { withFileTypes: true })) {
    if (['node_modules', 'dist', 'output', 'peers'].includes(item.name)) continue
    const path = join(folder, item.name)
    if (item.isDirectory()) yield* sources(path)
    else if (/\.tsx?$/.test(item.name)) yield path
  }
}

test('[ER4] every rule in PROTOCOL.md has a test, and every id in a test is a rule there', () => {
  const documented = new Set(
    readFileSync(join(ROOT, 'docs/PROTOCOL.md'), 'utf8')
      .split('\n')
      .flatMap((line) => /^- \*\*(\w+)\*\* /.exec(line)?.[1] ?? []),
  )
  const tested = new Set(
    ['shared', 'server', 'client', 'test'].flatMap((folder) =>
      [...sources(join(ROOT, folder))].flatMap((path) => idsIn(readFileSync(path, 'utf8'))),
    ),
  )
  expect([...tested].filter((id) => !documented.has(id)).toSorted(), 'in tests, not in PROTOCOL.md').toEqual([])
  expect([...documented].filter((id) => !tested.has(id)).toSorted(), 'in PROTOCOL.md, without a test').toEqual([])
  expect(documented.size).toBeGreaterThan(100)
})
