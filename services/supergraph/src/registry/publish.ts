import { checkChange, isSafe } from './check.ts'
import type { Check, SubgraphChange } from './check.ts'
import type { Registry } from './registry.ts'

/** Retries after a concurrent change. */
const ATTEMPTS_MAX = 20

export type Publication =
  | { readonly kind: 'published' | 'refused' | 'unchanged'; readonly check: Check }
  /** Concurrent changes prevented every attempt. */
  | { readonly kind: 'overtaken' }

/**
 * Checks a version, stores it and makes it current. After a concurrent publication, it starts again from the published
 * version, so that neither change is lost and the checked version is the one that becomes current.
 * @param acceptBreaking publishes in spite of breaking changes and operations that fail
 */
export async function publish(
  registry: Registry,
  change: SubgraphChange,
  acceptBreaking: boolean,
): Promise<Publication> {
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
    const { check, read, published } = await checkChange(registry, change)
    if (check.kind === 'refused') return { kind: 'refused', check }
    if (check.version.id === published?.id) return { kind: 'unchanged', check }
    if (!isSafe(check) && !acceptBreaking) return { kind: 'refused', check }
    const entry = {
      publishedAt: new Date().toISOString(),
      changed: [...change.changed],
      acceptedBreaking: !isSafe(check),
    }
    if (await registry.publish(read, check.version, entry)) return { kind: 'published', check }
  }
  return { kind: 'overtaken' }
}
