/** Sealed sessions by id. Every method may reject while the store cannot be reached. */
export interface SessionStore extends AsyncDisposable {
  /** The sealed session, which this counts as used; undefined when there is none. */
  read(id: string): Promise<string | undefined>
  /** Adds a session of a person, and ends the person's oldest ones beyond the limit. */
  create(session: StoredSession): Promise<void>
  /** Replaces a session, unless it has ended. @returns whether it has not */
  replace(id: string, sealed: string): Promise<boolean>
  remove(id: string, person: string): Promise<void>
  removeAll(person: string): Promise<void>
  /**
   * Reserves the refresh of a session for one process.
   * @returns ends the reservation; undefined when another process has it
   */
  reserve(id: string): Promise<(() => Promise<void>) | undefined>
}

/** A session as it is stored. */
export interface StoredSession {
  readonly id: string
  readonly person: string
  readonly sealed: string
}

/** When sessions end. */
export interface SessionLimits {
  readonly idleMs: number
  readonly lifetimeMs: number
  readonly perPersonMax: number
}
