import { sql as raw } from 'kysely'
import { createSecretBox } from '../security/secret-box.ts'
import type { SecretBox } from '../security/secret-box.ts'
import { FAILURE, runProgram } from '../service/command-line.ts'
import type { Database } from '../postgres/database.ts'
import type { OwnDatabase } from '../postgres/database-connection.ts'
import { openAsOwner, say } from './operator-program.ts'
import { int4, int8, nothing, text } from '../postgres/sql-types.ts'
import type { Params, Statement, StatementsOf } from '../postgres/statement.ts'

/** Rows locked in one transaction: requests that change one of them wait for its end. */
const REKEY_ROWS = 50
const HELP = `Encrypts the secrets in the database of a service with its first key.

Usage: npm run rekey -- services/SERVICE

More in docs/operations.md.
`

/** A row with a text that another key than the current one has sealed. */
export interface SealedRow {
  readonly id: number
  readonly orgId: number
  /** Id of the row that the text is bound to. */
  readonly ownerId: number
  readonly sealed: string
}

/** A column with sealed texts, and the statements that seal them anew. */
export interface SealedColumn {
  /** Its table and its own name. */
  readonly name: string
  /** The next `REKEY_ROWS` rows by id whose text is not like `current`, locked; without those that others have locked. */
  readonly next: Statement<{ readonly after: number; readonly current: string }, SealedRow>
  /** The rows of an organization whose text is not like `current`. */
  readonly ofOrganization: Statement<
    { readonly orgId: number; readonly current: string },
    SealedRow
  >
  /** How many texts are not like `current`. */
  readonly left: Statement<{ readonly current: string }, { readonly left: number }>
  readonly save: Statement<{ readonly id: number; readonly sealed: string }, unknown>
  readonly placeOf: (row: SealedRow) => string
}

type SealedColumnOptions = Pick<SealedColumn, 'placeOf'> & {
  /** The column with the id of the row; `id` by default. */
  readonly id?: string
  /** The column with the id of the row that the text is bound to. */
  readonly owner: string
}

/**
 * Defines a column with sealed texts.
 * @param name as in the database: `table.column`
 */
export function sealedColumn(
  plainStatement: StatementsOf<never>['plainStatement'],
  name: string,
  { id: idName = 'id', owner, placeOf }: SealedColumnOptions,
): SealedColumn {
  const [tableName = '', columnName = ''] = name.split('.')
  const table = raw.table(tableName)
  const sealed = raw.ref(columnName)
  const id = raw.ref(idName)
  const row = { id: int4, ownerId: int4, orgId: int4, sealed: text }
  const rows = raw`select ${id} as id, ${raw.ref(owner)} as "ownerId", org_id as "orgId", ${sealed} as sealed from ${table}`
  return {
    name,
    next: plainStatement(
      row,
      ($: Params<{ readonly after: number; readonly current: string }>) =>
        raw`${rows} where ${id} > ${$.after} and ${sealed} not like ${$.current}
            order by ${id} limit ${raw.lit(REKEY_ROWS)} for update skip locked`,
    ),
    ofOrganization: plainStatement(
      row,
      ($: Params<{ readonly orgId: number; readonly current: string }>) =>
        raw`${rows} where org_id = ${$.orgId} and ${sealed} not like ${$.current}`,
    ),
    left: plainStatement(
      { left: int8 },
      ($: Params<{ readonly current: string }>) =>
        raw`select count(*) as "left" from ${table} where ${sealed} not like ${$.current}`,
    ),
    save: plainStatement(
      nothing,
      ($: Params<{ readonly id: number; readonly sealed: string }>) =>
        raw`update ${table} set ${sealed} = ${$.sealed} where ${id} = ${$.id}`,
    ),
    placeOf,
  }
}

/** The database of a service, its keys, and the columns with sealed texts. */
export interface RekeyOptions extends OwnDatabase {
  readonly keys: readonly Buffer[]
  readonly columns: readonly SealedColumn[]
}

/**
 * The program that seals all texts of a service's database with its first key, beside the service. It may be killed
 * and started again. It prints what it does; its exit code is 1 while texts of other keys are left.
 */
export async function runRekey(readOptions: () => RekeyOptions): Promise<void> {
  await runProgram({ help: HELP }, async () => {
    const options = readOptions()
    await using database = await openAsOwner('rekey', options)
    const secretBox = createSecretBox(options.keys)
    for (const column of options.columns) {
      const left = await rekey(column, { database, secretBox })
      if (left > 0) process.exitCode = FAILURE
    }
  })
}

interface Rekeying {
  readonly database: Database
  readonly secretBox: SecretBox
}

/** Returns how many texts are left: those that do not open, and those of rows that others had locked. */
async function rekey(column: SealedColumn, rekeying: Rekeying): Promise<number> {
  const { database, secretBox } = rekeying
  const current = `${secretBox.currentPrefix}%`
  let batch = await rekeyBatch(column, rekeying, 0)
  for (let sealed = 0; batch.last !== undefined;) {
    sealed += batch.sealed
    say(`${column.name}: ${sealed} sealed with the current key`)
    batch = await rekeyBatch(column, rekeying, batch.last)
  }
  const { left } = await database.one(column.left, { current })
  say(`${column.name}: ${left} left`)
  return left
}

/** Rows that others have locked are left out: a wait for them while others wait for this transaction may be a deadlock. */
function rekeyBatch(
  { name, next, save, placeOf }: SealedColumn,
  { database, secretBox }: Rekeying,
  after: number,
): Promise<{ readonly last: number | undefined; readonly sealed: number }> {
  return database.transaction(async (sql) => {
    const rows = await sql.rows(next, { after, current: `${secretBox.currentPrefix}%` })
    let count = 0
    for (const row of rows) {
      const place = placeOf(row)
      const plain = tryOpen(secretBox, row.sealed, place)
      if (plain instanceof Error) {
        say(`${name}: row ${row.id} does not open: ${plain.message}`)
        continue
      }
      await sql.run(save, { id: row.id, sealed: secretBox.seal(plain, place) })
      count += 1
    }
    return { last: rows.at(-1)?.id, sealed: count }
  })
}

function tryOpen(secretBox: SecretBox, sealed: string, place: string): string | Error {
  try {
    return secretBox.open(sealed, place)
  } catch (error) {
    return error as Error
  }
}
