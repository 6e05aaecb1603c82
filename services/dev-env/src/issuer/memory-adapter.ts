import type { Adapter, AdapterPayload } from 'oidc-provider'

interface Stored {
  readonly payload: AdapterPayload
  readonly expiresAt: number
}

/** The sessions, codes and refresh tokens of one provider, until it ends. */
export class MemoryAdapter implements Adapter {
  readonly #stored = new Map<string, Stored>()

  upsert(id: string, payload: AdapterPayload, expiresInSeconds: number): Promise<void> {
    this.#removeExpired()
    this.#stored.set(id, { payload, expiresAt: Date.now() + expiresInSeconds * 1000 })
    return Promise.resolve()
  }

  find(id: string): Promise<AdapterPayload | undefined> {
    this.#removeExpired()
    return Promise.resolve(this.#stored.get(id)?.payload)
  }

  findByUid(uid: string): Promise<AdapterPayload | undefined> {
    return Promise.resolve(this.#payloads().find((payload) => payload.uid === uid))
  }

  findByUserCode(userCode: string): Promise<AdapterPayload | undefined> {
    return Promise.resolve(this.#payloads().find((payload) => payload.userCode === userCode))
  }

  consume(id: string): Promise<void> {
    const stored = this.#stored.get(id)
    if (stored !== undefined) stored.payload.consumed = Math.floor(Date.now() / 1000)
    return Promise.resolve()
  }

  destroy(id: string): Promise<void> {
    this.#stored.delete(id)
    return Promise.resolve()
  }

  revokeByGrantId(grantId: string): Promise<void> {
    for (const [id, { payload }] of this.#stored)
      if (payload.grantId === grantId) this.#stored.delete(id)
    return Promise.resolve()
  }

  #payloads(): AdapterPayload[] {
    this.#removeExpired()
    return [...this.#stored.values()].map(({ payload }) => payload)
  }

  #removeExpired(): void {
    for (const [id, { expiresAt }] of this.#stored)
      if (expiresAt <= Date.now()) this.#stored.delete(id)
  }
}
