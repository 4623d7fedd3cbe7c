// The items in sight of one path, and the one owner of its scroll position. Virtual; anchored by item, not by pixels;
// at the end it stays at the end, anywhere else nothing that arrives moves what one reads.
import {
  defaultRangeExtractor,
  elementScroll,
  measureElement,
  useVirtualizer,
  type Range,
} from '@tanstack/react-virtual'
import { entryIdSchema, type EntryId } from '@coppice/shared'
import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react'
import { useReading } from '../follow/use-reading.ts'
import type { Sight } from '../tree/sight.ts'
import { END_THRESHOLD } from './at-end.ts'
import { BackToEnd } from './BackToEnd.tsx'
import { ItemView } from './ItemView.tsx'
import type { Item } from './items.ts'
import type { ReadingPlace, ScrollMemory } from './scroll-memory.ts'
import { TranscriptContext, type TranscriptTools } from './transcript-context.ts'
import { useFollowing } from './use-following.ts'
import { useKeepEnd } from './use-keep-end.ts'
import { useListKeys } from './use-list-keys.ts'
import { useUnfolded } from './use-unfolded.ts'

/** Below the last item: room for what goes on there, and air. */
const END_ROOM = 64
const TOP_ROOM = 14

interface TranscriptListProps {
  readonly items: readonly Item[]
  readonly numberOf: ReadonlyMap<EntryId, number>
  /** The item after the one I stand on, when what follows is not mine; -1 for none. */
  readonly markBefore: number
  readonly sight: Sight
  readonly memory: ScrollMemory
  readonly startsAt: ReadingPlace | undefined
  readonly onRead: (place: ReadingPlace) => void
  readonly tools: Omit<TranscriptTools, 'unfolded'>
  readonly unfolded: Set<string>
  /** Rises when I wrote something here: then the end is where I want to be. */
  readonly sent: number
  readonly endLine: ReactNode
}

