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
  /** Columns that were added later. They come last, so that existing columns keep their positions. */
  readonly later?: { readonly own: readonly ColumnPath[]; readonly members: readonly ColumnPath[] }
}

const NO_COLUMNS = { own: [], members: [] }

/** The header row: the paths of the fields in a line of NDJSON. */
export function csvHead({ own, members, membersField, later = NO_COLUMNS }: CsvColumns): string {
  const ofMembers = (paths: readonly ColumnPath[]) => paths.map((path) => [membersField, ...path])
  const paths = [...own, ...ofMembers(members), ...later.own, ...ofMembers(later.members)]
  return `${paths.map((path) => path.join('.')).join(',')}${ROW_END}`
}

/** One row per member, each with the columns of the record; one row for a record without members. */
export function csvRows(
  record: object,
  members: readonly object[],
  { own, members: memberPaths, later = NO_COLUMNS }: CsvColumns,
): string {
  const [ofRecord, laterOfRecord] = [cellsOf(record, own), cellsOf(record, later.own)]
  const rows = members.length === 0 ? [{}] : members
  return rows
    .map((member) => {
      const cells = [ofRecord, cellsOf(member, memberPaths)]
      if (later.own.length > 0) cells.push(laterOfRecord)
      if (later.members.length > 0) cells.push(cellsOf(member, later.members))
      return `${cells.join(',')}${ROW_END}`
    })
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
