import { CompiledQuery } from 'kysely'
import type { Kysely } from 'kysely'
import type { EntityManager, MikroORM } from '@mikro-orm/postgresql'
import type { Message } from '@takeoff/contracts/audit-record'
import { CommitUnknownError, OrganizationReadOnlyError } from '../values/errors.ts'
import { invariant } from '../values/invariant.ts'
import { ColumnNames } from './column-names.ts'
import { ORGANIZATION } from './organization-filter.ts'
import { CommittedEvents } from './committed-events.ts'
import type { EventListener } from './committed-events.ts'
import { connect } from './database-connection.ts'
import type { DatabaseOptions, Pool } from './database-connection.ts'
import { FairReads } from './fair-reads.ts'
import { FairTransactions } from './fair-transactions.ts'
import { isRefusedAsFrozen } from './frozen-organization.ts'
import { migrate } from './migrate.ts'
import { ConnectionLostError, isCommitUnknown, isLost, isRead, runAgain } from './outcome.ts'
import { requireMigrated } from './pending-migrations.ts'
import {
  accessOfOrganizations,
  accessOfWork,
  isOfCallers,
  NO_ACCESS,
  withAccess,
} from './row-access.ts'
import type { RowAccess } from './row-access.ts'
import { rowsOf, sqlOf } from './sql.ts'
import type { Sql, Transaction } from './sql.ts'
import { preparedName } from './statement.ts'
import { isStalePlan } from './row-limited-connection.ts'
import type { Query } from './row-limited-connection.ts'
import { errorCode } from '../values/caught.ts'

/**
 * For services that cache plans of prepared reads: a plan made while its tables were small must not rely on
 * that. Such plans use indexes, which cost little on a small table.
 */
export const WITHOUT_SEQUENTIAL_SCANS = { enable_seqscan: 'off' }

/**
 * A service's own database. It shows no row of an organization: `ofOrganizations` and `forWork` return the same database
 * with access to rows.
 */
export interface Database extends Sql, AsyncDisposable {
  readonly orm: MikroORM
  /** Builds the text of statements. */
  readonly kysely: Kysely<never>
  /**
   * With access to the rows of these organizations, and of no others whatever a statement says. Databases that are derived
   * from one another for callers share a request: after one of them has committed, reads of the others are not refused.
   */
  ofOrganizations(orgIds: readonly number[]): Database
  /** For work in the background, with access to what the policies of this name allow. */
  forWork(name: string): Database
  /**
   * Runs pending migrations, each in its own transaction; safe when several processes start at once.
   * @throws MigrationBlockedError when another transaction holds a lock for too long
   */
  migrate(): Promise<void>
  /**
   * For a process that must not migrate.
   * @throws MigrationsPendingError when the database lacks migrations of this version
   */
  requireMigrated(): Promise<void>
  /** Resolves when the database responds, rejects when it does not. */
  ping(): Promise<void>
  /**
   * Commits what `work` has written when it resolves, and rolls it back when it rejects.
   * @param work runs again when nothing was committed because of a deadlock or a lost connection; what it does outside
   *   of the database must bear that
   * @param options `waits` is false for work for which other organizations wait: it waits for no other transaction
   * @throws CommitUnknownError when the connection was lost during the commit
   * @throws OrganizationReadOnlyError when a caller changes a frozen organization
   * @throws RateLimitedError when a caller waited ten seconds for other transactions of the same organizations
   */
  transaction<T>(
    work: (sql: Transaction) => Promise<T>,
    options?: { readonly waits?: boolean },
  ): Promise<T>
  /** Passes the events of each transaction to the listener after its commit. There can be one listener at a time. */
  onEvents(listener: EventListener): Disposable
}

