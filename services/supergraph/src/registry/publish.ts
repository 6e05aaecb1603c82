import { createPublicKey } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { checkChange, isSafe } from './check.ts'
import type { Check, Published, SubgraphChange } from './check.ts'
import type { ReadHistory } from './registry.ts'
import { isSignedBy, signatureOf } from './signature.ts'
import type { Version } from './version.ts'

/** Retries after a concurrent change. */
const ATTEMPTS_MAX = 20

export type Publication =
  | { readonly kind: 'published' | 'refused' | 'unchanged'; readonly check: Check }
  /** Concurrent changes prevented every attempt. */
  | { readonly kind: 'overtaken' }

export interface PublishOptions {
  /** Publishes in spite of breaking changes and operations that fail. */
  readonly acceptBreaking: boolean
  /** Signs the version. */
  readonly signingKey: KeyObject
}

/**
 * Checks a version, signs it, stores it and makes it current. After a concurrent publication, it starts again from the published
 * version, so that neither change is lost and the checked version is the one that becomes current.
 */
export async function publish(
  published: Published,
  change: SubgraphChange,
  { acceptBreaking, signingKey }: PublishOptions,
): Promise<Publication> {
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
    const { check, read } = await checkChange(published, change)
    if (check.kind === 'refused') return { kind: 'refused', check }
    if (isCurrent(check.version, read, signingKey)) return { kind: 'unchanged', check }
    if (!isSafe(check) && !acceptBreaking) return { kind: 'refused', check }
    const entry = {
      publishedAt: new Date().toISOString(),
      changed: [...change.changed],
      acceptedBreaking: !isSafe(check),
      signature: signatureOf(check.version, signingKey),
    }
    if (await published.registry.publish(read, check.version, entry))
      return { kind: 'published', check }
  }
  return { kind: 'overtaken' }
}

/** Whether the version is current and signed with this key. With another key the same version is published again. */
function isCurrent(version: Version, { history }: ReadHistory, signingKey: KeyObject): boolean {
  if (history?.current !== version.id) return false
  const { signature = '' } = history.versions.find(({ id }) => id === version.id) ?? {}
  return isSignedBy(version, signature, [createPublicKey(signingKey)])
}
