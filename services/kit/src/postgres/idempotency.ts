import { hash } from 'node:crypto'
import { defineEntity, p } from '@mikro-orm/core'
import type { Caller } from '../security/auth.ts'
import { IDEMPOTENCY_KEY_LENGTH_MAX, isIdempotencyKey } from '../graphql/mutation-key.ts'
import { sql as raw } from 'kysely'
import { isUniqueViolation } from './database.ts'
import type { Database } from './database.ts'
import type { Sql } from './sql.ts'
import { isCommitUnknown } from './outcome.ts'
import { statementsOf } from './statement.ts'
import type { Params } from './statement.ts'
import type { Table } from './tables.ts'
import { BadUserInputError, IdempotencyConflictError, NotFoundError } from '../values/errors.ts'

/** Runs of a mutation of which it is unknown whether an earlier one was committed. */
const RUNS_MAX = 3
/** Keys from before this time have expired. */
export const KEPT_SINCE = raw<Date>`now() - interval '24 hours'`

/** The result that a mutation created under a caller's `Idempotency-Key`; stored for 24 hours. */
export const IdempotencyKeySchema = defineEntity({
  name: 'IdempotencyKey',
  tableName: 'idempotency_key',
  properties: {
    userId: p.integer().primary(),
    key: p.string().length(IDEMPOTENCY_KEY_LENGTH_MAX).primary(),
    operation: p.string().length(255),
    fingerprint: p.string().length(64),
    resultId: p.string().length(255),
    createdAt: p.datetime().defaultRaw('now()').index(),
    /** Those of its caller, as the database knows them. */
    organizations: p
      .array((id) => Number(id))
      .columnType('int[]')
      .nullable()
      .defaultRaw('caller_organizations()'),
  },
})

/** A row of the idempotency keys. */
export class IdempotencyKey extends IdempotencyKeySchema.class {}
IdempotencyKeySchema.setClass(IdempotencyKey)

/** The part of a request's context that tells whether the request was made before. */
export interface IdempotentContext {
  readonly database: Database
  readonly caller: Caller
  readonly idempotencyKey: string | undefined
}

/** Writes the key into the transaction that creates the result. */
export type Remember = (transaction: Sql, resultId: string) => Promise<void>

/** A mutation that may be repeated. */
export interface IdempotentMutation<T> {
  readonly operation: string
  /** JSON value; the same key with another operation or other arguments is refused. */
  readonly arguments: unknown
  /** The work of the first request. Must call `remember` inside the transaction that creates the result. */
  readonly create: (remember: Remember) => Promise<T>
  /** The result that a repetition returns. */
  readonly replay: (resultId: string) => Promise<T>
}

/**
 * Runs a creating mutation once per key, caller and 24 hours. No lock is held: of two at the same time
 * the later one's transaction fails on the key, and the caller receives the result of the first. When it is unknown
 * whether a run was committed, its key shows it; without one the mutation runs again.
 * @throws IdempotencyConflictError when the key was used with another operation or other arguments
 */
export async function runIdempotent<T>(
  context: IdempotentContext,
  mutation: IdempotentMutation<T>,
): Promise<T> {
  const { idempotencyKey: key } = context
  const { operation, create, replay } = mutation
  if (key === undefined) return create(() => Promise.resolve())
  if (!isIdempotencyKey(key)) {
    throw new BadUserInputError(
      `Idempotency-Key must have 1 to ${IDEMPOTENCY_KEY_LENGTH_MAX} characters.`,
      'Idempotency-Key',
    )
  }
  const { userId } = context.caller
  const used = { userId, key, operation, fingerprint: fingerprintOf(mutation) }
  const earlier = await findResult(context.database, used)
  if (earlier !== undefined) return replay(earlier)
  for (let run = 1; ; run += 1) {
    try {
      return await create((transaction, resultId) => remember(transaction, { ...used, resultId }))
    } catch (error) {
      if (!mayHaveWinner(error)) throw error
      const winner = await findResult(context.database, used)
      if (winner !== undefined) return replay(winner)
      // Of an earlier run that commits only now, the key stops this one.
      if (!isCommitUnknown(error) || run === RUNS_MAX) throw error
    }
  }
}

