// Narrows a message to one of the roles that have a shape of their own; other tools' roles have none.
import type {
  AssistantMessage,
  BashExecutionMessage,
  Message,
  SystemMessage,
  ToolResultMessage,
  UserMessage,
} from '@coppice/shared'

interface Shapes {
  readonly user: UserMessage
  readonly assistant: AssistantMessage
  readonly toolResult: ToolResultMessage
  readonly system: SystemMessage
  readonly bashExecution: BashExecutionMessage
}

/** The schema checked the shape when the entry came in. */
export function hasRole<Role extends keyof Shapes>(message: Message, role: Role): message is Shapes[Role] {
  return message.role === role
}
