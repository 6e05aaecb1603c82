import { TakeoffError } from '@takeoff/client'
import type { ComponentType } from 'react'
import { reachServer } from './reach-server.ts'

/** The code of an error of a part that can be loaded by another document only. */
export const OUTDATED = 'CODE_NOT_LOADED'

/**
 * A part of the application whose code is loaded on its own. A browser does not request a script again whose request
 * has failed, so none is requested without a connection; a part that failed nevertheless, perhaps because a newer version
 * replaced its file, cannot be loaded until the page is loaded again.
 */
export class LazyPart<Props> {
  /** Its component, when its code is loaded. */
  component: ComponentType<Props> | undefined
  readonly #importPart: () => Promise<{ readonly default: ComponentType<Props> }>
  readonly #reach: () => Promise<void>
  #loading: Promise<void> | undefined
  #isFailed = false
  /** Whether the server could not be reached when it was last needed. */
  #isAway = false

  constructor(
    importPart: () => Promise<{ readonly default: ComponentType<Props> }>,
    reach: () => Promise<void> = reachServer,
  ) {
    this.#importPart = importPart
    this.#reach = reach
  }

  /**
   * Loads its code, once.
   * @throws TakeoffError with `OUTDATED` where only another document can load it, or because the server cannot be reached
   */
  async load(): Promise<void> {
    if (this.component) return
    this.#loading ??= this.#load().finally(() => {
      this.#loading = undefined
    })
    await this.#loading
  }

  async #load(): Promise<void> {
    if (this.#isFailed || this.#isAway || !navigator.onLine) {
      // A connection that has just come back may not reach the server yet.
      this.#isAway = true
      await this.#reach()
      this.#isAway = false
    }
    if (!this.#isFailed) {
      try {
        this.component = (await this.#importPart()).default
        return
      } catch {
        this.#isFailed = true
        await this.#reach()
      }
    }
    throw new TakeoffError({ code: OUTDATED, message: 'A script could not be loaded.' })
  }
}
