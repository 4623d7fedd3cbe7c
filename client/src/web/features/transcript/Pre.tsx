// A text as a program gave it, with what it is above it; long ones scroll inside.
import { languageOfText } from './code-language.ts'
import { NumberedCodeText } from './CodeText.tsx'

interface PreProps {
  readonly label: string
  readonly text: string
  /** Told by the text itself where it is not given. */
  readonly language?: string
  /** Words of people and models, whose lines may be long; what programs print keeps its columns. */
  readonly isProse?: boolean
}

export function Pre({ label, text, language = languageOfText(text), isProse = false }: PreProps) {
  return (
    <figure className="pre">
      <figcaption>{label}</figcaption>
      <pre tabIndex={0} className={isProse ? 'prose' : undefined}>
        {text === '' ? 'Nothing' : <NumberedCodeText text={text} language={language} />}
      </pre>
    </figure>
  )
}
