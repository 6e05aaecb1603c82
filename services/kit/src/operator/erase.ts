import { AUDIT_RECORDED } from '@takeoff/contracts/audit-record'
import { sql as raw } from 'kysely'
import type { RawBuilder } from 'kysely'
import { FAILURE, HELP_HINT, runProgram, UsageError } from '../service/command-line.ts'
import type { CommandLine } from '../service/command-line.ts'
import { parseIntegerId } from '../values/ids.ts'
import type { OwnDatabase } from '../postgres/database-connection.ts'
import type { Sql } from '../postgres/sql.ts'
import { countRows, eraseRows, listTables } from './erase-rows.ts'
import type { ErasedRows, ErasedTable } from './erase-rows.ts'
import { beginErasure, erasureSubjects, finishErasure } from '../postgres/erasure.ts'
import type { ErasureSubject } from '../postgres/erasure.ts'
import { openAsOwner, say } from './operator-program.ts'

/** A table without an index of organizations is read from end to end. */
const STATEMENT_TIMEOUT_MS = 3_600_000
const HELP = `Erases an organization or a job from the database and the files of a service.

Usage: npm run erase -- services/SERVICE organization|job ID [--confirm ID]

  --confirm ID  erase; without it, count what would be erased
  --help        this text

More in docs/operations.md.
`

const OPTIONS = { confirm: { type: 'string' } } as const

/** Conditions on rows `r` by table. */
export type RowsByTable = readonly (readonly [table: string, condition: RawBuilder<unknown>])[]

/** The database of a service, and what the catalog does not say about it. */
export interface EraseOptions extends OwnDatabase {
  /** The rows of a job, in the order in which they are erased, without those that go with them. */
  readonly rowsOfJob: (jobId: number, sql: Sql) => RowsByTable | Promise<RowsByTable>
  /** Rows that a process may still need. */
  readonly inUse?: RowsByTable
  /** Tables that are not erased. */
  readonly kept?: readonly string[]
  /** Deletes the file under a key; one that is missing is no error. */
  readonly deleteFile?: (key: string) => Promise<void>
}

interface Command {
  readonly subject: ErasureSubject
  readonly subjectId: number
  readonly isConfirmed: boolean
}

/**
 * The program that erases an organization or a job from a service's database and files, beside the service. It may be
 * killed and started again. It prints what it does; its exit code is 1 while rows are left, and 2 if it could not start.
 */
export async function runErase(
  readOptions: () => EraseOptions | Promise<EraseOptions>,
): Promise<void> {
  const program = { help: HELP, options: OPTIONS, takesArguments: true }
  await runProgram(program, async (commandLine) => {
    await erase(readCommand(commandLine), await readOptions())
  })
}

/** @throws UsageError */
function readCommand({ positionals, values }: CommandLine<typeof OPTIONS>): Command {
  const subject = erasureSubjects.find((known) => known === positionals[0])
  const subjectId = parseIntegerId(positionals[1] ?? '')
  if (subject === undefined || subjectId === undefined || positionals.length > 2)
    throw new UsageError(`Name an organization or a job by its id. ${HELP_HINT}`)
  if (values.confirm !== undefined && values.confirm !== String(subjectId))
    throw new UsageError(
      `--confirm ${values.confirm} is not the id ${subjectId}. Nothing was erased.`,
    )
  return { subject, subjectId, isConfirmed: values.confirm !== undefined }
}

async function erase(command: Command, options: EraseOptions): Promise<void> {
  const { subject, subjectId } = command
  await using database = await openAsOwner('erase', options, STATEMENT_TIMEOUT_MS)
  const { kept = [] } = options
  const tables = (await listTables(database)).filter(({ root }) => !kept.includes(root))
  const rowsNow = () => rowsToErase(database, command, { tables, options })
  const report = async (verb: string): Promise<number> => {
    let total = 0
    for (const one of await rowsNow()) {
      const count = await countRows(database, one)
      if (count > 0) say(`${one.table.name}: ${count} rows ${verb}`)
      total += count
    }
    return total
  }
  if (!command.isConfirmed) {
    await report('would be erased, with what belongs to them')
    say(`Nothing was erased. Repeat with --confirm ${subjectId} to erase ${subject} ${subjectId}.`)
    return
  }
  const id = await beginErasure(database, { subject, subjectId })
  const { deleteFile = () => Promise.resolve() } = options
  const own = (await rowsNow()).filter(({ table }) => !table.isPart)
  await eraseRows(own, { database, id, deleteFile, say })
  if ((await report('left')) > 0) {
    say('They are in use. Run this again in five minutes.')
    process.exitCode = FAILURE
    return
  }
  await finishErasure(database, id)
  say(`Nothing of ${subject} ${subjectId} is left. Record: erasure ${id}.`)
}

interface Erasable {
  readonly tables: readonly ErasedTable[]
  readonly options: EraseOptions
}

async function rowsToErase(
  sql: Sql,
  { subject, subjectId }: Command,
  { tables, options: { rowsOfJob, inUse = [] } }: Erasable,
): Promise<ErasedRows[]> {
  const exceptions = new Map(inUse)
  const rowsIn = (table: ErasedTable, condition: RawBuilder<unknown>): ErasedRows => ({
    table,
    condition,
    except: exceptions.get(table.root),
  })
  if (subject === 'organization')
    return tables.map((table) => rowsIn(table, conditionOfOrganization(table, subjectId)))
  return (await rowsOfJob(subjectId, sql)).flatMap(([root, condition]) =>
    tables.filter((table) => table.root === root).map((table) => rowsIn(table, condition)),
  )
}

function conditionOfOrganization({ root }: ErasedTable, orgId: number): RawBuilder<unknown> {
  return root === 'outbox_message'
    ? // Audit records are on their way to the audit log, which is kept.
      raw`(r.envelope->>'orgId')::int = ${orgId} and r.envelope->>'name' is distinct from ${AUDIT_RECORDED}`
    : raw`r.org_id = ${orgId}`
}
