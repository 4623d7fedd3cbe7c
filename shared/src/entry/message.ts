// Messages by role, as Pi stores them, and the entry that carries one.
import { z } from 'zod'
import { baseEntryShape } from './base.ts'
import { inputContentSchema, outputContentSchema } from './content.ts'

const messageTime = z.number().optional()

export const userMessageSchema = z.looseObject({
  role: z.literal('user'),
  content: inputContentSchema,
  timestamp: messageTime,
})

export const usageSchema = z.looseObject({
  input: z.number(),
  output: z.number(),
  cacheRead: z.number().optional(),
  cacheWrite: z.number().optional(),
  totalTokens: z.number().optional(),
})

export const assistantMessageSchema = z.looseObject({
  role: z.literal('assistant'),
  content: outputContentSchema,
  api: z.string().optional(),
  provider: z.string().optional(),
  model: z.string().optional(),
  usage: usageSchema.optional(),
  /** `error` and `aborted` replies stay in the tree and out of the model's input. */
  stopReason: z.string().optional(),
  errorMessage: z.string().optional(),
  timestamp: messageTime,
})

export const toolResultMessageSchema = z.looseObject({
  role: z.literal('toolResult'),
  toolCallId: z.string(),
  toolName: z.string().optional(),
  content: inputContentSchema,
  isError: z.boolean().optional(),
  timestamp: messageTime,
})

export const systemMessageSchema = z.looseObject({
  role: z.literal('system'),
  content: inputContentSchema.optional(),
  timestamp: messageTime,
})

export const bashExecutionMessageSchema = z.looseObject({
  role: z.literal('bashExecution'),
  command: z.string(),
  output: z.string(),
  exitCode: z.number().nullable().optional(),
  cancelled: z.boolean().optional(),
  truncated: z.boolean().optional(),
  fullOutputPath: z.string().nullable().optional(),
  excludeFromContext: z.boolean().optional(),
  timestamp: messageTime,
})

const KNOWN_ROLES = new Set(['user', 'assistant', 'toolResult', 'system', 'bashExecution'])

/** Roles of other tools and of later versions: kept in the tree, never sent to a model. */
export const otherMessageSchema = z.looseObject({
  role: z.string().refine((role) => !KNOWN_ROLES.has(role), { error: 'this role has a shape of its own', abort: true }),
})

export const messageSchema = z.union([
  z.discriminatedUnion('role', [
    userMessageSchema,
    assistantMessageSchema,
    toolResultMessageSchema,
    systemMessageSchema,
    bashExecutionMessageSchema,
  ]),
  otherMessageSchema,
])

export type UserMessage = z.infer<typeof userMessageSchema>
export type AssistantMessage = z.infer<typeof assistantMessageSchema>
export type ToolResultMessage = z.infer<typeof toolResultMessageSchema>
export type SystemMessage = z.infer<typeof systemMessageSchema>
export type BashExecutionMessage = z.infer<typeof bashExecutionMessageSchema>
export type Usage = z.infer<typeof usageSchema>
export type Message = z.infer<typeof messageSchema>

export const messageEntrySchema = z.looseObject({
  ...baseEntryShape,
  type: z.literal('message'),
  message: messageSchema,
})
export type MessageEntry = z.infer<typeof messageEntrySchema>
