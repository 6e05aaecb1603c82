import type { AlterTableStmt, CreateFunctionStmt, CreateStmt, DropStmt, Node } from '@pgsql/types'
import { freezableTablesSql } from '@takeoff/kit/postgres/frozen-organization'
import { parse } from 'libpg-query'
import { alterViolations, commandsOf, contracts, isValidation } from './alter-table.ts'
import { lastName, newScope, tableName } from './scope.ts'
import type { Scope, WrittenMigration } from './scope.ts'

/** The migrations that a table, a column or an index goes with have this in their name. */
const CONTRACT = /-contract-/

/** A block cannot be checked. This one has been read: it creates triggers that refuse changes of frozen organizations. */
const KNOWN_BLOCKS: ReadonlySet<string> = new Set([freezableTablesSql])

/** Kinds of statements that only add what the previous version ignores, or that hold for it, too. */
const ADDING = new Set([
  'AlterPolicyStmt',
  'CreateFunctionStmt',
  'CreatePolicyStmt',
  'CreateTrigStmt',
  'ViewStmt',
])
const CHANGING_ROWS = new Set(['DeleteStmt', 'InsertStmt', 'MergeStmt', 'SelectStmt', 'UpdateStmt'])
/** What a migration that contracts may drop, beside columns, constraints, defaults and indexes. */
const DROPPED = new Set([
  'OBJECT_FUNCTION',
  'OBJECT_POLICY',
  'OBJECT_TABLE',
  'OBJECT_TRIGGER',
  'OBJECT_VIEW',
])

const IN_BATCHES =
  'rows are copied, changed and removed in batches, by a migration of their own: BatchedChange'

/** What to do instead of statements that are refused. */
const INSTEAD: Readonly<Record<string, string>> = {
  DoStmt: 'a block cannot be checked: write its statements out',
  LockStmt: 'a table is not locked by hand: each statement takes the lock that it needs',
  ReindexStmt:
    'an index is not rebuilt in place: build a new one by a ConcurrentIndex, and drop the old one in a later release',
  RenameStmt: 'a name is in use by the previous version: add, copy, and drop in a later release',
  TruncateStmt: IN_BATCHES,
}

const ONE_INDEX =
  'outside a transaction only one index is built or dropped: it may stop between two statements'
const NOT_CONCURRENT = 'an index of an existing table is built concurrently: ConcurrentIndex'
const DROPPED_IN_TRANSACTION =
  'an index is dropped concurrently, by a migration outside a transaction whose name has -contract-'
const BOTH =
  'a migration that contracts only drops: what is added belongs to a migration of another release'
const CASCADE = 'cascade drops what the migration does not name: drop each by its name'

/** What a migration must not do while the previous version of its service runs, and blocks requests of. */
export async function migrationViolations(migration: WrittenMigration): Promise<string[]> {
  const texts = migration.sql.filter((text) => !KNOWN_BLOCKS.has(text))
  const parsed = await Promise.all(texts.map((text) => parse(text)))
  const statements = parsed
    .flatMap(({ stmts = [] }) => stmts)
    .flatMap(({ stmt }) => (stmt === undefined ? [] : [stmt]))
  return violationsOf(statements, migration).map((violation) => `${migration.name}: ${violation}`)
}

function violationsOf(statements: readonly Node[], migration: WrittenMigration): string[] {
  const isContract = CONTRACT.test(migration.name)
  if (!migration.isTransactional) {
    const indexes = statements.filter((node) => 'IndexStmt' in node)
    if (indexes.length > 1) return [ONE_INDEX]
    return statements.flatMap((node) => indexViolations(node, isContract))
  }
  if (isContract) return statements.flatMap(contractViolations)
  const scope = newScope()
  return statements.flatMap((node, index) => {
    // After other statements, a table would be locked while all rows are read.
    if (!statements.slice(0, index + 1).every(isValidation)) return expandViolations(node, scope)
    if (isValidation(node)) noteValidation(node.AlterTableStmt, scope)
    return []
  })
}

function noteValidation({ relation, cmds = [] }: AlterTableStmt, scope: Scope): void {
  scope.validatedTables.add(tableName(relation))
  for (const { name = '' } of commandsOf(cmds)) scope.validated.add(name)
}

