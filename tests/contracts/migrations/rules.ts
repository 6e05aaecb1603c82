import { parse } from 'libpg-query'
import type { AlterTableCmd, Constraint, Node, RawStmt } from '@pgsql/types'

/** A migration as the rules see it. */
export interface WrittenMigration {
  readonly name: string
  readonly isTransactional: boolean
  readonly sql: readonly string[]
}

/** The migrations that a table, a column or an index goes with have this in their name. */
const CONTRACT = /-contract-/

/** What a migration must not do while the previous version of its service runs, and blocks requests of. */
export async function migrationViolations(migration: WrittenMigration): Promise<string[]> {
  const parsed = await Promise.all(migration.sql.map((text) => parse(text)))
  const statements = parsed.flatMap(({ stmts }) => stmts ?? [])
  const created = new Set<string>()
  const validated = new Set<string>()
  return statements.flatMap(({ stmt: node }: RawStmt) => {
    if (node === undefined) return []
    if ('CreateStmt' in node) created.add(node.CreateStmt.relation?.relname ?? '')
    const scope = { migration, created, validated }
    return violationsOf(node, scope).map((violation) => `${migration.name}: ${violation}`)
  })
}

interface Scope {
  readonly migration: WrittenMigration
  /** Tables that the migration has created: nothing uses them yet. */
  readonly created: ReadonlySet<string>
  /** Tables of which it has validated a check. */
  readonly validated: Set<string>
}

function violationsOf(node: Node, scope: Scope): string[] {
  const { migration, created } = scope
  const isContract = CONTRACT.test(migration.name)
  if ('IndexStmt' in node) {
    const { concurrent = false, relation } = node.IndexStmt
    if (created.has(relation?.relname ?? '')) return []
    if (!concurrent) return ['an index of an existing table is built concurrently: ConcurrentIndex']
    return migration.isTransactional ? ['an index is not built concurrently in a transaction'] : []
  }
  const changed = changedTable(node)
  if (changed !== undefined && !created.has(changed))
    return [`rows of ${changed} are changed in batches, by a migration of their own: BatchedChange`]
  if ('RenameStmt' in node)
    return ['a name is in use by the previous version: add, copy, and drop in a later release']
  if ('DropStmt' in node) {
    const { removeType } = node.DropStmt
    const isNeeded = removeType === 'OBJECT_TABLE' && !isContract
    return isNeeded ? ['a table is dropped by a migration whose name has -contract-'] : []
  }
  if (!('AlterTableStmt' in node)) return []
  const { relation, cmds = [] } = node.AlterTableStmt
  const table = relation?.relname ?? ''
  if (created.has(table)) return []
  if (!migration.isTransactional)
    return ['outside a transaction only indexes are built: it may stop between two statements']
  return cmds.flatMap((cmd) => {
    if (!('AlterTableCmd' in cmd)) return []
    const violation = commandViolation(cmd.AlterTableCmd, table, scope)
    return violation === undefined ? [] : [violation]
  })
}

/** The table whose rows a statement changes all at once. */
function changedTable(node: Node): string | undefined {
  if ('UpdateStmt' in node) return node.UpdateStmt.relation?.relname
  if ('DeleteStmt' in node) return node.DeleteStmt.relation?.relname
  return undefined
}

function commandViolation(
  { subtype, def, name }: AlterTableCmd,
  table: string,
  { migration, validated }: Scope,
): string | undefined {
  switch (subtype) {
    case 'AT_ValidateConstraint':
      validated.add(table)
      return undefined
    case 'AT_AlterColumnType':
      return `the type of ${table}.${name} is not changed: add a column, copy, and drop in a later release`
    case 'AT_SetNotNull':
      if (validated.has(table)) return undefined
      return `${table}.${name} becomes not null after a check (${name} is not null) not valid was validated`
    case 'AT_DropColumn':
      if (CONTRACT.test(migration.name)) return undefined
      return `${table}.${name} is dropped by a migration whose name has -contract-`
    case 'AT_AddColumn':
      return def !== undefined && 'ColumnDef' in def
        ? columnViolation(table, def.ColumnDef.colname ?? '', constraintsOf(def.ColumnDef))
        : undefined
    case 'AT_AddConstraint':
      return def !== undefined && 'Constraint' in def
        ? constraintViolation(table, def.Constraint)
        : undefined
    default:
      return undefined
  }
}

const constraintsOf = ({ constraints = [] }: { readonly constraints?: Node[] }): Constraint[] =>
  constraints.flatMap((one) => ('Constraint' in one ? [one.Constraint] : []))

function columnViolation(
  table: string,
  column: string,
  constraints: readonly Constraint[],
): string | undefined {
  const types = constraints.map(({ contype }) => contype)
  if (!types.includes('CONSTR_NOTNULL') || types.includes('CONSTR_DEFAULT')) return undefined
  return `${table}.${column} is nullable or has a default: the previous version does not write it`
}

function constraintViolation(table: string, constraint: Constraint): string | undefined {
  const { contype, conname, indexname, skip_validation: isNotValid } = constraint
  if (contype === 'CONSTR_CHECK' || contype === 'CONSTR_FOREIGN')
    return isNotValid === true
      ? undefined
      : `${conname} of ${table} is added not valid, and validated in a later migration`
  if (contype === 'CONSTR_UNIQUE' || contype === 'CONSTR_PRIMARY')
    return indexname === undefined
      ? `${conname} of ${table} is added with an index that was built concurrently`
      : undefined
  return undefined
}
