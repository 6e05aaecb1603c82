import type { Readable } from 'node:stream'
import type { Logger } from '../service/logger.ts'
import { preparedName } from './statement.ts'
import { traceStatement } from './statement-spans.ts'
import { currentRequest } from '../http/request-scope.ts'
import { commitOutcome, isOfReadOnlyServer, statementOutcome } from './outcome.ts'
import { currentAccess, NO_ACCESS, setAccessSql } from './row-access.ts'

const UNLIMITED =
  'the role of DATABASE_URL is not limited by row-level security: see docs/operations.md'

/** A statement with values, as the driver takes it. */
export interface Query {
  /** Each connection parses it once, and plans it once where one plan fits all parameters. */
  readonly name?: string
  readonly text: string
  readonly values: readonly unknown[]
}

/** What the driver returns for a statement. */
export interface Result {
  readonly rows: unknown[]
  readonly command: string
}

/** A connection of the driver, as far as it is used here. */
export interface Client {
  readonly connection: { readonly stream: Readable }
  query(statement: string | Query, values?: readonly unknown[]): Promise<Result>
  getTransactionStatus(): string | null
  release(error?: Error): void
  on(event: 'end' | 'error', listener: () => void): void
}

/** A statement of a transaction failed, and the error did not reach the transaction: nothing was committed. */
class SwallowedError extends Error {
  override readonly name = 'SwallowedError'
  readonly code = 'TRANSACTION_ROLLED_BACK'

  constructor() {
    super('a statement failed, so nothing was committed')
  }
}

/**
 * Replaces `query` of a connection, for the statements of MikroORM, too: each sees only the rows that the current task has
 * access to, whatever the connection was used for before, is counted and traced, and its error says what became of it.
 * @param pooled for a connection of a pooler, which keeps nothing of a session: the settings of each transaction
 */
export function limitStatementsToRows(
  client: Client,
  pooled?: Readonly<Record<string, string>>,
): void {
  let isLost = false
  client.on('error', () => (isLost = true))
  const driverQuery = client.query.bind(client)
  const query: Client['query'] = (statement, values) =>
    driverQuery(statement, values).catch((error: unknown) => {
      throw statementOutcome(error, isLost)
    })
  const limitRows =
    pooled === undefined ? createRowLimit(client, query) : inTransactions(client, query, pooled)
  client.query = (statement, values) => {
    const request = currentRequest()
    if (request !== undefined) request.sqlStatements += 1
    return traceStatement(statement, () => route(statement, values))
  }
  const route: Client['query'] = (statement, values) => {
    if (typeof statement !== 'string') return limitRows(() => query(named(statement)))
    if (statement === 'commit' && !isLost) return commit(query)
    if (/^(begin|start transaction)\b/i.test(statement)) return begin(query, statement, pooled)
    return limitRows(() => sendText(statement, values))
  }
  /** A connection of a pooler may lead to a server that has not prepared the statement. */
  const named = ({ name, ...statement }: Query): Query =>
    name === undefined || pooled !== undefined ? statement : { name, ...statement }
  /** Statements of a transaction have no name when they arrive here. */
  const sendText = async (text: string, values: readonly unknown[] = []): Promise<Result> => {
    const name = pooled === undefined ? preparedName(text) : undefined
    const sent = name === undefined ? query(text, values) : query({ name, text, values })
    return sent.catch((error: unknown) => {
      if (isStalePlan(error) || isOfReadOnlyServer(error)) closeOnRelease(client, error)
      throw error
    })
  }
}

/**
 * Sets the access of the connection when it differs from that of the last statement, and sends it together with the
 * statement: no round trip is added. A transaction has set its own at its beginning.
 */
function createRowLimit(client: Client, query: Client['query']) {
  let connectionAccess: string | undefined = NO_ACCESS
  return (send: () => Promise<Result>): Promise<Result> => {
    const access = currentAccess()
    if (isInTransaction(client) || access === connectionAccess) return send()
    connectionAccess = access
    const set = query(setAccessSql(access, 'session')).catch((error: unknown) => {
      connectionAccess = undefined
      throw error
    })
    const sent = send()
    return Promise.all([set, sent]).then(([, result]) => result)
  }
}

/** Gives each statement outside of a transaction one of its own, in the same round trip. */
function inTransactions(
  client: Client,
  query: Client['query'],
  settings: Readonly<Record<string, string>>,
) {
  return async (send: () => Promise<Result>): Promise<Result> => {
    if (isInTransaction(client)) return send()
    const begun = begin(query, 'begin', settings)
    const sent = send()
    const ended = query('commit')
    const [result] = await Promise.all([sent, begun, Promise.allSettled([ended])])
    await ended
    return result
  }
}

function isInTransaction(client: Client): boolean {
  return ['T', 'E'].includes(client.getTransactionStatus() ?? '')
}

/** One round trip. */
async function begin(
  query: Client['query'],
  statement: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<Result> {
  const local = Object.entries(settings).map(([name, value]) => `set local ${name} = '${value}'`)
  const all = [statement, ...local, setAccessSql(currentAccess(), 'local')]
  const results: unknown = await query(all.join('; '))
  return (results as readonly [Result])[0]
}

async function commit(query: Client['query']): Promise<Result> {
  const result = await query('commit').catch((error: unknown) => {
    throw commitOutcome(error)
  })
  // The server responds with ROLLBACK when a statement failed and its error was swallowed.
  if (result.command === 'ROLLBACK') throw new SwallowedError()
  return result
}

/** The pool sets `release` anew each time it assigns the connection. */
function closeOnRelease(client: Client, error: Error): void {
  const release = client.release.bind(client)
  client.release = () => release(error)
}

/** A migration changed the columns of a prepared statement's result; its connection cannot run it again. */
export function isStalePlan(error: unknown): error is Error {
  return error instanceof Error && 'routine' in error && error.routine === 'RevalidateCachedQuery'
}

/** Owners and superusers bypass row-level security, so warn when it has no effect for this role. */
export function warnOfUnlimitedRole(client: Client, logger: Logger): void {
  client
    .query(
      `select current_user as role where
         exists (select from pg_roles where rolname = current_user and (rolsuper or rolbypassrls))
         or exists (select from pg_class where relrowsecurity and pg_has_role(relowner, 'usage'))`,
    )
    .then(({ rows }) => rows.length > 0 && logger.warn(rows[0] as object, UNLIMITED))
    .catch(() => undefined)
}

/**
 * Releases a connection that has ended. A transaction or a migration whose rollback fails, because its connection
 * is gone, never releases it: closing the pool would wait forever.
 */
export function releaseAtEnd(client: Client): void {
  client.on('end', () => {
    try {
      client.release(new Error('the connection ended'))
    } catch {
      // The connection was released already: the pool accepts a release only once.
    }
    client.release = () => undefined
  })
}