/** Opens the pool and the ORM; `ping` checks whether the database can be reached. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { orm, pool, close } = await connect(options)
  const reads = new FairReads(options.poolSize)
  const transactions = new FairTransactions(options.poolSize)
  const committed = new CommittedEvents(options.logger)
  const kysely = orm.em.getKysely<never>().withPlugin(new ColumnNames())
  const withRows = (access: RowAccess, request: RequestState = newRequest()): Database => {
    const poolAccess: PoolAccess = { pool, reads, access, request }
    return databaseWith(
      poolAccess,
      sqlOf(kysely, (text, values) => queryPool(poolAccess, text, values)),
    )
  }
  const databaseWith = (poolAccess: PoolAccess, sql: Sql): Database => ({
    orm,
    kysely,
    ofOrganizations(orgIds) {
      const request = isOfCallers(poolAccess.access) ? poolAccess.request : newRequest()
      return withRows(accessOfOrganizations(orgIds), request)
    },
    forWork: (name) => withRows(accessOfWork(name)),
    ...sql,
    async transaction(work, { waits } = {}) {
      const run = async () => {
        const events: Message[] = []
        const result = await transaction({ orm, kysely, poolAccess }, (sql) =>
          work({ ...sql, events }),
        )
        return { events, result }
      }
      const isAfterCommit = poolAccess.request.mayHaveCommitted
      const { access } = poolAccess
      const { events, result } = await transactions.run({ access, isAfterCommit, waits }, () =>
        runAgain(run),
      )
      committed.notify(events)
      return result
    },
    onEvents: (listener) => committed.listen(listener),
    migrate: () => migrate(options),
    requireMigrated: () => requireMigrated(rowsOf(sql), options.migrations),
    // Sent once: health checks must learn of an outage.
    ping: async () => void (await send(poolAccess, { text: 'select 1', values: [] })),
    [Symbol.asyncDispose]: close,
  })
  return withRows(NO_ACCESS)
}

interface TransactionOptions {
  readonly orm: MikroORM
  readonly kysely: Kysely<never>
  readonly poolAccess: PoolAccess
}

async function transaction<T>(
  { orm, kysely, poolAccess }: TransactionOptions,
  work: (sql: Omit<Transaction, 'events'>) => Promise<T>,
): Promise<T> {
  const em = orm.em.fork()
  let isReadOnly = true
  await withAccess(poolAccess.access, () => em.begin())
  try {
    const connection = em.getTransactionContext<Kysely<never>>()
    invariant(connection !== undefined, 'a transaction began without a connection')
    const result = await work({
      ...sqlOf(kysely, async (text, values) => {
        isReadOnly &&= isRead(text)
        const { rows } = await connection.executeQuery(CompiledQuery.raw(text, [...values]))
        return rows
      }),
      entitiesOf(orgIds) {
        isReadOnly = false
        return limited(em, orgIds)
      },
    })
    if (!isReadOnly) poolAccess.request.mayHaveCommitted = true
    await em.commit()
    return result
  } catch (error) {
    // A connection that cannot even roll back has ended, and returns to no pool.
    await em.rollback().catch(() => undefined)
    if (isRefusedAsFrozen(error)) throw new OrganizationReadOnlyError()
    if (!isCommitUnknown(error)) throw error
    throw isReadOnly ? new ConnectionLostError(error) : new CommitUnknownError(error)
  }
}

function limited(em: EntityManager, orgIds: readonly number[]): EntityManager {
  em.setFilterParams(ORGANIZATION, { orgIds })
  return em
}

/** How a request, or work in the background, uses the pool. */
interface PoolAccess {
  readonly pool: Pool
  readonly reads: FairReads
  readonly access: RowAccess
  readonly request: RequestState
}

/** What the databases of one request have in common. */
interface RequestState {
  /** A transaction with changes has ended: the reads that follow describe what it did. */
  mayHaveCommitted: boolean
}

function newRequest(): RequestState {
  return { mayHaveCommitted: false }
}

/** Changes of work in the background do not run again, because its loop must learn of an outage at once. */
function queryPool(
  poolAccess: PoolAccess,
  text: string,
  values: readonly unknown[],
): Promise<unknown[]> {
  const run = async (): Promise<unknown[]> => {
    try {
      return await sendPrepared(poolAccess, text, values)
    } catch (error) {
      if (isLost(error) && !isRead(text)) throw new CommitUnknownError(error)
      if (isRefusedAsFrozen(error)) throw new OrganizationReadOnlyError()
      throw error
    }
  }
  return isRead(text) || isOfCallers(poolAccess.access) ? runAgain(run) : run()
}

async function sendPrepared(
  poolAccess: PoolAccess,
  text: string,
  values: readonly unknown[],
): Promise<unknown[]> {
  const name = preparedName(text)
  if (name === undefined) return send(poolAccess, { text, values })
  try {
    return await send(poolAccess, { name, text, values })
  } catch (error) {
    if (!isStalePlan(error)) throw error
    // The other connections may be as stale as that one, so it is sent without a name.
    return send(poolAccess, { text, values })
  }
}

/** A change waits for no read: it may complete what a transaction has committed, which must not be refused. */
function send(poolAccess: PoolAccess, query: Query): Promise<unknown[]> {
  const run = () => sendTo(poolAccess.pool, poolAccess.access, query)
  if (!isRead(query.text)) return run()
  const isAfterCommit = poolAccess.request.mayHaveCommitted
  const { access } = poolAccess
  return poolAccess.reads.run({ access, statement: query.name ?? query.text, isAfterCommit }, run)
}

async function sendTo(pool: Pool, access: RowAccess, query: Query): Promise<unknown[]> {
  const client = await pool.connect()
  let failure: Error | undefined
  try {
    return (await withAccess(access, () => client.query(query))).rows
  } catch (error) {
    failure = error as Error
    throw error
  } finally {
    // A connection whose statement failed is closed.
    client.release(failure)
  }
}

/** Whether a write failed because its key is taken. */
export function isUniqueViolation(error: unknown): boolean {
  return errorCode(error) === '23505'
}
