// Things people and models say to each other while they work on a program, put together at random.
import type { Random } from './random.ts'

const PROMPTS = [
  'The import stalls on the 2 GB file. Write in batches, keep memory flat, and show me the numbers for 500 and 2000 rows.',
  'Set up the schema',
  'Stream the parser instead of reading the whole file',
  'What happens when a row is malformed?',
  'Try sqlite as a staging table instead',
  'Add an index on customer and month, then measure again',
  'Tests for the error report',
  'Can we keep the old path behind a flag?',
  'Use one transaction for everything and compare',
  'Write the docs for the new option',
]

const SENTENCES = [
  'The reader buffers every row before the first insert.',
  'I moved the write into the parse loop and commit once per batch.',
  'With 2000 rows a batch the run takes **41 s** at 180 MB; with 500 it takes 58 s at 96 MB.',
  'The knee is near 1200, where the write-ahead log no longer fits the page cache.',
  'A malformed row is counted and reported with its line, and the import goes on.',
  'The index pays off from about 40,000 rows; below that the planner ignores it.',
  'I kept the old path behind `COPY_MODE=legacy`, so that both can be compared on the same file.',
  'Nothing else in `src/import.ts` changes.',
]

const CODE = `\`\`\`ts
for await (const row of rows) {
  if (batch.push(row) === size) await commit(batch)
}
\`\`\``

const LIST = `What changed:

- the parser yields rows instead of returning them
- \`commit\` takes a batch and returns its duration
- the report counts rows that were left out

| rows a batch | time | memory |
| --- | --- | --- |
| 500 | 58 s | 96 MB |
| 2000 | 41 s | 180 MB |`

export function promptText(random: Random): string {
  return random.pick(PROMPTS)
}

export function answerText(random: Random): string {
  const parts = [
    Array.from({ length: 1 + random.below(3) }, () => random.pick(SENTENCES)).join(' '),
    ...(random.chance(0.3) ? [CODE] : []),
    ...(random.chance(0.2) ? [LIST] : []),
    ...(random.chance(0.4) ? [random.pick(SENTENCES)] : []),
  ]
  return parts.join('\n\n')
}
