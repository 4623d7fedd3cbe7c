// What a person wrote to a model: on a surface, as they wrote it, without Markdown made of it.
import { firstWords, GIVEN_WORDS, isTimed, typedPromptOf } from '@coppice/shared'
import { useState } from 'react'
import { count } from '../../words/number-words.ts'
import { importedAuthorOf } from '../tree/author-of.ts'
import { withoutTerminalCodes, withVisibleControls } from '../tree/visible-controls.ts'
import { CodeText } from './CodeText.tsx'
import { fencedParts } from './fenced.ts'
import { Fold } from './Fold.tsx'
import { ItemActions } from './ItemActions.tsx'
import { textOfInput, type PromptItem } from './items.ts'
import { OnlyHere } from './OnlyHere.tsx'
import { Picture } from './Picture.tsx'
import { Pre } from './Pre.tsx'
import { useTools } from './transcript-context.ts'
import { WaitingPrompt } from './WaitingPrompt.tsx'
import { Who } from './Who.tsx'

/** Longer prompts are shown in part until asked for. */
const LONG_LETTERS = 2_400
const LONG_LINES = 28

export function PromptView({ item }: { readonly item: PromptItem }) {
  const { person, nowMs, unfolded, isUnsaved } = useTools()
  const { entry, message } = item
  const author = importedAuthorOf(entry) ?? person(entry.author)
  const given = textOfInput(message.content)
  const apart = typedPromptOf(entry, given)
  const text = withVisibleControls(apart?.typed ?? given)
  const [whole, setWhole] = useState(() => unfolded.has(entry.id))
  const part = beginningOf(text)
  const images = Array.isArray(message.content) ? message.content.filter((block) => block.type === 'image') : []
  const contributors = (entry.contributors ?? []).filter((id) => id !== entry.author)
  const showAll = (): void => {
    unfolded.set(entry.id, true)
    setWhole(true)
  }
  return (
    <article
      className="item prompt"
      data-entry={entry.id}
      tabIndex={-1}
      aria-label={`${author.name} asked: ${firstWords(text, 60)}`}
    >
      <Who person={author} name={author.name} timestamp={isTimed(entry) ? entry.timestamp : null} nowMs={nowMs}>
        {contributors.length > 0 && (
          <span className="text-ink-3">with {contributors.map((id) => person(id).name).join(', ')}</span>
        )}
        {isUnsaved(entry.id) && <OnlyHere />}
      </Who>
      <div className="say">
        {text.trim() === '' && images.length === 0 && (apart?.output ?? '') === '' && (
          <p className="text-ink-3">{apart === undefined ? 'A prompt without words' : 'Written by Claude Code'}</p>
        )}
        {fencedParts(whole ? text : part).map((shown, number) =>
          shown.kind === 'text' ? (
            // reason: the parts of a text have no identity but their place
            // oxlint-disable-next-line react/no-array-index-key
            <p key={number} className="plain">
              {shown.text}
            </p>
          ) : (
            // reason: the parts of a text have no identity but their place
            // oxlint-disable-next-line react/no-array-index-key
            <pre key={number} className="block" tabIndex={0}>
              <CodeText text={shown.text} language={shown.language} />
            </pre>
          ),
        )}
        {!whole && part.length < text.length && (
          <button type="button" className="more" onClick={showAll}>
            Show all {count(text.length)} letters
          </button>
        )}
        {apart !== undefined && apart.output !== '' && (
          <pre className="block" tabIndex={0}>
            {withoutTerminalCodes(apart.output)}
          </pre>
        )}
        {apart !== undefined && (
          <Fold id={`${entry.id} given`} line={<span className="text-ink-3">{GIVEN_WORDS}</span>}>
            {() => <Pre label="The whole prompt" text={withVisibleControls(given)} language="" isProse />}
          </Fold>
        )}
        {images.map((image, number) => (
          // reason: the pictures of one prompt have no identity but their place
          // oxlint-disable-next-line react/no-array-index-key
          <Picture key={number} data={image.data} mimeType={image.mimeType} />
        ))}
      </div>
      <WaitingPrompt id={entry.id} />
      <ItemActions id={entry.id} isPrompt text={textOfInput(message.content)} />
    </article>
  )
}

function beginningOf(text: string): string {
  const lines = text.split('\n', LONG_LINES + 1)
  const short = lines.length > LONG_LINES ? lines.slice(0, LONG_LINES).join('\n') : text
  return short.length > LONG_LETTERS ? short.slice(0, LONG_LETTERS) : short
}