/** Of a migration outside a transaction. */
function indexViolations(node: Node, isContract: boolean): string[] {
  if ('IndexStmt' in node) {
    if (isContract) return [BOTH]
    return node.IndexStmt.concurrent === true ? [] : [NOT_CONCURRENT]
  }
  if (!('DropStmt' in node) || node.DropStmt.removeType !== 'OBJECT_INDEX') return [ONE_INDEX]
  if (node.DropStmt.concurrent !== true) return [DROPPED_IN_TRANSACTION]
  return isContract ? [] : ['an index is dropped by a migration whose name has -contract-']
}

function contractViolations(node: Node): string[] {
  if ('AlterTableStmt' in node) {
    const commands = commandsOf(node.AlterTableStmt.cmds ?? [])
    if (!commands.every(contracts)) return [BOTH]
    return commands.some(({ behavior }) => behavior === 'DROP_CASCADE') ? [CASCADE] : []
  }
  return 'DropStmt' in node ? dropViolations(node.DropStmt) : [BOTH]
}

function dropViolations({ removeType = 'OBJECT_SCHEMA', behavior }: DropStmt): string[] {
  if (removeType === 'OBJECT_INDEX') return [DROPPED_IN_TRANSACTION]
  if (!DROPPED.has(removeType))
    return [`${kindOf(removeType)} is not dropped: drop tables, views and functions by name`]
  return behavior === 'DROP_CASCADE' ? [CASCADE] : []
}

/** OBJECT_TABLE: "a table". */
const kindOf = (removeType: string): string =>
  `a ${removeType.replace('OBJECT_', '').toLowerCase()}`

function expandViolations(node: Node, scope: Scope): string[] {
  const [kind = ''] = Object.keys(node)
  if ('CreateStmt' in node) return createViolations(node.CreateStmt, scope)
  if ('AlterTableStmt' in node) return alterViolations(node.AlterTableStmt, scope)
  if ('IndexStmt' in node) {
    const { concurrent = false, relation } = node.IndexStmt
    if (scope.created.has(tableName(relation))) return []
    return [concurrent ? 'an index is not built concurrently in a transaction' : NOT_CONCURRENT]
  }
  if ('DropStmt' in node) {
    const [violation] = dropViolations(node.DropStmt)
    const dropped = kindOf(node.DropStmt.removeType ?? '')
    return [violation ?? `${dropped} is dropped by a migration whose name has -contract-`]
  }
  if (CHANGING_ROWS.has(kind)) {
    const isOwn = tablesIn(node).every((table) => scope.created.has(table))
    return isOwn && kind !== 'SelectStmt' ? [] : [IN_BATCHES]
  }
  if ('CreateFunctionStmt' in node && isStable(node.CreateFunctionStmt))
    scope.stableFunctions.add(lastName(node.CreateFunctionStmt.funcname))
  return ADDING.has(kind) ? [] : [INSTEAD[kind] ?? unknown(kind)]
}

const unknown = (kind: string): string =>
  `${kind} is not among the statements that the previous version does not notice: use one of those, or add it to tests/contracts/migrations/rules.ts with the lock that it takes`

function createViolations(
  { relation, if_not_exists: mayExist, inhRelations = [] }: CreateStmt,
  { created }: Scope,
): string[] {
  const table = tableName(relation)
  if (mayExist === true)
    return [`${table} is created without "if not exists": the rules do not apply to a new table`]
  const parent = tablesIn(inhRelations).find((name) => !created.has(name))
  if (parent !== undefined)
    return [`a partition of ${parent} locks it: create a new table, copy by a BatchedChange`]
  created.add(table)
  return []
}

function isStable({ options = [] }: CreateFunctionStmt): boolean {
  return options.some((option) => {
    if (!('DefElem' in option) || option.DefElem.defname !== 'volatility') return false
    const { arg } = option.DefElem
    return arg !== undefined && 'String' in arg && arg.String.sval !== 'volatile'
  })
}

/** The names of all tables in a statement, also of those in its parts. */
function tablesIn(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return []
  const inside = Object.values(part).flatMap(tablesIn)
  return 'relname' in part ? [tableName(part as { readonly relname: string }), ...inside] : inside
}
