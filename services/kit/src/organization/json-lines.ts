import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { linesOf } from '../values/lines.ts'
import type { StatedType } from '../verification/states-sql.ts'
import { quoted } from './moved-tables.ts'
import type { OwnerSession } from './owner-session.ts'

/** An aggregate with events, and the number of its newest one. */
export interface State {
  readonly type: string
  readonly id: string
  readonly sequence: number
  readonly createdAt: string
  readonly updatedAt: string
}

/** The idempotency keys of callers with access to the organization, which name none. */
export function keysOf(orgId: number): string {
  return `select to_jsonb(k) from idempotency_key k where ${orgId} = any(k.organizations)
    and k.created_at > now() - interval '24 hours' order by k.user_id, k.key collate "C"`
}

/** A line for each state of the organization. */
export function statesOf(
  { copyOut }: Pick<OwnerSession, 'copyOut'>,
  orgId: number,
  types: readonly StatedType[],
): Readable {
  return Readable.from(
    (async function* () {
      for (const { type, table, sequence } of types)
        yield* copyOut(
          `select jsonb_build_object('type', '${type}', 'id', id::text, 'sequence', ${quoted(sequence)},
             'createdAt', created_at, 'updatedAt', updated_at)
           from ${quoted(table)} where org_id = ${orgId} and ${quoted(sequence)} > 0 order by id`,
        )
    })(),
  )
}

/** A value as a line, in the same form as COPY writes them. */
export function copyLine(value: object): string {
  return `${JSON.stringify(value).replaceAll('\\', String.raw`\\`)}\n`
}

/** The values of a file of JSON lines, in batches. */
export function batchesOf<T>(file: string, size: number): AsyncGenerator<T[]> {
  return batchesOfLines(
    file,
    size,
    (line) => JSON.parse(line.replaceAll(String.raw`\\`, '\\')) as T,
  )
}

/** The values that `read` finds in the lines of a file, in batches. */
export async function* batchesOfLines<T>(
  file: string,
  size: number,
  read: (line: string) => T,
): AsyncGenerator<T[]> {
  let batch: T[] = []
  for await (const line of linesOf(createReadStream(file, 'utf8'))) {
    batch.push(read(line))
    if (batch.length < size) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
