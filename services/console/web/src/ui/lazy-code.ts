import { TakeoffError } from '@takeoff/client'
import { reachServer } from './reach-server.ts'

/** The code of an error of a part that can be loaded by another document only. */
export const OUTDATED = 'CODE_NOT_LOADED'

/**
 * Code that is not loaded with the application. A browser does not request a script again whose request has failed, so
 * none is requested without a connection; one that failed nevertheless, perhaps because a newer version replaced its file,
 * cannot be loaded until the page is loaded again.
 */
export class LazyCode<Code> {
  #code: Code | undefined
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

  /** Undefined until it is loaded. */
  get code(): Code | undefined {
    return this.#code
  }

  /**
   * Loads it once.
   * @throws TakeoffError with `OUTDATED` where only another document can load it, or because the server cannot be reached
   */
  async load(): Promise<Code> {
    if (this.#code !== undefined) return this.#code
    this.#loading ??= this.#loadNow().finally(() => {
      this.#loading = undefined
    })
    return this.#loading
  }

  async #loadNow(): Promise<Code> {
    if (this.#isFailed || this.#isAway || !navigator.onLine) {
      // A connection that has just come back may not reach the server yet.
      this.#isAway = true
      await this.#reach()
      this.#isAway = false
    }
    if (!this.#isFailed) {
      try {
        this.#code = (await this.#importCode()).default
        return this.#code
      } catch {
        this.#isFailed = true
        await this.#reach()
      }
    }
    throw new TakeoffError({ code: OUTDATED, message: 'A script could not be loaded.' })
  }
}
