import { expect, test } from 'vitest'
import { closeCutJson } from './cut-tail.ts'
import { readElements } from './elements.ts'

const isItem = (value: object): boolean => 'list' in value
const read = (text: string | Iterable<string>) => [...readElements(typeof text === 'string' ? [text] : text, isItem)]
const brief = (text: string | Iterable<string>) =>
  read(text).map((one) => (one.kind === 'damage' ? `line ${one.line} damaged` : one.value['name']))

const item = (name: string, more: object = {}): string => JSON.stringify({ name, list: [{ name: 'inner' }], ...more })
const a = item('a')
const b = item('b \\ "]}{[, ü')
const c = item('c')

test('[FM19] the objects of a list come one by one with their lines, and so does one that stands alone', () => {
  expect(read(`[\n${a},\n\n${b}]`).map(({ line }) => line)).toEqual([2, 4])
  expect(brief(`[${a},${b},${c}]`)).toEqual(['a', 'b \\ "]}{[, ü', 'c'])
  expect(brief(`\ufeff ${a}`)).toEqual(['a'])
  expect(brief(`${a}\n${c}\n`)).toEqual(['a', 'c'])
  expect(brief('[]')).toEqual([])
  expect(brief('')).toEqual([])
})

test('[FM19] how the text is cut into pieces changes nothing', () => {
  const text = `[${a},\n${b},${c}]`
  const whole = read(text)
  for (let at = 1; at < text.length; at += 1) expect(read([text.slice(0, at), text.slice(at)])).toEqual(whole)
  expect(read(text.split(''))).toEqual(whole)
})

test('[FM19] each element is given before the next one is asked for', () => {
  let asked = 0
  function* pieces(): Generator<string> {
    for (const piece of [`[${a},`, `${b},`, `${c}]`]) {
      asked += 1
      yield piece
    }
  }
  const first = readElements(pieces(), isItem)[Symbol.iterator]().next()
  expect(first.value).toMatchObject({ value: { name: 'a' } })
  expect(asked).toBe(1)
})

test('[FM19] a damaged element costs itself: broken words, lost quotes, lost and spare brackets', () => {
  const whole = item('x')
  const damaged = [
    whole.replace('[', '[tru,'),
    whole.replace('"name"', 'name"'),
    whole.replace('"inner"', '"inner'),
    whole.replace('}]', ']'),
    whole.replace('}]', '}}]'),
    whole.slice(0, 12),
    '"text"',
    '{"other":1}',
    '[[1]]',
  ]
  for (const one of damaged) {
    const names = brief(`[\n${a},\n${one},\n${c},\n${item('d')}]`)
    expect([one, names.filter((name) => name !== 'line 3 damaged')]).toEqual([one, ['a', 'c', 'd']])
    expect(names.filter((name) => name === 'line 3 damaged').length).toBeLessThanOrEqual(1)
  }
})

test('[FM19] a file that ends inside an element gives what stands before', () => {
  const text = `[${a},${item('b', { more: [1, 2, { deep: 'text' }] })}`
  const found = read(text.slice(0, -6))
  expect(found[1]).toMatchObject({ isCut: true, value: { name: 'b', list: [{ name: 'inner' }], more: [1, 2] } })
  for (let at = text.indexOf(',{') + 1; at < text.length - 1; at += 1) expect(brief(text.slice(0, at))[0]).toBe('a')
})

test('[FM19] the end of a cut text is closed behind its last whole value', () => {
  const closed = (text: string) => closeCutJson(text)?.text
  expect(closed('{"a":1,"b":[1,2')).toBe('{"a":1,"b":[1]}')
  expect(closed('{"a":{"b":"x\\"}')).toBeUndefined()
  expect(closed('{"a":[{}],"b":"c')).toBe('{"a":[{}]}')
  expect(closed('{"a":1]')).toBeUndefined()
})
