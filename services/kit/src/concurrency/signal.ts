/** Lets tasks sleep until their time is over or another task notifies them. */
export class Signal {
  #isNotified = false
  readonly #waiting = new Set<() => void>()

  /** Ends the waits under way, or the next one when there are none. */
  notify(): void {
    this.#isNotified = this.#waiting.size === 0
    for (const resume of this.#waiting) resume()
  }

  /** Resolves after `ms` milliseconds, or at once when `notify` was called since the last wait. */
  wait(ms: number): Promise<void> {
    if (this.#isNotified) {
      this.#isNotified = false
      return Promise.resolve()
    }
    return new Promise((resolve) => {
      const resume = (): void => {
        clearTimeout(timer)
        this.#waiting.delete(resume)
        resolve()
      }
      const timer = setTimeout(resume, ms)
      this.#waiting.add(resume)
    })
  }
}
