import { isJsonObject } from '@takeoff/kit/values/json'
import type { JsonObject } from '@takeoff/kit/values/json'
import { isInterfaceType } from 'graphql'
import type { GraphQLSchema } from 'graphql'
import { getOwn } from '../../src/execution/compiled/own-members.ts'
import type { MadeUpResponse, MadeUpError } from './made-up-subgraphs.ts'

type Path = readonly (string | number)[]

/** The path of an error of an entity as stock reports it, and the data for the true one. */
interface EntityError {
  readonly reported: Path
  /** The entity has this member … */
  readonly mark: string
  /** … with this value. */
  readonly number: number
  readonly planPath: Path
  readonly rest: Path
}

/**
 * Corrects two errors of the stock executor, and nothing else.
 *
 * It takes the type of an entity from the last subgraph, even where that is one with an `@interfaceObject`,
 * which knows only the interface. Then it loses fields of the object type. Here the interface is hidden from it.
 *
 * It requests from a subgraph the entities of a place whose keys are known, and takes the index of an entity in the
 * response as its index among all entities of the place. So it reports an error at another entity wherever it has
 * skipped one, although it puts the data in the right place.
 *
 * It merges the objects of a response themselves. Here every entity in a response gets a mark that no query requests,
 * which afterwards shows the place where it was merged.
 */
export class WatchOverStock {
  readonly #roots: JsonObject[] = []
  readonly #errors = new Map<unknown, EntityError>()
  readonly #schema: GraphQLSchema
  #fetches = 0

  constructor(schema: GraphQLSchema) {
    this.#schema = schema
  }

  /** @param planPath where the plan puts the response, with `@` for every element of a list */
  watch(planPath: Path, isOfEntities: boolean, response: MadeUpResponse): MadeUpResponse {
    if (!isOfEntities) this.#roots.push(response.data ?? {})
    const entities = response.data?.['_entities']
    if (!isOfEntities || !Array.isArray(entities)) return response
    const mark = `#${(this.#fetches += 1)}`
    const paths = this.#pathsAt(planPath)
    for (const error of response.errors ?? []) this.#note(error, { mark, planPath, paths })
    const marked = entities.map((entity: unknown, number) =>
      isJsonObject(entity) || entity === null
        ? { ...this.#withoutInterface(entity ?? {}), [mark]: number }
        : entity,
    )
    return { ...response, data: { _entities: marked } }
  }

  #withoutInterface(entity: JsonObject): JsonObject {
    const { __typename, ...others } = entity
    return isInterfaceType(this.#schema.getType(String(__typename))) ? others : entity
  }

  /** The true path of an error that stock has reported; undefined where stock reports the true one. */
  truePath(cause: unknown, reported: Path | undefined): Path | undefined {
    const error = this.#errors.get(cause)
    if (error === undefined || JSON.stringify(error.reported) !== JSON.stringify(reported))
      return undefined
    const place = this.#pathsAt(error.planPath).find(
      (path) => this.#memberAt([...path, error.mark]) === error.number,
    )
    return place && [...place, ...error.rest]
  }

  /** The data that stock has gathered: the first response of a root field, into which it merges all others. */
  gathered(): JsonObject {
    const gathered: JsonObject = Object.create(null) as JsonObject
    for (const root of this.#roots)
      for (const [key, value] of Object.entries(root)) gathered[key] ??= value
    return gathered
  }

  #note(
    error: MadeUpError,
    { mark, planPath, paths }: { mark: string; planPath: Path; paths: readonly Path[] },
  ): void {
    const [, number, ...rest] = error.path ?? []
    if (typeof number !== 'number') return
    const reported = [...(paths[number] ?? []), ...rest]
    this.#errors.set(error, { reported, mark, number, planPath, rest })
  }

  #pathsAt(planPath: Path): Path[] {
    return pathsBelow(this.gathered(), planPath)
  }

  #memberAt(path: Path): unknown {
    return path.reduce<unknown>(
      (value, key) =>
        Array.isArray(value) || isJsonObject(value)
          ? getOwn(value as JsonObject, String(key))
          : undefined,
      this.gathered(),
    )
  }
}

/** The places that a path of the plan leads to, in the order in which stock counts entities. */
function pathsBelow(data: unknown, planPath: Path): Path[] {
  const [key, ...rest] = planPath
  if (data === null || data === undefined) return []
  if (key === undefined) return [[]]
  if (Array.isArray(data)) {
    const below = key === '@' ? rest : planPath
    return data.flatMap((value: unknown, index) =>
      pathsBelow(value, below).map((path) => [index, ...path]),
    )
  }
  if (!isJsonObject(data) || !Object.hasOwn(data, key)) return []
  return pathsBelow(data[key], rest).map((path) => [key, ...path])
}
