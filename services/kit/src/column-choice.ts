import { prepared } from './database.ts'
import type { PreparedSql } from './database.ts'
import type { FieldNames } from './field-names.ts'

/** A connection never forgets a prepared statement (about 50 kB), and clients choose: later choices are parsed each time. */
const CHOICES_PREPARED_MAX = 20

/** How the rows are read that resolvers of a type are given. */
export interface ColumnsOf<Row> {
  /** The SQL of each value of a row. */
  readonly columns: Readonly<Record<keyof Row & string, string>>
  /** Values that our own code needs, whatever a client asks for. */
  readonly always: readonly (keyof Row & string)[]
  /** What a field of the schema is made of beside, or in place of, the value of its name. */
  readonly fields: Readonly<Record<string, readonly (keyof Row & string)[]>>
}

/** The statement for the fields that are asked for; without them it reads every column. */
export type ChosenColumns = (fields?: FieldNames) => string | PreparedSql

/** A statement that reads only what the fields of an operation are made of: what is not read is undefined. */
export function choosingColumns<Row>(
  of: ColumnsOf<Row>,
  textOf: (columns: string) => string,
): ChosenColumns {
  const every = prepared(textOf(selectList(of.columns, Object.keys(of.columns))))
  const choices = new Map<string, PreparedSql>([[every.text, every]])
  const known = new WeakMap<FieldNames, string | PreparedSql>()
  const choose = (fields: FieldNames): string | PreparedSql => {
    const text = textOf(selectList(of.columns, valuesOf(of, fields)))
    const found = choices.get(text)
    if (found !== undefined || choices.size >= CHOICES_PREPARED_MAX) return found ?? text
    const choice = prepared(text)
    choices.set(text, choice)
    return choice
  }
  return (fields) => {
    if (fields === undefined) return every
    const chosen = known.get(fields) ?? choose(fields)
    known.set(fields, chosen)
    return chosen
  }
}

/** In the order of the columns, so that the order of a client's fields makes no other statement. */
function valuesOf<Row>({ columns, always, fields }: ColumnsOf<Row>, asked: FieldNames): string[] {
  const wanted = new Set<string>([...asked, ...always])
  for (const [field, values] of Object.entries(fields)) {
    if (asked.has(field)) for (const value of values) wanted.add(value)
  }
  return Object.keys(columns).filter((value) => wanted.has(value))
}

function selectList(columns: Readonly<Record<string, string>>, values: readonly string[]): string {
  return values.map((value) => `${columns[value]} as "${value}"`).join(', ')
}
