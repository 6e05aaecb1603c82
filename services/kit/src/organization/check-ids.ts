import { batchesOfLines } from './json-lines.ts'
import { fileOf } from './manifest.ts'
import type { MovedTable } from './moved-tables.ts'
import { quoted } from './moved-tables.ts'
import type { OwnerSession } from './owner-session.ts'

const IDS_AT_ONCE = 5_000
/** Ids that a message names. */
const NAMED_MAX = 5
/** Types whose values COPY writes as they are. */
const PLAIN_TYPES = new Set(['integer', 'bigint', 'uuid'])

/** The next values of a sequence, as far as it goes. */
export interface Position {
  readonly last: number
  readonly first: number
  readonly max: number
}

/** Why the ids of a table cannot be inserted here; undefined when they can. */
export async function idViolation(
  session: OwnerSession,
  folder: string,
  table: MovedTable,
): Promise<string | undefined> {
  const { name, id, columns, sequence } = table
  if (id === null || id.column === 'org_id' || !PLAIN_TYPES.has(id.type)) return undefined
  const taken: string[] = []
  let greatest = 0
  let count = 0
  const find = `select ${quoted(id.column)}::text as id from ${quoted(name)} where ${quoted(id.column)} = any($1::${id.type}[])`
  const index = columns.indexOf(id.column)
  const idOf = (line: string): string => line.split('\t', index + 1)[index] ?? ''
  for await (const ids of batchesOfLines(fileOf(folder, name), IDS_AT_ONCE, idOf)) {
    const found = await session.rows<{ readonly id: string }>(find, [ids])
    count += found.length
    taken.push(...found.slice(0, NAMED_MAX - taken.length).map((row) => row.id))
    if (sequence !== null) for (const one of ids) greatest = Math.max(greatest, Number(one))
  }
  if (count > 0) {
    const more = count > taken.length ? ` and ${count - taken.length} more` : ''
    return `${name}: the ids ${taken.join(', ')}${more} are taken by other organizations`
  }
  if (sequence === null || greatest === 0) return undefined
  const { last, max } = await positionOf(session, sequence)
  return greatest > last && greatest <= max
    ? `${name}: the id ${greatest} would be given here again, because ids up to ${max} are`
    : undefined
}

/** Where a sequence is. */
export async function positionOf({ rows }: OwnerSession, sequence: string): Promise<Position> {
  const [row] = await rows<Record<keyof Position, string | number>>(
    `select s.max_value as max, s.start_value as first, coalesce(s.last_value, s.start_value - 1) as last
     from pg_sequences s where format('%I.%I', s.schemaname, s.sequencename)::regclass = $1::regclass`,
    [sequence],
  )
  return { last: Number(row?.last), first: Number(row?.first), max: Number(row?.max) }
}
