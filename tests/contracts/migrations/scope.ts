/** A migration as the rules see it. */
export interface WrittenMigration {
  readonly name: string
  readonly isTransactional: boolean
  readonly sql: readonly string[]
}

/** What the statements of a migration have done so far. */
export interface Scope {
  /** Tables that it has created: nothing uses them yet. */
  readonly created: Set<string>
  /** Functions that it has created as stable or immutable. */
  readonly stableFunctions: Set<string>
  /** Constraints that it has validated, and their tables. */
  readonly validated: Set<string>
  readonly validatedTables: Set<string>
}

export function newScope(): Scope {
  return {
    created: new Set(),
    stableFunctions: new Set(),
    validated: new Set(),
    validatedTables: new Set(),
  }
}

interface NamedTable {
  readonly schemaname?: string
  readonly relname?: string
}

/** The name of a table, with its schema if a statement states one. */
export function tableName({ schemaname, relname = '' }: NamedTable = {}): string {
  return schemaname === undefined ? relname : `${schemaname}.${relname}`
}

/** The last part of a name that may have a schema. */
export function lastName(names: readonly object[] = []): string {
  const last = names.at(-1)
  return last !== undefined && 'String' in last
    ? ((last.String as { readonly sval?: string }).sval ?? '')
    : ''
}
