import type { GraphQLError } from 'graphql'
import type { Path } from './completion.ts'

/** The errors of a response, as graphql-js collects them: none from below a place that became null already. */
export class CollectedErrors {
  readonly errors: GraphQLError[] = []
  readonly #nulled = new Set<Path | undefined>()

  /** @param path of the place that becomes null; undefined for the whole response */
  add(error: GraphQLError, path: Path | undefined): void {
    if (this.#isBelowNull(path)) return
    this.#nulled.add(path)
    this.errors.push(error)
  }

  #isBelowNull(path: Path | undefined): boolean {
    if (this.#nulled.size === 0) return false
    for (let place = path; place !== undefined; place = place.prev) {
      if (this.#nulled.has(place)) return true
    }
    return this.#nulled.has(undefined)
  }
}
