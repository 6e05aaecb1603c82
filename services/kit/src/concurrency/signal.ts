/** Lets one task sleep until its time is over or another task notifies it. */
export class Signal {
  #isNotified = false
  #resume: (() => void) | undefined

  /** Ends the wait under way, or the next one when there is none. */
  notify(): void {
    this.#isNotified = true
    this.#resume?.()
  }

  /** Resolves after `ms` milliseconds, or at once when `notify` was called since the last wait. */
  async wait(ms: number): Promise<void> {
    if (!this.#isNotified) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms)
        this.#resume = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
    this.#resume = undefined
    this.#isNotified = false
  }
}
