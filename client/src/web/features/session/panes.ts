// Which panes of the session's screen are open. Kept on this device where that makes sense.
import { useMemo, useState } from 'react'

export const PHONE_TABS = ['chat', 'tree', 'context', 'people'] as const
export type PhoneTab = (typeof PHONE_TABS)[number]
export type InspectorTab = 'context' | 'people'

export interface Panes {
  readonly phoneTab: PhoneTab
  readonly inspectorTab: InspectorTab
  /** On wide windows. */
  readonly inspectorOpen: boolean
  /** On narrower ones, where it lies over the transcript. */
  readonly sheetOpen: boolean
  readonly showPhoneTab: (tab: PhoneTab) => void
  readonly showInspectorTab: (tab: InspectorTab) => void
  readonly setInspectorOpen: (open: boolean) => void
  readonly setSheetOpen: (open: boolean) => void
}

const KEY = 'coppice.inspector'

export function usePanes(): Panes {
  const [phoneTab, showPhoneTab] = useState<PhoneTab>('chat')
  const [inspectorTab, showInspectorTab] = useState<InspectorTab>('context')
  const [inspectorOpen, keepOpen] = useState(wasOpen)
  const [sheetOpen, setSheetOpen] = useState(false)
  return useMemo(
    () => ({
      phoneTab,
      inspectorTab,
      inspectorOpen,
      sheetOpen,
      showPhoneTab,
      showInspectorTab,
      setInspectorOpen: (open: boolean) => {
        keepOpen(open)
        remember(open)
      },
      setSheetOpen,
    }),
    [phoneTab, inspectorTab, inspectorOpen, sheetOpen],
  )
}

function wasOpen(): boolean {
  try {
    return localStorage.getItem(KEY) !== 'closed'
  } catch (error) {
    console.info('The inspector opens as usual, since this page may not use its storage.', error)
    return true
  }
}

function remember(open: boolean): void {
  try {
    localStorage.setItem(KEY, open ? 'open' : 'closed')
  } catch (error) {
    console.info('It is not remembered whether the inspector is open.', error)
  }
}
