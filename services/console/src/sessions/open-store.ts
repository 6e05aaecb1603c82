import type { Config } from '../config.ts'
import { MemoryStore } from './memory-store.ts'
import type { SessionLimits, SessionStore } from './session-store.ts'

const MINUTE_MS = 60_000

/** The limits of a configuration. */
export function sessionLimits(config: Config): SessionLimits {
  return {
    idleMs: config.sessionIdleMinutes * MINUTE_MS,
    lifetimeMs: config.sessionHoursMax * 60 * MINUTE_MS,
    perPersonMax: config.sessionsPerPersonMax,
  }
}

/** The store of a configuration: Redis where it names one. */
export async function openStore(
  config: Config,
): Promise<{ readonly store: SessionStore; readonly ready?: () => Promise<void> }> {
  const limits = sessionLimits(config)
  if (config.sessionsUrl === undefined)
    return { store: new MemoryStore(limits, config.sessionsMax) }
  // The client has some 500 modules, which a single process does not need.
  const { RedisStore } = await import('./redis-store.ts')
  const store = await RedisStore.open(limits, config.sessionsUrl)
  let wasReached = false
  return {
    store,
    // A wrong address stops an update. Later Redis is away for all processes alike, and pages report it.
    async ready() {
      if (!wasReached) await store.ping()
      wasReached = true
    },
  }
}
