import { ForbiddenError } from '../values/errors.ts'
import { isHidden } from './access.ts'
import type { Rights } from './access.ts'
import { accessTable } from './access-table.ts'
import type { SensitiveField } from './access-table.ts'

/** A value of an organization, as a source of a resolver. */
export interface OwnSource {
  /** Undefined hides the value from a caller who lacks the scope in any organization. */
  readonly orgId?: number | undefined
}

/** Whether a field of the source is null for the caller. */
export function isHiddenIn(
  caller: Rights,
  source: OwnSource,
  { need, only }: SensitiveField,
): boolean {
  if (!isHidden(caller, source.orgId, need)) return false
  if (only === undefined) return true
  return only.values.includes(String((source as Readonly<Record<string, unknown>>)[only.member]))
}

/** A field, named `Type.field` as in the access table, when it is null for the caller. */
function hiddenField(caller: Rights, source: OwnSource, name: string): SensitiveField | undefined {
  const field = accessTable.sensitive[name]
  return field !== undefined && isHiddenIn(caller, source, field) ? field : undefined
}

/** Whether the caller sees a field, named `Type.field` as in the access table. */
export function isVisible(caller: Rights, source: OwnSource, name: string): boolean {
  return hiddenField(caller, source, name) === undefined
}

/** The sentence in place of values that are null because a scope is missing. */
export function hiddenWarning({ need }: SensitiveField): string {
  return `Costs and margins are null where the scope ${need.scope} is missing.`
}

/** The warning of a response that is not GraphQL, when a field of it is null for the caller. */
export function warningOf(caller: Rights, source: OwnSource, name: string): string | undefined {
  const field = hiddenField(caller, source, name)
  return field && hiddenWarning(field)
}

/**
 * For what responses other than GraphQL show of a field.
 * @param name `Type.field` of the access table
 * @throws ForbiddenError when the field is null for the caller
 */
export function requireVisible(caller: Rights, source: OwnSource, name: string): void {
  const field = hiddenField(caller, source, name)
  if (field === undefined) return
  throw new ForbiddenError(`This shows costs, which need the scope ${field.need.scope}.`)
}

/**
 * For changes of values that are null for the caller: it would overwrite what it does not see, or learn it from
 * what follows.
 * @param name `Type.field` of the access table
 * @throws ForbiddenError with the argument when the field is null for the caller
 */
export function requireVisibleToChange(
  caller: Rights,
  source: OwnSource,
  { name, argument }: { readonly name: string; readonly argument: string },
): void {
  const field = hiddenField(caller, source, name)
  if (field === undefined) return
  const { scope } = field.need
  throw new ForbiddenError(
    `${argument} changes a cost, which needs the scope ${scope}. Leave it out: what is stored stays.`,
    { argument },
  )
}

/**
 * A record with null for its sensitive fields that the caller may not see.
 * @param type whose fields the record has
 */
export function withoutHidden<R extends object>(
  caller: Rights,
  { type, orgId }: OwnSource & { readonly type: string },
  record: R,
): R {
  const source = { ...record, orgId }
  const hidden = Object.keys(record).filter(
    (field) => !isVisible(caller, source, `${type}.${field}`),
  )
  if (hidden.length === 0) return record
  return { ...record, ...Object.fromEntries(hidden.map((field) => [field, null])) }
}
