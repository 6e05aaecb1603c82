import { sql as raw } from 'kysely'
import type { Insertable } from 'kysely'
import type { Sql } from '@takeoff/kit/postgres/sql'
import { fromRecords, toRecords } from '@takeoff/kit/postgres/records'
import type { Records } from '@takeoff/kit/postgres/records'
import type { Params } from '@takeoff/kit/postgres/statement'
import type { LineRule } from '../../domain/templates/template-line.ts'
import type { LineDraft } from '../../domain/templates/template-request.ts'
import { byColumn } from '../columns.ts'
import { statement } from '../statements.ts'
import type { Tables } from '../statements.ts'
import { lineColumns } from './template-reads.ts'

/** The columns of a line apart from its id and its template. */
const savedColumns = ['orgId', ...Object.values(lineColumns)] as const

export interface TemplateKey {
  readonly id: number
  readonly orgId: number
}

const upsertLines = statement(
  (db, $: Params<{ readonly records: Records<Tables['templateLine']> }>) =>
    db
      .insertInto('templateLine')
      .columns(['id', 'templateId', ...savedColumns])
      .expression((eb) =>
        eb
          .selectFrom(fromRecords<Tables, 'templateLine'>('templateLine', $.records).as('r'))
          .orderBy('r.sortOrder')
          .select([
            raw`coalesce(r.id, nextval('template_line_id_seq'))`.as('id'),
            'templateId',
            ...savedColumns,
          ]),
      )
      .onConflict((conflict) =>
        conflict
          .column('id')
          .doUpdateSet((eb) =>
            Object.fromEntries(savedColumns.map((name) => [name, eb.ref(`excluded.${name}`)])),
          )
          .whereRef('templateLine.templateId', '=', 'excluded.templateId'),
      ),
)

/** Saves the lines of a template: lines with an id keep it, the others get one. */
export async function saveLines(
  sql: Sql,
  template: TemplateKey,
  lines: readonly LineDraft[],
): Promise<void> {
  const rows = lines.map((line, index) => lineRow(template, { ...line, sortOrder: index + 1 }))
  await sql.run(upsertLines, { records: toRecords<Tables['templateLine']>(rows) })
}

const deleteOtherLines = statement(
  (db, $: Params<{ readonly id: number; readonly kept: readonly number[] }>) =>
    db
      .deleteFrom('templateLine')
      .where('templateId', '=', $.id)
      .where((eb) => eb.not(eb('id', '=', eb.fn.any($.kept)))),
)

const moveLinesAside = statement((db, $: Params<{ readonly id: number }>) =>
  db
    .updateTable('templateLine')
    .set({ sortOrder: raw`-1 - sort_order` })
    .where('templateId', '=', $.id)
    .where('sortOrder', '>=', 0),
)

/** Replaces the lines of a locked template. */
export async function replaceLines(
  sql: Sql,
  template: TemplateKey,
  lines: readonly LineDraft[],
): Promise<void> {
  const { id } = template
  const kept = lines.map((line) => line.id).filter((lineId) => lineId !== null)
  await sql.run(deleteOtherLines, { id, kept })
  // Two lines that swap positions would violate the unique constraint in between.
  await sql.run(moveLinesAside, { id })
  await saveLines(sql, template, lines)
}

const insertCopies = statement(
  (db, $: Params<{ readonly sourceId: number; readonly copyId: number }>) =>
    db
      .insertInto('templateLine')
      .columns(['templateId', ...savedColumns])
      .expression((eb) =>
        eb
          .selectFrom('templateLine')
          .where('templateId', '=', $.sourceId)
          .orderBy('sortOrder')
          .select([raw`${$.copyId}::int`.as('templateId'), ...savedColumns]),
      ),
)

/** Copies the lines of a template into another template of its organization. */
export async function copyLines(sql: Sql, sourceId: number, copyId: number): Promise<void> {
  await sql.run(insertCopies, { sourceId, copyId })
}

interface LinePlace {
  /** Null for a new line. */
  readonly id: number | null
  readonly sortOrder: number
}

/** The row of a line; the statement generates an id that is missing. */
export function lineRow(
  { id, orgId }: TemplateKey,
  { id: lineId, ...line }: LineRule & LinePlace,
): Insertable<Tables['templateLine']> {
  return { ...byColumn(line, lineColumns), id: lineId ?? undefined, orgId, templateId: id }
}
