import type { Logger } from '@takeoff/kit/service/logger'
import { startLoop } from '@takeoff/kit/concurrency/loop'
import type { OperationRecord } from '@takeoff/supergraph/registry/operation-records'
import { RegistryUnavailableError } from '@takeoff/supergraph/registry/registry-store'
import type { RecordedOperations } from '@takeoff/supergraph/registry/recorded-operations'
import type { Registry } from '@takeoff/supergraph/registry/registry'
import { PlannerUnavailableError } from '../execution/planning/planning-errors.ts'
import { readCopy, writeCopy } from './saved-copy.ts'
import type { SupergraphMetrics } from './supergraph-metrics.ts'
import type { SignedVersion, Version } from '@takeoff/supergraph/registry/version'

export interface FollowOptions {
  readonly registry: Registry
  /** Planned before a supergraph serves. */
  readonly operations: RecordedOperations | undefined
  /** File of the copy to start from while the registry is unusable. */
  readonly copyPath: string | undefined
  readonly pollMs: number
  /** Rejects when the version cannot be served; the previous one is then still served. */
  readonly serve: (version: Version, records: readonly OperationRecord[]) => Promise<void>
  readonly metrics: SupergraphMetrics
  readonly logger: Logger
}

/**
 * Serves the current version of a registry, now and after each change. Resolves when a version is served. A version
 * that cannot be served is refused once, and the one before stays.
 * @throws Error when neither the registry nor the copy has a supergraph that can be served
 */
export async function followRegistry(options: FollowOptions): Promise<AsyncDisposable> {
  const follower = new Follower(options)
  await follower.start()
  return startLoop({
    async round() {
      await follower.look()
      return false
    },
    idleMs: options.pollMs,
    onError: (error) => follower.registryFailed(error),
    longestRetryMs: Math.max(options.pollMs, RETRY_MS),
  })
}

/** Longest interval between polls of an unavailable registry. */
const RETRY_MS = 5_000

class Follower {
  readonly #options: FollowOptions
  /** Tag of the history that was followed last. */
  #tag: string | undefined
  #served: string | undefined
  #isAway = false

  constructor(options: FollowOptions) {
    this.#options = options
  }

  async start(): Promise<void> {
    await this.look().catch((error: unknown) => this.registryFailed(error))
    if (this.#served !== undefined) return
    const { copyPath, logger } = this.#options
    const copy = await this.#readCopy()
    await this.#options.serve(copy, [])
    this.#reportServed(copy)
    logger.warn({ version: copy.id, copy: copyPath }, 'supergraph served from the saved copy')
  }

  async #readCopy(): Promise<Version> {
    const { copyPath, registry } = this.#options
    if (copyPath === undefined) throw this.#noSupergraph('no SUPERGRAPH_COPY is set')
    const copy = await readCopy(copyPath)
    if (copy === undefined) throw this.#noSupergraph(`${copyPath} has none either`)
    if (registry.trusts(copy)) return copy
    throw this.#noSupergraph(`${copyPath} has no signature of a key in SUPERGRAPH_PUBLIC_KEYS`)
  }

  #noSupergraph(copy: string): Error {
    const { location } = this.#options.registry
    return new Error(
      `There is no supergraph to serve: ${location} has none that can be served, and ${copy}. Publish one with "npm run supergraph -- publish --all".`,
    )
  }

  /** Serves the current version, unless it is served or was refused already. */
  async look(): Promise<void> {
    await this.#followHistory()
    if (this.#isAway) this.#options.logger.info('registry available again')
    this.#isAway = false
  }

  async #followHistory(): Promise<void> {
    const { registry } = this.#options
    const read = await registry.historyIfChanged(this.#tag)
    if (read === 'unchanged') return
    const { history, tag } = read
    if (history === undefined) {
      if (this.#served === undefined) return
      throw new RegistryUnavailableError(`${registry.location} holds no versions.`)
    }
    const version = await registry.current(history)
    const outcome = version.id === this.#served ? 'served' : await this.#swap(version)
    if (outcome === 'later') return
    // Perhaps another key has signed it since.
    if (outcome === 'served') await this.#save(version)
    this.#tag = tag
  }

  registryFailed(error: unknown): void {
    const { metrics, logger } = this.#options
    metrics.registryFailed()
    const details = { err: error, version: this.#served }
    if (this.#isAway) logger.debug(details, 'registry still unavailable')
    else logger.warn(details, 'registry unavailable; the current supergraph is still served')
    this.#isAway = true
  }

  /** A version that cannot be loaded is refused, and not tried again unless only the planner was unavailable. */
  async #swap(version: SignedVersion): Promise<'served' | 'refused' | 'later'> {
    const { operations, serve, metrics, logger } = this.#options
    const details = { version: version.id, before: this.#served }
    logger.info(details, 'supergraph loading')
    const begun = performance.now()
    try {
      // Operations are optional: they only serve to plan ahead.
      await serve(version, (await operations?.read().catch(() => [])) ?? [])
    } catch (error) {
      if (error instanceof PlannerUnavailableError) {
        logger.warn({ ...details, err: error }, 'supergraph not loaded; it is tried again')
        return 'later'
      }
      metrics.refused()
      logger.error(
        { ...details, err: error },
        'supergraph refused; the previous one is still served',
      )
      return 'refused'
    }
    this.#reportServed(version)
    logger.info(
      { ...details, durationMs: Math.round(performance.now() - begun) },
      'supergraph swapped',
    )
    return 'served'
  }

  #reportServed({ id }: Version): void {
    this.#served = id
    this.#options.metrics.swapped(id)
  }

  async #save(version: SignedVersion): Promise<void> {
    const { copyPath, logger } = this.#options
    if (copyPath === undefined) return
    try {
      await writeCopy(copyPath, version)
    } catch (error) {
      logger.error(
        { err: error, copy: copyPath },
        'supergraph not saved: a restart without registry would fail',
      )
    }
  }
}
