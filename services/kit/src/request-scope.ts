import { AsyncLocalStorage } from 'node:async_hooks'

/** What belongs to the request under way, wherever the code that asks is. */
export interface RequestScope {
  readonly requestId: string
  /** SQL statements sent so far. */
  sqlStatements: number
}

const storage = new AsyncLocalStorage<RequestScope>()

export function inRequestScope<T>(scope: RequestScope, work: () => T): T {
  return storage.run(scope, work)
}

export function currentRequest(): RequestScope | undefined {
  return storage.getStore()
}

/** Counts the SQL statements that `work` leads to; for tests that bound them. */
export async function countingStatements<T>(
  work: () => Promise<T>,
): Promise<{ result: T; sqlStatements: number }> {
  const scope: RequestScope = { requestId: 'counting', sqlStatements: 0 }
  const result = await inRequestScope(scope, work)
  return { result, sqlStatements: scope.sqlStatements }
}
