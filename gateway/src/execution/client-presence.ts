/**
 * Whether the client of a request is still there. An AbortSignal says the same; to make one and to listen twice takes 2 % of
 * the instructions of a request.
 */
export class ClientPresence {
  readonly #listeners = new Set<() => void>()
  #isGone = false

  get isGone(): boolean {
    return this.#isGone
  }

  /** Calls the listener once, when the client leaves. */
  onGone(listener: () => void): void {
    this.#listeners.add(listener)
  }

  /** The listener need not be called any more. */
  forget(listener: () => void): void {
    this.#listeners.delete(listener)
  }

  leave(): void {
    if (this.#isGone) return
    this.#isGone = true
    for (const listener of this.#listeners) listener()
  }
}