/**
 * Runs a mutation whose result has an id once, as `runIdempotent` does.
 * @returns the id of the result of this call, or of the first call with the key
 */
export function createOnce(
  context: IdempotentContext,
  operation: string,
  args: object,
  create: (remember: Remember) => Promise<string | number>,
): Promise<string> {
  return runIdempotent(context, {
    operation,
    arguments: args,
    create: async (remember) => String(await create(remember)),
    replay: (id) => Promise.resolve(id),
  })
}

/** @param result what the first call with the key has created, which the caller may not see any more */
export function resultWithoutAccess(result: string): NotFoundError {
  return new NotFoundError(
    `This Idempotency-Key made a ${result} of an organization to which you have no access any more.`,
  )
}

/** The result of another request with the key may be what stopped this one: its key, or a unique value that it wrote before. */
function mayHaveWinner(error: unknown): boolean {
  return error instanceof KeyUsedError || isUniqueViolation(error) || isCommitUnknown(error)
}

const { statement } = statementsOf<{
  readonly idempotencyKey: Table<typeof IdempotencyKeySchema>
}>('kit')

interface KeyOfCaller {
  readonly userId: number
  readonly key: string
}

const selectResult = statement((db, $: Params<KeyOfCaller>) =>
  db
    .selectFrom('idempotencyKey')
    .where('userId', '=', $.userId)
    .where('key', '=', $.key)
    .where('createdAt', '>', KEPT_SINCE)
    .select(['operation', 'fingerprint', 'resultId']),
)

interface UsedKey extends KeyOfCaller {
  readonly operation: string
  readonly fingerprint: string
}

async function findResult(
  database: Database,
  { userId, key, operation, fingerprint }: UsedKey,
): Promise<string | undefined> {
  const row = await database.row(selectResult, { userId, key })
  if (row !== undefined && row.fingerprint !== fingerprint)
    throw new IdempotencyConflictError(row.operation, operation)
  return row?.resultId
}

interface KeyOfResult extends UsedKey {
  readonly resultId: string
}

/** An expired key is replaced, so that it can be used again. Expired keys of others are not touched, which would wait for their locks. */
const upsertKey = statement((db, $: Params<KeyOfResult>) =>
  db
    .insertInto('idempotencyKey')
    .values({
      userId: $.userId,
      key: $.key,
      operation: $.operation,
      fingerprint: $.fingerprint,
      resultId: $.resultId,
      createdAt: raw<Date>`now()`,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['userId', 'key'])
        .doUpdateSet((eb) => ({
          operation: eb.ref('excluded.operation'),
          fingerprint: eb.ref('excluded.fingerprint'),
          resultId: eb.ref('excluded.resultId'),
          createdAt: eb.ref('excluded.createdAt'),
          organizations: eb.ref('excluded.organizations'),
        }))
        .where('idempotencyKey.createdAt', '<=', KEPT_SINCE),
    )
    .returning('key'),
)

/** The key was used meanwhile; the transaction must not be committed. */
class KeyUsedError extends Error {
  override readonly name = 'KeyUsedError'

  constructor() {
    super('another request with the same Idempotency-Key was committed first')
  }
}

async function remember(transaction: Sql, key: KeyOfResult): Promise<void> {
  const written = await transaction.row(upsertKey, key)
  if (written === undefined) throw new KeyUsedError()
}

function fingerprintOf({
  operation,
  arguments: args,
}: Pick<IdempotentMutation<unknown>, 'operation' | 'arguments'>): string {
  return hash('sha256', JSON.stringify([operation, sorted(args)]), 'hex')
}

/** Key order has no meaning in JSON, so it must not change the fingerprint. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (value === null || typeof value !== 'object') return value
  return Object.entries(value)
    .filter(([, v]) => v !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([k, v]) => [k, sorted(v)])
}
