import type { PoisonMessage } from '@takeoff/contracts/operator-api'
import type { Sql } from '@takeoff/kit/postgres/database'

export interface PoisonMessageWithBody extends PoisonMessage {
  readonly body: Buffer
}

type Row = Omit<PoisonMessageWithBody, 'id'> & { readonly id: string }

const COLUMNS = `id, received_at as "receivedAt", carrier, message_id as "messageId", error,
  octet_length(body) as bytes`

export async function countPoison(sql: Sql): Promise<number> {
  const [row] = await sql.query<{ n: number }>('select count(*)::int as n from poison_message')
  return row?.n ?? 0
}

export async function listNewestPoison(sql: Sql, first: number): Promise<PoisonMessage[]> {
  const rows = await sql.query<Row>(
    `select ${COLUMNS} from poison_message order by id desc limit $1`,
    [first],
  )
  return rows.map(recordOf)
}

export async function findPoison(sql: Sql, id: number): Promise<PoisonMessageWithBody | undefined> {
  const rows = await sql.query<Row>(`select ${COLUMNS}, body from poison_message where id = $1`, [
    id,
  ])
  return rows.map(recordOf)[0]
}

/** The first messages with a greater id, of `ids`, or of all if that is undefined. */
export interface PoisonRange {
  readonly ids: readonly number[] | undefined
  readonly after: number
  readonly first: number
}

/** Locks the messages until the end of the transaction and skips those that another one has locked. */
export async function lockPoison(
  sql: Sql,
  { ids, after, first }: PoisonRange,
): Promise<PoisonMessageWithBody[]> {
  const rows = await sql.query<Row>(
    `select ${COLUMNS}, body from poison_message
     where id > $1 and ($2::bigint[] is null or id = any($2)) order by id limit $3
     for update skip locked`,
    [after, ids ?? null, first],
  )
  return rows.map(recordOf)
}

export async function deletePoison(sql: Sql, ids: readonly number[]): Promise<number> {
  const rows = await sql.query(
    'delete from poison_message where id = any($1::bigint[]) returning 1',
    [ids],
  )
  return rows.length
}

function recordOf(row: Row): PoisonMessageWithBody {
  return { ...row, id: Number(row.id), receivedAt: new Date(row.receivedAt).toISOString() }
}
