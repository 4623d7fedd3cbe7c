// The teaching example of the session tree, in plain text: one prompt, two plans, and a way back. `pnpm demo`.
import {
  contentText,
  entryText,
  participantId,
  SessionError,
  SessionTree,
  entryId,
  type EntryId,
} from '@coppice/shared'

/** Runs the example and gives back its lines, so that a test reads what a person sees. */
export function planAPlanB(now: () => number = Date.now): string[] {
  const lines: string[] = []
  const tree = new SessionTree({ author: participantId('alice'), now })

  const prompt = tree.append({ role: 'user', content: 'How shall we store the sessions?' })
  const planA = tree.append({ role: 'assistant', content: [{ type: 'text', text: 'Plan A: one file per session.' }] })
  tree.moveTo(prompt.id)
  const planB = tree.append({ role: 'assistant', content: [{ type: 'text', text: 'Plan B: one database for all.' }] })

  lines.push('The tree', ...outline(tree, null, '  '), '')
  lines.push('The path to plan B', ...path(tree), '')
  tree.moveTo(planA.id)
  lines.push('The path to plan A', ...path(tree), '')

  lines.push('All nodes with their parents')
  const names = new Map<EntryId | null, string>([
    [null, 'none'],
    [prompt.id, 'prompt'],
    [planA.id, 'plan A'],
    [planB.id, 'plan B'],
  ])
  for (const { id, parentId } of [prompt, planA, planB])
    lines.push(`  ${names.get(id)} (${id}), parent: ${names.get(parentId)}`)
  lines.push('', 'Moving to an entry that is not there', `  ${moveNowhere(tree)}`)
  lines.push(`  One still stands on: ${names.get(tree.leafId)}`)
  return lines
}

function outline(tree: SessionTree, parentId: EntryId | null, indent: string): string[] {
  return tree.children(parentId).flatMap((id) => {
    const entry = tree.index.get(id)
    return [`${indent}${entry === undefined ? '' : entryText(entry)}`, ...outline(tree, id, `${indent}  `)]
  })
}

function path(tree: SessionTree): string[] {
  return tree.currentPath().map((message) => `  ${message.role}: ${contentText(message.content)}`)
}

function moveNowhere(tree: SessionTree): string {
  try {
    tree.moveTo(entryId('nowhere'))
    return 'nothing happened'
  } catch (error) {
    if (!(error instanceof SessionError)) throw error
    return `${error.name} ${error.code}: ${error.message}`
  }
}

if (import.meta.main) process.stdout.write(`${planAPlanB().join('\n')}\n`)
