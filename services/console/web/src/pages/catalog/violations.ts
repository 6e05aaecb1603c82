import { hasCode } from '../../api/has-code.ts'

/** A value that the server does not accept: its argument, such as `template.lines[3].coverage`, and why. */
export interface Violation {
  readonly argument: string
  readonly message: string
}

/** States a rule of the server, which is English, in the language of the person. */
export type Rule = (message: string) => string

/** The violations that a refused change names. Some refusals name only one, as their argument. */
export function violationsOf(error: unknown): readonly Violation[] {
  if (!hasCode(error, 'BAD_USER_INPUT')) return []
  const violations = error.errors[0]?.extensions?.['faults']
  if (Array.isArray(violations)) return violations.filter(isViolation)
  return error.argument === undefined ? [] : [{ argument: error.argument, message: error.message }]
}

/**
 * The messages of the violations by the field that they name: `vendor.email` and `vendor.email[1]` are of `email`.
 * @param rule states the message in the language of the person
 */
export function violationsByField(
  error: unknown,
  root: string,
  rule: Rule,
): Readonly<Record<string, string>> {
  const entries = violationsOf(error).flatMap(({ argument, message }) => {
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

function isViolation(value: unknown): value is Violation {
  const violation = value as Partial<Violation> | null
  return typeof violation?.argument === 'string' && typeof violation.message === 'string'
}
