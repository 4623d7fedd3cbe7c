import { expect, test } from 'vitest'
import { fileNameOf } from './file-name.ts'

test('[UI39] an exported file is named after the session, in letters every system takes', () => {
  expect(fileNameOf('Billing import: rewrite/2')).toBe('Billing-import-rewrite-2')
  expect(fileNameOf('../..')).toBe('session')
  expect(fileNameOf('Übung № 3')).toBe('Übung-3')
})
