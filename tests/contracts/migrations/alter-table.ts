import type { AlterTableCmd, AlterTableStmt, AlterTableType, Constraint, Node } from '@pgsql/types'
import { columnViolation } from './columns.ts'
import { tableName } from './scope.ts'
import type { Scope } from './scope.ts'

/** Changes of the catalog only, which the previous version does not notice. */
const HARMLESS: ReadonlySet<AlterTableType> = new Set([
  'AT_DropNotNull',
  'AT_EnableRowSecurity',
  'AT_ResetRelOptions',
  'AT_SetRelOptions',
  'AT_SetStatistics',
])
/** They read or lock another table, so they are refused of a new table, too. */
const OF_ANOTHER_TABLE: ReadonlySet<AlterTableType> = new Set([
  'AT_AddInherit',
  'AT_AttachPartition',
])

/** What keeps a table from being altered while the previous version uses it. */
export function alterViolations(
  { relation, cmds = [], objtype }: AlterTableStmt,
  scope: Scope,
): string[] {
  const table = tableName(relation)
  if (objtype !== 'OBJECT_TABLE')
    return [`${table} is not altered: create another one, and drop this one in a later release`]
  const commands = commandsOf(cmds)
  const isReplaced = commands.some(addsCheck)
  return commands.flatMap((command) => {
    if (scope.created.has(table) && !OF_ANOTHER_TABLE.has(command.subtype ?? 'AT_AddOf')) return []
    if (command.subtype === 'AT_DropConstraint' && isReplaced) return []
    const violation = commandViolation(command, table, scope)
    return violation === undefined ? [] : [violation]
  })
}

export const commandsOf = (cmds: readonly Node[]): AlterTableCmd[] =>
  cmds.flatMap((cmd) => ('AlterTableCmd' in cmd ? [cmd.AlterTableCmd] : []))

const addsCheck = ({ subtype, def }: AlterTableCmd): boolean =>
  subtype === 'AT_AddConstraint' &&
  def !== undefined &&
  'Constraint' in def &&
  def.Constraint.contype === 'CONSTR_CHECK'

/** Whether a statement does nothing but validate a constraint: then the table can be read and written. */
export function isValidation(node: Node): node is { AlterTableStmt: AlterTableStmt } {
  if (!('AlterTableStmt' in node)) return false
  const [command, ...others] = commandsOf(node.AlterTableStmt.cmds ?? [])
  return others.length === 0 && command?.subtype === 'AT_ValidateConstraint'
}

/** Whether a command removes what no version uses any more. */
export function contracts({ subtype, def }: AlterTableCmd): boolean {
  if (subtype === 'AT_ColumnDefault') return def === undefined
  return subtype === 'AT_DropColumn' || subtype === 'AT_DropConstraint'
}

function commandViolation(
  { subtype = 'AT_AddOf', def, name = '' }: AlterTableCmd,
  table: string,
  scope: Scope,
): string | undefined {
  if (HARMLESS.has(subtype)) return undefined
  switch (subtype) {
    case 'AT_ValidateConstraint':
      return `${name} of ${table} is validated by a statement of its own, in a later migration than it is added and before all other statements, because they lock a table while all rows are read`
    case 'AT_AlterColumnType':
      return `the type of ${table}.${name} is not changed: add a column, copy, and drop in a later release`
    case 'AT_SetNotNull':
      if (scope.validatedTables.has(table)) return undefined
      return `${table}.${name} becomes not null after a check (${name} is not null) not valid was validated`
    case 'AT_DropColumn':
      return `${table}.${name} is dropped by a migration whose name has -contract-`
    case 'AT_ColumnDefault':
      if (def !== undefined) return undefined
      return `the default of ${table}.${name} is dropped by a migration whose name has -contract-`
    case 'AT_DropConstraint':
      if (scope.validated.has(name)) return undefined
      return `${name} of ${table} is dropped by a migration whose name has -contract-, or by the statement that adds a wider check not valid`
    case 'AT_AddColumn':
      return def !== undefined && 'ColumnDef' in def
        ? columnViolation(table, def.ColumnDef, scope)
        : undefined
    case 'AT_AddConstraint':
      return def !== undefined && 'Constraint' in def
        ? constraintViolation(table, def.Constraint)
        : undefined
    default:
      return `${table} is not changed by ${subtype}: create another table, copy by a BatchedChange, and drop in a later release`
  }
}

function constraintViolation(
  table: string,
  { contype, conname = '', indexname, skip_validation: isNotValid }: Constraint,
): string | undefined {
  switch (contype) {
    case 'CONSTR_CHECK':
    case 'CONSTR_FOREIGN':
      return isNotValid === true
        ? undefined
        : `${conname} of ${table} is added not valid, and validated in a later migration`
    case 'CONSTR_UNIQUE':
    case 'CONSTR_PRIMARY':
      return indexname === undefined
        ? `${conname} of ${table} is added using an index that was built by a ConcurrentIndex`
        : undefined
    case 'CONSTR_NOTNULL':
      return `${conname} of ${table} is a check (… is not null) not valid, and validated in a later migration`
    default:
      return `${conname} of ${table} reads all rows under a lock: create another table with it, copy by a BatchedChange, and drop in a later release`
  }
}
