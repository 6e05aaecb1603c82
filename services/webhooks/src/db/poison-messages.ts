import { sql as raw } from 'kysely'
import type { PoisonMessage } from '@takeoff/contracts/operator-api'
import type { Sql } from '@takeoff/kit/postgres/sql'
import { int4, int8 } from '@takeoff/kit/postgres/sql-types'
import { column } from '@takeoff/kit/postgres/statement'
import type { Params } from '@takeoff/kit/postgres/statement'
import { statement, statementFor } from './statements.ts'

export interface PoisonMessageWithBody extends PoisonMessage {
  readonly body: Buffer
}

/** The columns of a message without its body. */
function summaryColumns() {
  const bytes = column('bytes', int4, raw`octet_length(body)`)
  return ['id', 'receivedAt', 'carrier', 'messageId', 'error', bytes] as const
}

const countAll = statement((db) =>
  db.selectFrom('poisonMessage').select((eb) => column('count', int8, eb.fn.countAll())),
)

export async function countPoison(sql: Sql): Promise<number> {
  return (await sql.one(countAll, {})).count
}

const selectNewest = statement((db, $: Params<{ readonly first: number }>) =>
  db.selectFrom('poisonMessage').orderBy('id', 'desc').limit($.first).select(summaryColumns()),
)

export async function listNewestPoison(sql: Sql, first: number): Promise<PoisonMessage[]> {
  return (await sql.rows(selectNewest, { first })).map(recordOf)
}

const selectOne = statement((db, $: Params<{ readonly id: number }>) =>
  db.selectFrom('poisonMessage').where('id', '=', $.id).select(summaryColumns()).select('body'),
)

export async function findPoison(sql: Sql, id: number): Promise<PoisonMessageWithBody | undefined> {
  const row = await sql.row(selectOne, { id })
  return row && recordOf(row)
}

/** The first messages with a greater id, of `ids`, or of all if that is undefined. */
export interface PoisonRange {
  readonly ids: readonly number[] | undefined
  readonly after: number
  readonly first: number
}

const selectForUpdate = statementFor(
  [{ isOfIds: true }, { isOfIds: false }],
  (db, $: Params<Required<PoisonRange>>, { isOfIds }) =>
    db
      .selectFrom('poisonMessage')
      .where('id', '>', $.after)
      .$if(isOfIds, (messages) => messages.where(raw<boolean>`id = any(${$.ids})`))
      .orderBy('id')
      .limit($.first)
      .forUpdate()
      .skipLocked()
      .select(summaryColumns())
      .select('body'),
)

/** Locks the messages until the end of the transaction and skips those that another one has locked. */
export async function lockPoison(sql: Sql, range: PoisonRange): Promise<PoisonMessageWithBody[]> {
  const rows = await sql.rows(selectForUpdate({ isOfIds: range.ids !== undefined }), range)
  return rows.map(recordOf)
}

const deleteByIds = statement((db, $: Params<{ readonly ids: readonly number[] }>) =>
  db.deleteFrom('poisonMessage').where((eb) => eb('id', '=', eb.fn.any($.ids))),
)

export async function deletePoison(sql: Sql, ids: readonly number[]): Promise<void> {
  await sql.run(deleteByIds, { ids })
}

function recordOf<Row extends { readonly receivedAt: Date }>({ receivedAt, ...message }: Row) {
  return { ...message, receivedAt: receivedAt.toISOString() }
}
