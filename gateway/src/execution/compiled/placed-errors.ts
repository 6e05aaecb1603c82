import type { JsonObject } from '@takeoff/kit/values/json'
import type { GraphQLError, GraphQLFormattedError } from 'graphql'
import { indexesOf } from './entities.ts'
import type { SentList } from './entities.ts'
import { GatheredErrors } from './gathered-errors.ts'
import { pathsAt } from './places.ts'
import type { Fetch } from './requests.ts'
import { rewritePath } from './rewrites.ts'

/** Maximum errors of one root field that many objects show: further ones give a client no new information. */
const ROOT_PATHS_MAX = 100

/** The errors of all responses, each at the places of the merged data that show what it belongs to. */
export class PlacedErrors {
  readonly #data: JsonObject
  readonly #gathered = new GatheredErrors()

  /** @param data into which the responses are merged */
  constructor(data: JsonObject) {
    this.#data = data
  }

  get all(): GraphQLError[] {
    return this.#gathered.all
  }

  /** Adds errors that belong to no place. */
  add(errors: readonly GraphQLFormattedError[]): void {
    for (const error of errors) this.#gathered.add(error)
  }

  /** All places show the same response, and the same errors. */
  addOfRoot({ node, path }: Fetch, errors: readonly GraphQLFormattedError[]): void {
    if (errors.length === 0) return
    const paths = pathsAt(this.#data, path).slice(0, ROOT_PATHS_MAX)
    for (const error of errors) {
      if (error.path === undefined) {
        this.add([error])
        continue
      }
      const rest = rewritePath(error.path, node.outputRewrites ?? [])
      for (const shownAt of paths) this.#gathered.add(error, [...shownAt, ...rest])
    }
  }

  /** An error of one entity is an error at every place that shows it. */
  addOfEntities(
    { list, representations }: SentList,
    errors: readonly GraphQLFormattedError[],
  ): void {
    if (errors.length === 0) return
    const shown = list.fetches.map((fetch, index) => {
      const indexOf = indexesOf(representations, index)
      const paths = pathsAt(this.#data, fetch.path)
      return {
        node: fetch.node,
        byIndex: Map.groupBy(paths, (_, objectIndex) => indexOf[objectIndex]),
      }
    })
    for (const error of errors) {
      const [, index, ...below] = error.path ?? []
      const found = shown.flatMap(({ node, byIndex }) => {
        const rest = rewritePath(below, node.outputRewrites ?? [])
        const paths = typeof index === 'number' ? (byIndex.get(index) ?? []) : []
        return paths.map((path) => [...path, ...rest])
      })
      if (found.length === 0) this.add([error])
      for (const path of found) this.#gathered.add(error, path)
    }
  }
}
