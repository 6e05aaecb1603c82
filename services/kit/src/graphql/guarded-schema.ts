import { defaultFieldResolver, isNonNullType, isObjectType } from 'graphql'
import type { GraphQLField, GraphQLFieldResolver, GraphQLSchema } from 'graphql'
import { permitted } from '../security/access.ts'
import type { Need } from '../security/access.ts'
import type { AccessTable, SensitiveField } from '../security/access-table.ts'
import type { Caller } from '../security/auth.ts'
import { hiddenWarning, isHiddenIn } from '../security/sensitive-fields.ts'
import type { OwnSource } from '../security/sensitive-fields.ts'
import { invariant } from '../values/invariant.ts'
import { isIdempotencyKey, keyOfPath } from './mutation-key.ts'

/** What guarded resolvers need of the context of a request. */
export interface GuardedContext {
  readonly caller: Caller
  readonly warnings: string[]
  readonly idempotencyKey?: string | undefined
  /** Whether each mutation of the request has a key of its own. */
  readonly isKeyPerPath?: boolean
  /** The context of the same request for the caller in fewer organizations. */
  as(caller: Caller): GuardedContext
  /** Makes it that of a new request: nothing has been read, and nothing was committed. */
  renew(): void
}

type Resolver = GraphQLFieldResolver<unknown, GuardedContext>
type ReferenceResolver = (reference: unknown, context: GuardedContext, info: unknown) => unknown
type Resolvers = Readonly<Record<string, Readonly<Record<string, unknown>>>>

const REFERENCE = '__resolveReference'
const MUTATION = 'Mutation'
const ROOTS: ReadonlySet<string> = new Set(['Query', MUTATION])

/**
 * Resolvers of operations, entities and fields that first check the caller's scopes, and receive the context of the
 * caller in those organizations in which the scopes hold.
 */
export function guardResolvers(resolvers: object, access: AccessTable): object {
  const types = Object.entries(resolvers as Resolvers)
  return Object.fromEntries(types.map(([type, fields]) => [type, guardType(type, fields, access)]))
}

function guardType(type: string, fields: object, access: AccessTable): object {
  // A scalar is an instance of a class, whose members are no resolvers.
  if (Object.getPrototypeOf(fields) !== Object.prototype) return fields
  const guarded = Object.entries(fields).map(([field, resolver]: [string, unknown]) => {
    const name = `${type}.${field}`
    if (field === REFERENCE) {
      return [field, guardReference(resolver as ReferenceResolver, needsOf(access.entities, type))]
    }
    const needs = ROOTS.has(type) ? needsOf(access.operations, name) : access.fields[name]
    if (needs === undefined) return [field, resolver]
    const guard = type === MUTATION ? guardMutation : guardField
    return [field, guard(resolver as Resolver, needs)]
  })
  return Object.fromEntries(guarded) as object
}

function needsOf(rows: Readonly<Record<string, readonly Need[]>>, name: string): readonly Need[] {
  const needs = rows[name]
  invariant(needs !== undefined, `the access table has no row for ${name}`)
  return needs
}

function guardField(resolve: Resolver, needs: readonly Need[]): Resolver {
  return (source, args, context, info) => resolve(source, args, narrowed(context, needs), info)
}

/**
 * Of several mutations of a request, each runs as one of its own: with its own key, and without what was read for another.
 * One that is refused adds no warnings, because they report what it would have done.
 */
function guardMutation(resolve: Resolver, needs: readonly Need[]): Resolver {
  return async (source, args, context, info) => {
    context.renew()
    contexts.delete(context)
    const { warnings } = context
    const before = warnings.length
    try {
      const own = withOwnKey(narrowed(context, needs), String(info.path.key))
      return await resolve(source, args, own, info)
    } catch (error) {
      warnings.length = before
      throw error
    }
  }
}

/** A key that is refused stays as it is. */
function withOwnKey(context: GuardedContext, path: string): GuardedContext {
  const { idempotencyKey: key, isKeyPerPath = false } = context
  if (!isKeyPerPath || key === undefined || !isIdempotencyKey(key)) return context
  return { ...context, idempotencyKey: keyOfPath(key, path) }
}

/** Async, because a synchronous throw would fail all other references of the request. */
function guardReference(resolve: ReferenceResolver, needs: readonly Need[]): ReferenceResolver {
  return async (reference, context, info) => resolve(reference, narrowed(context, needs), info)
}

const contexts = new WeakMap<GuardedContext, Map<readonly Need[], GuardedContext>>()

/** One for all fields with the same needs, so that their reads are batched. */
function narrowed(context: GuardedContext, needs: readonly Need[]): GuardedContext {
  const known = contexts.get(context)?.get(needs)
  if (known !== undefined) return known
  const caller = permitted(context.caller, needs)
  if (caller === context.caller) return context
  const created = context.as(caller)
  contexts.set(context, (contexts.get(context) ?? new Map()).set(needs, created))
  return created
}

/** How a field is hidden, for the executor that does not call resolvers of plain fields. */
export interface Hiding {
  readonly hides: (source: unknown, context: unknown) => boolean
  /** Whether the field is the property of its name. */
  readonly isPlain: boolean
}

const HIDING = 'takeoff.hiding'

/** How the values of a field are hidden; undefined for a field without restrictions. */
export function hidingOf(
  field: Pick<GraphQLField<unknown, unknown>, 'extensions'>,
): Hiding | undefined {
  return field.extensions[HIDING] as Hiding | undefined
}

/** Makes the sensitive fields of a schema null for callers without the scope, with one warning per response. */
export function hideSensitiveFields(schema: GraphQLSchema, { sensitive }: AccessTable): void {
  for (const [name, row] of Object.entries(sensitive)) {
    const [typeName = '', fieldName = ''] = name.split('.')
    const type = schema.getType(typeName)
    // Another subgraph may have the type, or this field of it.
    const field = isObjectType(type) ? type.getFields()[fieldName] : undefined
    if (field !== undefined) hideField(name, field, row)
  }
}

function hideField(name: string, field: GraphQLField<unknown, unknown>, row: SensitiveField): void {
  invariant(!isNonNullType(field.type), `the sensitive field ${name} cannot be null`)
  const { resolve } = field
  const warning = hiddenWarning(row)
  const hides: Hiding['hides'] = (source, context) => {
    const { caller, warnings } = context as GuardedContext
    if (!isHiddenIn(caller, source as OwnSource, row)) return false
    if (!warnings.includes(warning)) warnings.push(warning)
    return true
  }
  field.extensions = { ...field.extensions, [HIDING]: { hides, isPlain: resolve === undefined } }
  field.resolve = (source, args, context, info) =>
    hides(source, context) ? null : (resolve ?? defaultFieldResolver)(source, args, context, info)
}
