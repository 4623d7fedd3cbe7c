// What the model will see with the next request from where one looks: the exact list, entry by entry.
import type { EntryId } from '@coppice/shared'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useMemo, useRef } from 'react'
import { useContextOf, usePeople, useTree } from '../../../react/index.ts'
import { count, counted, shortTokens } from '../../words/number-words.ts'
import { contextRows } from './context-rows.ts'
import { ContextRowView } from './ContextRowView.tsx'
import { contextShares } from './context-shares.ts'
import { ShareBar } from './ShareBar.tsx'
import { useContextTokens } from './use-context-tokens.ts'

const ROW_HEIGHT = { heading: 38, entry: 28, noted: 44 } as const

interface ContextPanelProps {
  /** The entry whose next request is shown. */
  readonly lookedId: EntryId | null
  /** In words, which request that is: "Next request from k7f · turn 12". */
  readonly requestWords: string
  readonly onView: (id: EntryId) => void
}

export function ContextPanel({ lookedId, requestWords, onView }: ContextPanelProps) {
  const { index } = useTree()
  const people = usePeople()
  const context = useContextOf(lookedId)
  const rows = useMemo(
    () => (context === undefined ? [] : contextRows({ context, index, people })),
    [context, index, people],
  )
  const tokens = useContextTokens(context)
  const shares = useMemo(
    () => (context === undefined || tokens === undefined ? [] : contextShares(context, index, people)),
    [context, tokens, index, people],
  )

  const scroller = useRef<HTMLDivElement>(null)
  // reason: what the virtualizer returns is read in this render only and handed to nothing that is memoized
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (place) => {
      const row = rows[place]
      if (row === undefined || row.kind === 'heading') return ROW_HEIGHT.heading
      return row.note === undefined ? ROW_HEIGHT.entry : ROW_HEIGHT.noted
    },
    // The same function for the same rows: another one has all of them measured again, at each render.
    getItemKey: useCallback((place: number) => rows[place]?.key ?? place, [rows]),
    overscan: 8,
  })

  if (context === undefined) return <p className="px-4 py-5 text-ink-2">This entry is not in the session any more.</p>
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="border-b border-line px-4 pt-3.5 pb-3">
        <div className="flex items-baseline justify-between gap-3">
          <h2 className="font-semibold">What the model will see</h2>
          {tokens !== undefined && (
            <span className="num text-ink-2" title={`About ${count(tokens)} tokens`}>
              ≈ {shortTokens(tokens)}
            </span>
          )}
        </div>
        <p className="mt-0.5 truncate text-xs text-ink-3">{requestWords}</p>
        {tokens === undefined ? <Weighing items={context.items.length} /> : <ShareBar shares={shares} total={tokens} />}
        {context.cut !== null && (
          <p className="mt-2 text-xs text-warn">
            {context.cut.reason === 'cycle'
              ? 'The path runs in a circle and is cut where it closes. What lies above is not sent.'
              : 'The path is cut: the entry above its first one is missing. What lies above is not sent.'}
          </p>
        )}
      </div>
      <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto">
        {context.items.length === 0 && context.leftOut.length === 0 ? (
          <p className="px-4 py-5 text-ink-2">Nothing yet. The first prompt will be all that the model is given.</p>
        ) : (
          <div role="list" className="relative" style={{ height: virtual.getTotalSize() }}>
            {virtual.getVirtualItems().map((item) => {
              const row = rows[item.index]
              if (row === undefined) return null
              return (
                <div
                  key={item.key}
                  role="listitem"
                  aria-setsize={rows.length}
                  aria-posinset={item.index + 1}
                  className="absolute inset-x-0 top-0"
                  style={{ height: item.size, transform: `translateY(${item.start}px)` }}
                >
                  <ContextRowView row={row} onView={onView} />
                </div>
              )
            })}
          </div>
        )}
      </div>
    </div>
  )
}

/** As high as the bar and its legend mostly are. */
function Weighing({ items }: { readonly items: number }) {
  return (
    <>
      <div aria-hidden className="mt-2.5 h-2 rounded-sm bg-line" />
      <p className="num mt-2 text-xs text-ink-3">Weighing {counted(items, 'entry', 'entries')}</p>
    </>
  )
}
