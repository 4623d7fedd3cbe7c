// The settings that hold at an entry: replayed over the whole path, also over what a compaction hides (CX2).
import type { Entry } from '../entry/entry.ts'
import type { ContextModel } from './projected-context.ts'

export interface Settings {
  readonly model: ContextModel | null
  readonly thinkingLevel: string
  readonly activeToolNames: readonly string[] | null
}

export const NO_SETTINGS: Settings = { model: null, thinkingLevel: 'off', activeToolNames: null }

/** The settings after one more entry of the path; the same object when it changes none. */
export function settingsAfter(settings: Settings, entry: Entry): Settings {
  switch (entry.type) {
    case 'thinking_level_change':
      return { ...settings, thinkingLevel: entry.thinkingLevel ?? NO_SETTINGS.thinkingLevel }
    case 'model_change':
      return withModel(settings, entry.provider, entry.modelId)
    case 'active_tools_change':
      return { ...settings, activeToolNames: entry.activeToolNames }
    case 'message':
      return isReply(entry.message) ? withModel(settings, entry.message.provider, entry.message.model) : settings
    default:
      return settings
  }
}

interface Reply {
  readonly provider: string
  readonly model: string
}

function isReply(message: object): message is Reply {
  return (
    'role' in message &&
    message.role === 'assistant' &&
    'provider' in message &&
    typeof message.provider === 'string' &&
    'model' in message &&
    typeof message.model === 'string'
  )
}

function withModel(settings: Settings, provider: string, modelId: string): Settings {
  const { model } = settings
  return model?.provider === provider && model.modelId === modelId
    ? settings
    : { ...settings, model: { provider, modelId } }
}
