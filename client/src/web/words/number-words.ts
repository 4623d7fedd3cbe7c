// Numbers as people read them, in the language of the browser.

const whole = new Intl.NumberFormat()
const tenth = new Intl.NumberFormat(undefined, { minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** "1,038" */
export function count(value: number): string {
  return whole.format(value)
}

/** "1 entry", "1,038 entries". The plural adds an "s" unless it is given. */
export function counted(value: number, one: string, many = `${one}s`): string {
  return `${whole.format(value)} ${value === 1 ? one : many}`
}

/** Tokens in short: "412", "8.1k", "38k", "1.2M". */
export function shortTokens(tokens: number): string {
  if (tokens < 1_000) return whole.format(tokens)
  if (tokens < 9_950) return `${tenth.format(tokens / 1_000)}k`
  if (tokens < 999_500) return `${whole.format(Math.round(tokens / 1_000))}k`
  return `${tenth.format(tokens / 1_000_000)}M`
}

/** Sizes of files: "412 B", "36 kB", "1.2 MB". */
export function byteWords(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`
  if (bytes < 999_500) return `${whole.format(Math.round(bytes / 1_000))} kB`
  return `${tenth.format(bytes / 1_000_000)} MB`
}
