/** How often things were seen. */
export class Tally {
  readonly #counts = new Map<string, number>()

  add(...seen: readonly string[]): void {
    for (const one of seen) this.#counts.set(one, this.of(one) + 1)
  }

  of(what: string): number {
    return this.#counts.get(what) ?? 0
  }
}
