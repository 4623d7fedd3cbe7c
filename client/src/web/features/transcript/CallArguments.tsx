// What a call was given: names and values, and longer texts each in a block.
import { argumentsOf, todoLine, type Argument } from './call-arguments.ts'
import { Pre } from './Pre.tsx'

interface CallArgumentsProps {
  readonly tool: string
  readonly args: unknown
  /** Names of arguments that are shown otherwise. */
  readonly leaveOut?: ReadonlySet<string>
}

export function CallArguments({ tool, args, leaveOut }: CallArgumentsProps) {
  const all = argumentsOf(tool, args, leaveOut)
  const fields = all.filter((argument) => argument.kind === 'field')
  return (
    <>
      {fields.length > 0 && (
        <dl className="fields">
          {fields.map(({ name, text }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      )}
      {all.map((argument) => (argument.kind === 'field' ? null : <Longer key={argument.name} argument={argument} />))}
    </>
  )
}

function Longer({ argument }: { readonly argument: Exclude<Argument, { kind: 'field' }> }) {
  return argument.kind === 'block' ? (
    <Pre label={argument.name} text={argument.text} language={argument.language} isProse={argument.language === ''} />
  ) : (
    <Pre label={argument.name} text={argument.todos.map(todoLine).join('\n')} language="" isProse />
  )
}
