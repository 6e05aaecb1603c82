import { createHmac } from 'node:crypto'
import type { ListDiff } from '../domain/lists/list-diff.ts'
import type { ListState } from '../domain/lists/list-state.ts'

/**
 * Identifies a list at its version, and all changes of its recompute. It has a key because the changes contain costs:
 * without one, a caller who may not see them could try costs until the digest is the same.
 * @param secrets the service secrets
 * @returns a digest for each secret, the current one's first
 */
export function recomputeDigests(
  { id, version }: ListState,
  diff: ListDiff,
  secrets: readonly string[],
): readonly string[] {
  const content = JSON.stringify(['recompute', id, version, diff])
  return secrets.map((secret) => createHmac('sha256', secret).update(content).digest('base64url'))
}
