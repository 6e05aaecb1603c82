import { inRequestScope } from '../http/request-scope.ts'
import type { RequestScope } from '../http/request-scope.ts'

/** Counts the SQL statements that `work` leads to. */
export async function countingStatements<T>(
  work: () => Promise<T>,
): Promise<{ result: T; sqlStatements: number }> {
  const scope: RequestScope = { requestId: 'counting', sqlStatements: 0 }
  const result = await inRequestScope(scope, work)
  return { result, sqlStatements: scope.sqlStatements }
}
