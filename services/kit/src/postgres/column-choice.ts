import type { Compilable, Kysely } from 'kysely'
import type { FieldNames } from '../graphql/field-names.ts'
import { invariant } from '../values/invariant.ts'
import { compiledOnce, defineStatement, prepare, undeclare } from './statement.ts'
import type { CompiledStatement, Params, Statement, StatementsOf } from './statement.ts'

/** A connection keeps each prepared statement (about 50 kB), and clients choose: later choices are parsed each time. */
const CHOICES_PREPARED_MAX = 20

/** Which columns the fields of an operation need. */
export interface ColumnChoice {
  /** Columns that our own code needs, whatever a client requests. */
  readonly always: readonly string[]
  /** The columns that a field of the schema needs beside, or in place of, the one of its name. */
  readonly fields: Readonly<Record<string, readonly string[]>>
}

/** Filters selections to those whose columns are requested. Rows have the type of all of them. */
export type Chosen = <Selection>(selections: readonly Selection[]) => readonly Selection[]

/** The statement for the requested fields; without them it reads every column. */
export type ChoosingStatement<P, Row> = (fields?: FieldNames) => Statement<P, Row>

/** A statement that reads only the columns behind the fields of an operation: other values are undefined. */
export function choosingColumns<Tables, P, Row>(
  { statement }: Pick<StatementsOf<Tables>, 'statement'>,
  choice: ColumnChoice,
  build: (db: Kysely<Tables>, $: Params<P>, chosen: Chosen) => Compilable<Row>,
): ChoosingStatement<P, Row> {
  const every = statement<P, Row>((db, $) => build(db, $, (selections) => selections))
  const choices = new Map<string, CompiledStatement>()
  /** Shares one statement for each text: neither the order of fields nor those of other types create another. */
  const shared = (chosen: Statement<P, Row>): Statement<P, Row> =>
    compiledOnce((kysely) => sharedText(chosen.compile(kysely), choices))
  const everyShared = shared(every)
  const known = new WeakMap<FieldNames, Statement<P, Row>>()
  return (fields) => {
    if (fields === undefined) return everyShared
    const wanted = columnsOf(choice, fields)
    const chosen: Chosen = (selections) =>
      selections.filter((selection) => {
        const name = nameOf(selection)
        const isWanted = wanted.has(name)
        if (!isWanted) undeclare(name)
        return isWanted
      })
    const found =
      known.get(fields) ??
      shared(defineStatement<P, Row>((kysely, $) => build(kysely as never, $, chosen).compile()))
    known.set(fields, found)
    return found
  }
}

function sharedText(
  compiled: CompiledStatement,
  choices: Map<string, CompiledStatement>,
): CompiledStatement {
  const found = choices.get(compiled.text)
  if (found !== undefined || choices.size >= CHOICES_PREPARED_MAX) return found ?? compiled
  choices.set(compiled.text, compiled)
  prepare(compiled.text)
  return compiled
}

function columnsOf({ always, fields }: ColumnChoice, requested: FieldNames): ReadonlySet<string> {
  const columns = new Set<string>([...requested, ...always])
  for (const [field, names] of Object.entries(fields)) {
    if (requested.has(field)) for (const name of names) columns.add(name)
  }
  return columns
}

/** The name that a selection has in the result: `i.groupName as name` is `name`. */
function nameOf(selection: unknown): string {
  if (typeof selection === 'string') return selection.split(' as ').at(-1)?.split('.').at(-1) ?? ''
  const hasAlias = typeof selection === 'object' && selection !== null && 'alias' in selection
  invariant(hasAlias && typeof selection.alias === 'string', 'a selected value has no name')
  return selection.alias
}
