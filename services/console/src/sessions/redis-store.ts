import { randomUUID } from 'node:crypto'
import { withTimeout } from '@takeoff/kit/concurrency/with-timeout'
import { openRedis } from '@takeoff/kit/redis/redis-client'
import type { SessionLimits, SessionStore, StoredSession } from './session-store.ts'

/** A Redis that hangs must not hold requests. */
const COMMAND_LIMIT_MS = 2_000
/** Longer than a request to the issuer may take: then the process that reserved it is gone. */
const RESERVED_MS = 15_000

const RELEASE = `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end`

const keyOf = (id: string): string => `takeoff:session:${id}`
const personKeyOf = (person: string): string => `takeoff:person:${person}`
const reservationKeyOf = (id: string): string => `takeoff:refresh:${id}`

const openClient = (url: string) => openRedis(url, {})

/** Sessions in Redis, which all processes with its address share. */
export class RedisStore implements SessionStore {
  readonly #limits: SessionLimits
  readonly #client

  private constructor(limits: SessionLimits, client: Awaited<ReturnType<typeof openClient>>) {
    this.#limits = limits
    this.#client = client
  }

  static async open(limits: SessionLimits, url: string): Promise<RedisStore> {
    return new RedisStore(limits, await openClient(url))
  }

  async ping(): Promise<void> {
    await limited(this.#client.ping())
  }

  async read(id: string): Promise<string | undefined> {
    const { idleMs } = this.#limits
    const sealed = await limited(this.#client.getEx(keyOf(id), { type: 'PX', value: idleMs }))
    return sealed ?? undefined
  }

  async create({ id, person, sealed }: StoredSession): Promise<void> {
    const { idleMs, lifetimeMs, perPersonMax } = this.#limits
    const personKey = personKeyOf(person)
    await limited(
      this.#client
        .multi()
        .set(keyOf(id), sealed, { expiration: { type: 'PX', value: idleMs } })
        .zAdd(personKey, { score: Date.now(), value: id })
        .pExpire(personKey, lifetimeMs)
        .exec(),
    )
    const ids = await limited(this.#client.zRange(personKey, 0, -1))
    if (ids.length <= perPersonMax) return
    const stored = await limited(Promise.all(ids.map((known) => this.#client.exists(keyOf(known)))))
    // One that has expired must not end one that is used.
    const live = ids.filter((_, index) => stored[index] === 1)
    const kept = new Set(live.slice(-perPersonMax))
    await this.#removeIds(
      ids.filter((known) => !kept.has(known)),
      personKey,
    )
  }

  async replace(id: string, sealed: string): Promise<boolean> {
    const { idleMs } = this.#limits
    const options = { condition: 'XX', expiration: { type: 'PX', value: idleMs } } as const
    return (await limited(this.#client.set(keyOf(id), sealed, options))) !== null
  }

  async remove(id: string, person: string): Promise<void> {
    await this.#removeIds([id], personKeyOf(person))
  }

  async removeAll(person: string): Promise<void> {
    const personKey = personKeyOf(person)
    const ids = await limited(this.#client.zRange(personKey, 0, -1))
    if (ids.length > 0) await this.#removeIds(ids, personKey)
  }

  async reserve(id: string): Promise<(() => Promise<void>) | undefined> {
    const key = reservationKeyOf(id)
    const owner = randomUUID()
    const options = { condition: 'NX', expiration: { type: 'PX', value: RESERVED_MS } } as const
    if ((await limited(this.#client.set(key, owner, options))) === null) return undefined
    return async () => {
      // One that cannot be ended expires.
      await limited(this.#client.eval(RELEASE, { keys: [key], arguments: [owner] })).catch(
        () => undefined,
      )
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#client.destroy()
  }

  async #removeIds(ids: readonly string[], personKey: string): Promise<void> {
    await limited(
      this.#client
        .multi()
        .del(ids.map(keyOf))
        .zRem(personKey, [...ids])
        .exec(),
    )
  }
}

function limited<T>(command: Promise<T>): Promise<T> {
  return withTimeout(COMMAND_LIMIT_MS, command, 'Redis does not respond')
}
