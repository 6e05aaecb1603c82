import { GraphQLError } from 'graphql'
import type { GraphQLFormattedError } from 'graphql'
import type { ResponsePath } from './places.ts'

/** Maximum errors of one response. */
export const ERRORS_MAX = 1_000
/** Once messages and extensions have more characters than this, no further error is added. */
const CHARACTERS_MAX = 1_000_000

/**
 * The errors of a response. An error is repeated for each place that it belongs to, so that a subgraph with many or long
 * ones would fill the memory of the gateway: those over a limit are left out.
 */
export class GatheredErrors {
  readonly all: GraphQLError[] = []
  #characters = 0

  add({ message, extensions = {} }: GraphQLFormattedError, path?: ResponsePath): void {
    if (this.all.length >= ERRORS_MAX || this.#characters > CHARACTERS_MAX) return
    this.#characters += message.length + JSON.stringify(extensions).length
    this.all.push(new GraphQLError(message, { path, extensions }))
  }
}
