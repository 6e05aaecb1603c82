import { QUOTED_IN_CSV } from '@takeoff/contracts/csv-quoting'
import { guardFormula } from '@takeoff/contracts/formula-guard'

// RFC 4180. Written here so that the cells that several rows have in common are formatted once: the library formats each
// cell again, and an export took four times as long.
const ROW_END = '\r\n'

/** A column: the path of a field in a line of NDJSON. */
export type ColumnPath = readonly string[]

/** Columns by their names, such as `vendor.id`. */
export function columnPaths(names: readonly string[]): readonly ColumnPath[] {
  return names.map((name) => name.split('.'))
}

/** The columns of records with members: those of a member get the prefix of the field that has them. */
export interface CsvColumns {
  readonly own: readonly ColumnPath[]
  readonly members: readonly ColumnPath[]
  readonly membersField: string
  /** Columns of the record that were added later, so that the others keep their places. */
  readonly ownBehindMembers?: readonly ColumnPath[]
}

/** The header row: the paths of the fields in a line of NDJSON. */
export function csvHead({ own, members, membersField, ownBehindMembers }: CsvColumns): string {
  const ofMembers = members.map((path) => [membersField, ...path])
  const paths = [...own, ...ofMembers, ...(ownBehindMembers ?? [])]
  return `${paths.map((path) => path.join('.')).join(',')}${ROW_END}`
}

/** One row per member, each with the columns of the record; one row for a record without members. */
export function csvRows(
  record: object,
  members: readonly object[],
  { own, members: memberPaths, ownBehindMembers = [] }: CsvColumns,
): string {
  const ofRecord = cellsOf(record, own)
  const behind = ownBehindMembers.length === 0 ? '' : `,${cellsOf(record, ownBehindMembers)}`
  const rows = members.length === 0 ? [{}] : members
  return rows
    .map((member) => `${ofRecord},${cellsOf(member, memberPaths)}${behind}${ROW_END}`)
    .join('')
}

function cellsOf(record: object, paths: readonly ColumnPath[]): string {
  return paths.map((path) => cellOf(valueAt(record, path))).join(',')
}

function valueAt(record: object, path: ColumnPath): unknown {
  return path.reduce<unknown>(
    (value, name) => (value as Readonly<Record<string, unknown>> | null | undefined)?.[name],
    record,
  )
}

/** Text that a spreadsheet would evaluate as a formula gets a leading apostrophe; numbers are not changed. */
function cellOf(value: unknown): string {
  if (Array.isArray(value)) return cellOf(value.join('\n'))
  if (typeof value !== 'string') return String((value as number | boolean | null) ?? '')
  const text = guardFormula(value)
  return QUOTED_IN_CSV.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
