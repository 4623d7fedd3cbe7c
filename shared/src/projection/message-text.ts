// The words in which a model reads what is no plain message: commands, summaries, placeholders.
import type { BashExecutionMessage } from '../entry/message.ts'
import type { BranchSummaryMessage, CompactionSummaryMessage } from './context-message.ts'

/** Stands in for a message without content, which providers refuse. */
export const EMPTY_MESSAGE = '(empty message)'
export const EMPTY_OUTPUT = '(no output)'

/** A command a person ran, with its output in a fence that the output cannot close. */
export function commandText(message: BashExecutionMessage): string {
  const { command, output, exitCode, cancelled, truncated, fullOutputPath } = message
  const parts = [`Ran \`${command}\`\n${output === '' ? EMPTY_OUTPUT : fenced(output)}`]
  if (cancelled === true) parts.push('(command cancelled)')
  else if (typeof exitCode === 'number' && exitCode !== 0) parts.push(`Command exited with code ${exitCode}`)
  if (truncated === true && typeof fullOutputPath === 'string' && fullOutputPath !== '')
    parts.push(`(The output is cut. All of it is in ${fullOutputPath}.)`)
  return parts.join('\n\n')
}

export function branchSummaryText(message: BranchSummaryMessage): string {
  return `Another branch of this conversation was explored before coming back here. What happened on it, in short:\n\n${tagged(message.summary)}`
}

export function compactionSummaryText(message: CompactionSummaryMessage): string {
  return `The older part of this conversation is left out here. It is replaced by this summary:\n\n${tagged(message.summary)}`
}

function tagged(summary: string): string {
  return `<summary>\n${summary}\n</summary>`
}

function fenced(output: string): string {
  const longest = Math.max(2, ...[...output.matchAll(/`{3,}/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}\n${output}\n${fence}`
}
