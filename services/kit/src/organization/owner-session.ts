import type { Readable, Writable } from 'node:stream'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { ColumnNames } from '../postgres/column-names.ts'
import { connect } from '../postgres/database-connection.ts'
import type { OwnDatabase } from '../postgres/database-connection.ts'
import type { Client } from '../postgres/row-limited-connection.ts'
import { sqlOf } from '../postgres/sql.ts'
import type { Sql } from '../postgres/sql.ts'
import { ownerOptions, requireOwner } from '../operator/operator-program.ts'

/** Values as the same text on every server. */
const SETTINGS = {
  bytea_output: 'hex',
  datestyle: 'ISO',
  extra_float_digits: '1',
  intervalstyle: 'postgres',
  timezone: 'UTC',
  client_encoding: 'UTF8',
  // A copy takes as long as it needs: only the operator waits for it.
  statement_timeout: '0',
  idle_in_transaction_session_timeout: '0',
}

/** One connection of the owner of the tables: the statements of a transaction, and copies of tables as streams. */
export interface OwnerSession extends AsyncDisposable {
  readonly sql: Sql
  /** Rows of a statement whose text depends on the catalog. */
  readonly rows: <Row>(text: string, values?: readonly unknown[]) => Promise<Row[]>
  /** Runs work in a transaction, which is rolled back when it fails. */
  readonly transaction: <T>(begin: string, work: () => Promise<T>) => Promise<T>
  /** The rows of a query in the text format of COPY. The session ends when they are not read to their end. */
  readonly copyOut: (query: string) => Readable
  /** Takes the rows of a table in the same format. */
  readonly copyIn: (table: string) => Writable
}

/**
 * Opens a connection to a service's database.
 * @throws ConfigError for a role that is not the owner of the tables, or the database of another service
 */
export async function openOwnerSession(own: OwnDatabase): Promise<OwnerSession> {
  const { orm, pool, close } = await connect({
    ...ownerOptions('organization', own),
    poolSize: 1,
    statementTimeoutMs: 0,
    settings: SETTINGS,
  })
  const client = await pool.connect().catch(async (error: unknown) => {
    await close()
    throw error
  })
  const rows = async <Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> =>
    (await client.query(text, values)).rows as Row[]
  const kysely = orm.em.getKysely<never>().withPlugin(new ColumnNames())
  const session: OwnerSession = {
    sql: sqlOf(kysely, rows),
    rows,
    async transaction(begin, work) {
      await rows(begin)
      try {
        const result = await work()
        await rows('commit')
        return result
      } catch (error) {
        await rows('rollback').catch(() => undefined)
        throw error
      }
    },
    copyOut: (query) => endingWhenLeft(client, copyTo(`copy (${query}) to stdout`)),
    copyIn: (table) => driver.query.call(client, copyFrom(`copy ${table} from stdin`)) as Writable,
    async [Symbol.asyncDispose]() {
      client.release()
      await close()
    },
  }
  try {
    await requireOwner(session.sql, own.migrations)
    return session
  } catch (error) {
    await session[Symbol.asyncDispose]()
    throw error
  }
}

/**
 * Sends a copy, and ends its connection when its reader stops early, as on a full disk: the copy keeps the connection to
 * itself until its end, so that no later statement, a rollback included, would get a response.
 */
function endingWhenLeft(client: Client, copy: Readable): Readable {
  // The lost connection is also an error of the copy, after its reader has gone.
  copy.on('error', () => undefined)
  copy.once('close', () => {
    if (!copy.readableEnded) client.connection.stream.destroy()
  })
  return driver.query.call(client, copy) as Readable
}

interface Driver {
  readonly query: <Stream>(this: unknown, stream: Stream) => Stream
}

/** The driver's own method, because that of a watched connection takes statements alone. */
const driver = pg.Client.prototype as Driver
