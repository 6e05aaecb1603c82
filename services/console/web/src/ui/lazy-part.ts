import { TakeoffError } from '@takeoff/client'
import type { ComponentType } from 'react'
import { reachServer } from './reach-server.ts'

/** The code of an error of a part that can be loaded by another document only. */
export const OUTDATED = 'CODE_NOT_LOADED'

/**
 * Code that is not loaded with the application. A browser does not request a script again whose request has failed, so
 * none is requested without a connection; one that failed nevertheless, perhaps because a newer version replaced its file,
 * cannot be loaded until the page is loaded again.
 */
export class LazyCode<Code> {
  protected code: Code | undefined
  readonly #importCode: () => Promise<{ readonly default: Code }>
  readonly #reach: () => Promise<void>
  #loading: Promise<Code> | undefined
  #isFailed = false
  /** Whether the server could not be reached when it was last needed. */
  #isAway = false

  constructor(
    importCode: () => Promise<{ readonly default: Code }>,
    reach: () => Promise<void> = reachServer,
  ) {
    this.#importCode = importCode
    this.#reach = reach
  }

  /**
   * Loads it once.
   * @throws TakeoffError with `OUTDATED` where only another document can load it, or because the server cannot be reached
   */
  async get(): Promise<Code> {
    if (this.code !== undefined) return this.code
    this.#loading ??= this.#load().finally(() => {
      this.#loading = undefined
    })
    return this.#loading
  }

  async #load(): Promise<Code> {
    if (this.#isFailed || this.#isAway || !navigator.onLine) {
      // A connection that has just come back may not reach the server yet.
      this.#isAway = true
      await this.#reach()
      this.#isAway = false
    }
    if (!this.#isFailed) {
      try {
        this.code = (await this.#importCode()).default
        return this.code
      } catch {
        this.#isFailed = true
        await this.#reach()
      }
    }
    throw new TakeoffError({ code: OUTDATED, message: 'A script could not be loaded.' })
  }
}

/** A page or dialog whose code is loaded on its own. */
export class LazyPart<Props> extends LazyCode<ComponentType<Props>> {
  /** Its component, when its code is loaded. */
  get component(): ComponentType<Props> | undefined {
    return this.code
  }

  /** @throws as `get` */
  async load(): Promise<void> {
    await this.get()
  }
}
