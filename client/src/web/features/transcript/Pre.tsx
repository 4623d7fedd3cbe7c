// A text as a program gave it, with what it is above it; long ones scroll inside.
import { languageOfText } from './code-language.ts'
import { NumberedCodeText } from './CodeText.tsx'

interface PreProps {
  readonly label: string
  readonly text: string
  /** Told by the text itself where it is not given. */
  readonly language?: string
}

export function Pre({ label, text, language = languageOfText(text) }: PreProps) {
  return (
    <figure className="pre">
      <figcaption>{label}</figcaption>
      <pre tabIndex={0}>{text === '' ? 'Nothing' : <NumberedCodeText text={text} language={language} />}</pre>
    </figure>
  )
}
