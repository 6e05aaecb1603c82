import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { backOffMs } from '../concurrency/back-off.ts'
import { CommitUnknownError, DatabaseUnavailableError } from '../values/errors.ts'
import { isUnreachable, NO_CONNECTION } from './host-role.ts'
import { errorCode, errorMessage } from '../values/caught.ts'

/** Runs of one unit of work, the first one included. */
const RUNS_MAX = 4
/** Nothing was committed, and the same may succeed: serialization failure and deadlock. */
const PASSING = new Set(['40001', '40P01'])
/** Class 53, insufficient resources: a full disk, no memory, too many connections. */
const OUT_OF_RESOURCES = /^53/
/** A statement that changes nothing, so that it may be sent again although the first one may have run. */
const READ = /^\s*(?:select|with|show|set)\b/i
const CHANGE = /\b(?:insert\s+into|delete\s+from|(?<!for |do |for no key )update|merge\s+into)\b/i

/** The connection ended before a statement had its response. */
export class ConnectionLostError extends Error {
  override readonly name = 'ConnectionLostError'
  readonly code = 'CONNECTION_LOST'

  constructor(cause: unknown) {
    super(errorMessage(cause), { cause })
  }
}

/** Whether a statement changes nothing. An ambiguous text counts as a change. */
export function isRead(text: string): boolean {
  return READ.test(text) && !CHANGE.test(text)
}

/**
 * The error of a statement.
 * @param isLost whether its connection has ended
 */
export function statementOutcome(error: unknown, isLost: boolean): unknown {
  const isFatal = error instanceof pg.DatabaseError && error.severity !== 'ERROR'
  return isLost || isFatal ? new ConnectionLostError(error) : error
}

/** The error of a commit that was sent: without a response of the server nothing is known. */
export function commitOutcome(error: unknown): unknown {
  return error instanceof ConnectionLostError ? new CommitUnknownError(error.cause) : error
}

/** Whether the connection was lost. */
export function isLost(error: unknown): boolean {
  return errorCode(error) === 'CONNECTION_LOST'
}

/** Whether a change was refused because the server is a standby by now. */
export function isOfReadOnlyServer(error: unknown): error is Error {
  return errorCode(error) === '25006'
}

/** Whether it is unknown if something was committed. */
export function isCommitUnknown(error: unknown): boolean {
  return errorCode(error) === 'COMMIT_UNKNOWN'
}

/** Whether another run may succeed at once. */
function mayPass(error: unknown): boolean {
  if (isUnreachable(error) || isLost(error) || isOfReadOnlyServer(error)) return true
  return PASSING.has(String(errorCode(error)))
}

/** Whether the database may be available again soon. */
export function isUnavailable(error: unknown): boolean {
  const code = String(errorCode(error))
  return mayPass(error) || code === NO_CONNECTION || OUT_OF_RESOURCES.test(code)
}

/** The error that a caller receives after the last run. */
function lastError(error: unknown): unknown {
  return isUnavailable(error) ? new DatabaseUnavailableError(error) : error
}

/**
 * Runs work, and again after a short wait while it is certain that nothing was committed and another run may succeed.
 * @param work may run several times
 * @throws DatabaseUnavailableError when the database cannot be used for a while
 */
export async function runAgain<T>(work: () => Promise<T>): Promise<T> {
  for (let run = 1; ; run += 1) {
    try {
      return await work()
    } catch (error) {
      if (run === RUNS_MAX || !mayPass(error)) throw lastError(error)
      await delay(backOffMs(run - 1, Math.random()))
    }
  }
}
