import { prepared } from './database.ts'
import type { SqlStatement } from './database-connection.ts'
import type { FieldNames } from '../graphql/field-names.ts'

const OID = { bool: 16, int4: 23, numeric: 1700 } as const
/** A connection keeps each prepared statement (about 50 kB), and clients choose: later choices are parsed each time. */
const CHOICES_PREPARED_MAX = 20

const isTrue = (text: string): boolean => text === 't'
const asText = (text: string): string => text

/**
 * A numeric becomes the double nearest to it, which JSON writes back with the same digits. It is read from its text:
 * a cast to float8 costs PostgreSQL 0.3 µs a value, a third of what a row of items costs.
 */
const PARSERS: Readonly<Record<number, (text: string) => unknown>> = {
  [OID.bool]: isTrue,
  [OID.int4]: Number,
  [OID.numeric]: Number,
}

const types = { getTypeParser: (oid: number) => PARSERS[oid] ?? asText }

/** How the rows behind the resolvers of a type are read. */
export interface ColumnsOf<Row> {
  /** The SQL of each value of a row: texts, whole and exact numbers, booleans. */
  readonly columns: Readonly<Record<keyof Row & string, string>>
  /** Values that our own code needs, whatever a client requests. */
  readonly always: readonly (keyof Row & string)[]
  /** The values that a field of the schema needs beside, or in place of, the one of its name. */
  readonly fields: Readonly<Record<string, readonly (keyof Row & string)[]>>
}

/** The statement for the requested fields; without them it reads every column. */
export type ChosenColumns = (fields?: FieldNames) => SqlStatement

/** A statement that reads only the columns behind the fields of an operation: other values are undefined. */
export function choosingColumns<Row>(
  of: ColumnsOf<Row>,
  textOf: (columns: string) => string,
): ChosenColumns {
  const every = { ...prepared(textOf(selectList(of.columns, Object.keys(of.columns)))), types }
  const choices = new Map<string, SqlStatement>([[every.text, every]])
  const known = new WeakMap<FieldNames, SqlStatement>()
  const choose = (fields: FieldNames): SqlStatement => {
    const text = textOf(selectList(of.columns, valuesOf(of, fields)))
    const found = choices.get(text)
    if (found !== undefined) return found
    if (choices.size >= CHOICES_PREPARED_MAX) return { text, types }
    const choice = { ...prepared(text), types }
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

/** In the order of the columns, so that the order of a client's fields does not create another statement. */
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
