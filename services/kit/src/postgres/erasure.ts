import { defineEntity, p } from '@mikro-orm/core'
import { sql as raw } from 'kysely'
import type { Sql } from './sql.ts'
import { statementsOf } from './statement.ts'
import type { Params } from './statement.ts'
import type { Table } from './tables.ts'

/** The kinds of subjects that an operator can erase as a whole. */
export const erasureSubjects = ['organization', 'job'] as const
/** One of these. */
export type ErasureSubject = (typeof erasureSubjects)[number]

/** The record of an erasure, which stays. It has no personal data. */
export const ErasureSchema = defineEntity({
  name: 'Erasure',
  tableName: 'erasure',
  properties: {
    id: p.integer().primary().autoincrement(),
    subject: p.string().length(12).$type<ErasureSubject>(),
    /** Of an organization or a job. */
    subjectId: p.integer(),
    /** Without those that went with their parents. */
    rowsErased: p.bigint('number'),
    begunAt: p.datetime(3).defaultRaw('now()'),
    finishedAt: p.datetime(3).nullable(),
    /** When the organization was imported again; from then on the erasure keeps nothing away. */
    importedAt: p.datetime(3).nullable(),
  },
})

/** A row of the erasures. */
export class Erasure extends ErasureSchema.class {}
ErasureSchema.setClass(Erasure)

const { statement } = statementsOf<{ readonly erasure: Table<typeof ErasureSchema> }>('kit')

interface Subject {
  readonly subject: ErasureSubject
  readonly subjectId: number
}

const selectUnfinished = statement((db, $: Params<Subject>) =>
  db
    .selectFrom('erasure')
    .where('subject', '=', $.subject)
    .where('subjectId', '=', $.subjectId)
    .where('finishedAt', 'is', null)
    .orderBy('id')
    .limit(1)
    .select('id'),
)

const insertErasure = statement((db, $: Params<Subject>) =>
  db
    .insertInto('erasure')
    .values({
      subject: $.subject,
      subjectId: $.subjectId,
      rowsErased: 0,
      begunAt: raw<Date>`now()`,
    })
    .returning('id'),
)

const addRows = statement((db, $: Params<{ readonly id: number; readonly rows: number }>) =>
  db
    .updateTable('erasure')
    .set((eb) => ({ rowsErased: eb('rowsErased', '+', $.rows) }))
    .where('id', '=', $.id),
)

const finish = statement((db, $: Params<{ readonly id: number }>) =>
  db
    .updateTable('erasure')
    .set({ finishedAt: raw<Date>`now()` })
    .where('id', '=', $.id),
)

/** The record of this erasure: that of a run that was killed, else a new one. */
export async function beginErasure(sql: Sql, subject: Subject): Promise<number> {
  const row = (await sql.row(selectUnfinished, subject)) ?? (await sql.one(insertErasure, subject))
  return row.id
}

/** Adds rows that the same transaction erases. */
export function recordErased(sql: Sql, id: number, rows: number): Promise<void> {
  return sql.run(addRows, { id, rows })
}

/** Nothing of the subject is left. */
export function finishErasure(sql: Sql, id: number): Promise<void> {
  return sql.run(finish, { id })
}