export function TranscriptList(props: TranscriptListProps) {
  const { items, numberOf, markBefore, sight, memory, startsAt, onRead, tools, sent } = props
  const scroller = useRef<HTMLDivElement>(null)
  const following = useFollowing(items.length, startsAt?.key === undefined)
  const { isFollowing, pause, resume, scrolled, placed } = following
  const [focusKey, setFocusKey] = useState<string>()
  const focused = focusKey === undefined ? -1 : items.findIndex(({ key }) => key === focusKey)

  const [startOffset] = useState(() => offsetOf(startsAt, items, memory))

  // reason: its functions are called in effects and events only, never handed to memoised components
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: useCallback(
      (number: number) => {
        const item = items[number]
        return item === undefined ? 0 : memory.heightOf(item)
      },
      [items, memory],
    ),
    measureElement: (element, entry, instance) => {
      const height = measureElement(element, entry, instance)
      memory.heights.set(element.dataset['key'] ?? '', height)
      return height
    },
    scrollToFn: useCallback<typeof elementScroll>(
      (offset, options, instance) => {
        elementScroll(offset, options, instance)
        if (scroller.current !== null) placed(scroller.current)
      },
      [placed],
    ),
    // Where one was the last time, else the end.
    initialOffset: startOffset ?? 0,
    getItemKey: useCallback((number: number) => items[number]?.key ?? number, [items]),
    rangeExtractor: useCallback((range: Range) => withItem(defaultRangeExtractor(range), focused), [focused]),
    overscan: 5,
    paddingStart: TOP_ROOM,
    paddingEnd: END_ROOM,
    scrollPaddingStart: TOP_ROOM,
    anchorTo: isFollowing ? 'end' : 'start',
    followOnAppend: isFollowing,
    scrollEndThreshold: END_THRESHOLD,
  })

  useLayoutEffect(() => {
    if (startOffset === undefined) virtualizer.scrollToEnd()
    // reason: where one starts is decided when the list is made, and it is made anew for another path
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])

  const wanted = useSyncExternalStore(
    useCallback((listener: () => void) => sight.onReveal(listener), [sight]),
    () => sight.revealing,
  )
  useEffect(() => {
    const number = wanted === undefined ? undefined : numberOf.get(wanted)
    if (number === undefined) return
    sight.revealed()
    pause()
    virtualizer.scrollToIndex(number, { align: 'start' })
  }, [wanted, numberOf, sight, virtualizer, pause])

  const sentBefore = useRef(sent)
  useEffect(() => {
    if (sentBefore.current === sent) return
    sentBefore.current = sent
    resume()
    virtualizer.scrollToEnd()
  }, [sent, virtualizer, resume])

  const tellReading = useReading({
    startsAt: startOffset === undefined ? null : idOf(startsAt?.key),
    show: useCallback(
      (id) => {
        const number = id === null ? items.length : items.findIndex(({ key }) => key === id)
        if (number === -1) return false
        if (id === null) {
          // At the end already, it stays there by itself.
          if (isFollowing) return true
          resume()
          virtualizer.scrollToEnd()
        } else {
          pause()
          virtualizer.scrollToIndex(number, { align: 'start' })
        }
        return true
      },
      [items, virtualizer, isFollowing, pause, resume],
    ),
  })

  /** The item at the upper edge. */
  const top = (): number => {
    const element = scroller.current
    if (element === null) return 0
    return virtualizer.getVirtualItemForOffset(element.scrollTop + TOP_ROOM + 2)?.index ?? 0
  }

  const isResized = useKeepEnd(scroller, following)

  const onScroll = (): void => {
    const element = scroller.current
    if (element === null || isResized()) return
    const isAtEnd = scrolled(element)
    const first = virtualizer.getVirtualItemForOffset(element.scrollTop)
    const isMine = tellReading(isAtEnd ? null : idOf(items[top()]?.key))
    if (!isMine) return
    onRead({
      key: isAtEnd || first === undefined ? undefined : String(first.key),
      offset: first === undefined ? 0 : element.scrollTop - first.start,
    })
  }

  const unfolded = useUnfolded(props.unfolded, pause, onScroll)
  const value = useMemo(() => ({ ...tools, unfolded }), [tools, unfolded])

  const goTo = (number: number): void => {
    const item = items[number]
    if (item === undefined) return
    pause()
    setFocusKey(item.key)
    virtualizer.scrollToIndex(number, { align: 'start' })
    requestAnimationFrame(() =>
      scroller.current
        ?.querySelector<HTMLElement>(`[data-entry="${CSS.escape(item.key)}"]`)
        ?.focus({ preventScroll: true }),
    )
  }
  const press = useListKeys({ items, focused, top, goTo, tools })

  return (
    <TranscriptContext.Provider value={value}>
      <div
        ref={scroller}
        className="transcript-scroll"
        role="log"
        aria-live="off"
        aria-label="Conversation"
        tabIndex={0}
        onScroll={onScroll}
        onKeyDown={press}
        onFocus={(event) => setFocusKey(event.target.closest<HTMLElement>('[data-entry]')?.dataset['entry'])}
        onBlur={() => setFocusKey(undefined)}
      >
        <div className="transcript-items" style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map(({ key, index: number, start: top }) => {
            const item = items[number]
            if (item === undefined) return null
            return (
              <div
                key={key}
                ref={virtualizer.measureElement}
                data-index={number}
                data-key={item.key}
                className="transcript-slot"
                style={{ transform: `translateY(${top}px)` }}
              >
                {number === markBefore && (
                  <p className="stand-mark">You stand above this. It is not in your context.</p>
                )}
                <ItemView item={item} />
              </div>
            )
          })}
          <div className="transcript-end" style={{ height: END_ROOM }}>
            {props.endLine}
          </div>
        </div>
      </div>
      <BackToEnd following={following} onBack={() => virtualizer.scrollToEnd()} />
    </TranscriptContext.Provider>
  )
}

/** Pixels from the top to a place; undefined for the end, and for an item that is not on the path any more. */
function offsetOf(place: ReadingPlace | undefined, items: readonly Item[], memory: ScrollMemory): number | undefined {
  const number = place?.key === undefined ? -1 : items.findIndex(({ key }) => key === place.key)
  if (place === undefined || number === -1) return undefined
  return items.slice(0, number).reduce((sum, item) => sum + memory.heightOf(item), TOP_ROOM + place.offset)
}

/** What is read there, for the others. */
function idOf(key: string | undefined): EntryId | null {
  return entryIdSchema.safeParse(key).data ?? null
}

function withItem(numbers: number[], item: number): number[] {
  if (item === -1 || numbers.includes(item)) return numbers
  return item < (numbers[0] ?? 0) ? [item, ...numbers] : [...numbers, item]
}
