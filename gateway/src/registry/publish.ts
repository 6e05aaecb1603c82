import { checkSubgraphs } from './check.ts'
import type { Check } from './check.ts'
import type { Registry } from './registry.ts'
import { isSafe } from './report-check.ts'
import type { SubgraphSchema } from './supergraph-config.ts'

/** Each time somebody else was faster. */
const ATTEMPTS_MAX = 20

export interface PublishOptions {
  /** The subgraphs to be, made of those that are published. */
  readonly change: (published: readonly SubgraphSchema[]) => readonly SubgraphSchema[]
  /** Names of the subgraphs that change, for the list of versions. */
  readonly changed: readonly string[]
  /** Publish in spite of breaking changes and operations that fail. */
  readonly acceptBreaking: boolean
  readonly now: () => Date
}

export type Publication =
  | { readonly kind: 'published' | 'refused' | 'unchanged'; readonly check: Check }
  /** Others published all the time. */
  | { readonly kind: 'overtaken' }

/**
 * Checks, stores and makes current. When somebody else publishes meanwhile, it begins again with what they have
 * published, so that neither change is lost and what is checked is what becomes current.
 */
export async function publish(registry: Registry, options: PublishOptions): Promise<Publication> {
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
    const read = await registry.history()
    const published = read.history && (await registry.version(read.history.current))
    const records = published === undefined ? [] : await registry.operations()
    const check = await checkSubgraphs(
      options.change(published?.subgraphs ?? []),
      published,
      records,
    )
    if (check.kind === 'refused') return { kind: 'refused', check }
    if (check.version.id === published?.id) return { kind: 'unchanged', check }
    if (!isSafe(check) && !options.acceptBreaking) return { kind: 'refused', check }
    const entry = {
      publishedAt: options.now().toISOString(),
      changed: [...options.changed],
      acceptedBreaking: !isSafe(check),
    }
    if (await registry.publish(read, check.version, entry)) return { kind: 'published', check }
  }
  return { kind: 'overtaken' }
}
