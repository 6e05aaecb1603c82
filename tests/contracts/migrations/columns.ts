import type { ColumnDef, Constraint, Node } from '@pgsql/types'
import { lastName } from './scope.ts'
import type { Scope } from './scope.ts'

const IN_STEPS = 'add it nullable without a default, and fill it by a BatchedChange'
const SERIAL = /^(?:small|big)?serial[248]?$/
/** They have one value in a transaction, so that PostgreSQL stores it once for all rows. */
const STABLE_FUNCTIONS = new Set([
  'current_setting',
  'now',
  'statement_timestamp',
  'transaction_timestamp',
])

/** What keeps a column from being added to a table that the previous version uses. */
export function columnViolation(
  table: string,
  { colname = '', typeName, constraints = [] }: ColumnDef,
  scope: Scope,
): string | undefined {
  const column = `${table}.${colname}`
  if (SERIAL.test(lastName(typeName?.names)))
    return `${column} is no serial, which rewrites the table: ${IN_STEPS}`
  const found = constraints.flatMap((one) => ('Constraint' in one ? [one.Constraint] : []))
  const types = found.map(({ contype }) => contype)
  if (types.includes('CONSTR_NOTNULL') && !types.includes('CONSTR_DEFAULT'))
    return `${column} is nullable or has a default: the previous version does not write it`
  return found
    .map((constraint) => constraintViolation(column, constraint, scope))
    .find((violation) => violation !== undefined)
}

function constraintViolation(
  column: string,
  { contype, raw_expr: value }: Constraint,
  scope: Scope,
): string | undefined {
  switch (contype) {
    case 'CONSTR_NULL':
    case 'CONSTR_NOTNULL':
      return undefined
    case 'CONSTR_DEFAULT':
      return isStable(value, scope)
        ? undefined
        : `${column} has a constant or stable default, because each row gets another one, which rewrites the table: ${IN_STEPS}`
    case 'CONSTR_GENERATED':
    case 'CONSTR_IDENTITY':
      return `${column} is not generated, which rewrites the table: ${IN_STEPS}, and let the code or a trigger write it`
    case 'CONSTR_UNIQUE':
    case 'CONSTR_PRIMARY':
      return `${column} is added without its unique or primary key: build its index by a ConcurrentIndex, and add the constraint using it`
    case 'CONSTR_CHECK':
    case 'CONSTR_FOREIGN':
    default:
      return `${column} is added without its constraint: add the constraint not valid, and validate it in a later migration`
  }
}

/** Whether a default is the same for all rows that a statement changes. */
function isStable(value: Node | undefined, scope: Scope): boolean {
  if (value === undefined) return false
  if ('A_Const' in value || 'SQLValueFunction' in value) return true
  if ('TypeCast' in value) return isStable(value.TypeCast.arg, scope)
  if ('A_ArrayExpr' in value)
    return (value.A_ArrayExpr.elements ?? []).every((element) => isStable(element, scope))
  if (!('FuncCall' in value)) return false
  const { funcname, args = [] } = value.FuncCall
  const name = lastName(funcname)
  return (
    (STABLE_FUNCTIONS.has(name) || scope.stableFunctions.has(name)) &&
    args.every((argument) => isStable(argument, scope))
  )
}
