// The words for other tools' types, ready to be shown.
import { customTypeWords as wordsOfType } from '@coppice/shared'
import { withVisibleControls } from './visible-controls.ts'

export function customTypeWords(customType: string): string {
  return withVisibleControls(wordsOfType(customType))
}
