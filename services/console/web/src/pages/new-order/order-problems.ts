import { TakeoffError } from '@takeoff/client'
import { FIELD_PATHS } from './order-draft.ts'
import type { OrderField } from './order-draft.ts'
import { isUnitRefusal } from './unit-refusal.ts'

/** What is wrong with a value that was typed or chosen. */
export interface OrderProblem {
  /** The argument of the API, such as `delivery.shipTo.lines[1]`; empty when it names none. */
  readonly field: string
  /** The supplier needs it, or takes at most `limit` characters or lines of it; else the message says what it is. */
  readonly kind: 'required' | 'too-much' | 'other'
  readonly limit: number
  readonly given: number
  readonly message: string
}

interface Limit {
  readonly argument?: unknown
  readonly limit?: unknown
  readonly given?: unknown
}

/** The problems that a refusal names, one for each field that it is about. */
export function problemsOf(error: unknown): readonly OrderProblem[] {
  if (!(error instanceof TakeoffError)) return []
  const limits = error.errors[0]?.extensions?.['limits']
  if (Array.isArray(limits) && limits.length > 0)
    return limits.flatMap((limit: Limit) => limitProblems(limit, error.message))
  return fieldsOf(error.argument).map((field) => ({ ...OTHER, field, message: error.message }))
}

/**
 * Whether nothing was ordered because what is left of an item is not known: it is ordered in another unit than the list
 * counts now. Only items that are named can be ordered then.
 */
export const isUnitChanged = (error: unknown): boolean =>
  error instanceof TakeoffError && isUnitRefusal(error.argument, error.message)

const OTHER = { kind: 'other', limit: 0, given: 0 } as const

function limitProblems(
  { argument, limit, given }: Limit,
  message: string,
): readonly OrderProblem[] {
  return fieldsOf(argument).map((field) =>
    limit === 'required'
      ? { ...OTHER, kind: 'required', field, message }
      : typeof limit === 'number'
        ? { kind: 'too-much', field, limit, given: Number(given), message }
        : { ...OTHER, field, message },
  )
}

/** An argument may name several, as `delivery.placementNotes, delivery.accessNotes`. */
const fieldsOf = (argument: unknown): readonly string[] =>
  typeof argument === 'string' && argument !== '' ? argument.split(/,\s*/) : []

/** The problem of a field, or of a part of it. A missing address is one of its street. */
export const problemAt = (
  problems: readonly OrderProblem[],
  field: string,
): OrderProblem | undefined =>
  problems.find(
    (problem) =>
      problem.field === field ||
      problem.field.startsWith(`${field}[`) ||
      `${problem.field}.lines` === field,
  )

/** The problems that are left when a field is changed. */
export const withoutField = (
  problems: readonly OrderProblem[],
  field: OrderField,
): readonly OrderProblem[] => {
  const known = problemAt(problems, FIELD_PATHS[field])
  return known
    ? withoutField(
        problems.filter((each) => each !== known),
        field,
      )
    : problems
}
