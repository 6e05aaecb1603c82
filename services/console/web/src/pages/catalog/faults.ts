import { hasCode } from '../../api/has-code.ts'

/** A value that the server does not accept: its argument, such as `template.lines[3].coverage`, and why. */
export interface Fault {
  readonly argument: string
  readonly message: string
}

/** States a rule of the server, which is English, in the language of the person. */
export type Rule = (message: string) => string

/** Every fault that a refused change names; of a server that names one only, that one. */
export function faultsOf(error: unknown): readonly Fault[] {
  if (!hasCode(error, 'BAD_USER_INPUT')) return []
  const faults = error.errors[0]?.extensions?.['faults']
  if (Array.isArray(faults)) return faults.filter(isFault)
  return error.argument === undefined ? [] : [{ argument: error.argument, message: error.message }]
}

/**
 * The messages of the faults by the field that they name: `vendor.email` and `vendor.email[1]` are of `email`.
 * @param rule states the message in the language of the person
 */
export function faultsByField(
  error: unknown,
  root: string,
  rule: Rule,
): Readonly<Record<string, string>> {
  const entries = faultsOf(error).flatMap(({ argument, message }) => {
    if (!argument.startsWith(`${root}.`)) return []
    const field = /^\w+/.exec(argument.slice(root.length + 1))?.[0]
    return field === undefined ? [] : [[field, rule(withoutArgument(message))] as const]
  })
  // The first message of a field is the one to show.
  return Object.fromEntries(entries.toReversed())
}

/** Leaves out which line and field a message is about, where it is shown at that field. */
export function withoutArgument(message: string): string {
  const text = message
    .replace(/^Line \d+ ".{0,60}", [\w.[\]]+: /s, '')
    .replace(/^[\w.[\]]+(?::| (?=is|must|has|names|can|cannot)) ?/, '')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function isFault(value: unknown): value is Fault {
  const fault = value as Partial<Fault> | null
  return typeof fault?.argument === 'string' && typeof fault.message === 'string'
}
