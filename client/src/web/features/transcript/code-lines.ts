// Runs of coloured code, line by line.
import type { CodeKind, CodeRun } from './code-runs.ts'

/** The runs of each line, without their line breaks. */
export function linesOfRuns(runs: readonly CodeRun[]): readonly (readonly CodeRun[])[] {
  const lines: CodeRun[][] = [[]]
  for (const { text, kind } of runs)
    for (const [at, part] of text.split('\n').entries()) {
      if (at > 0) lines.push([])
      if (part !== '') lines.at(-1)?.push({ text: part, kind })
    }
  return lines
}

/** The lines as runs again, each with something before it. */
export function joinLines(
  lines: readonly (readonly CodeRun[])[],
  prefix: (line: number) => string,
  prefixKind: CodeKind | undefined,
): readonly CodeRun[] {
  return lines.flatMap((line, at) => [
    ...(at === 0 ? [] : [{ text: '\n', kind: undefined }]),
    ...(prefix(at) === '' ? [] : [{ text: prefix(at), kind: prefixKind }]),
    ...line,
  ])
}
