import type { FetchNode } from '@apollo/query-planner'
import { isJsonObject } from '@takeoff/kit/values/json'
import type { JsonObject } from '@takeoff/kit/values/json'
import type { GraphQLError } from 'graphql'
import {
  entityRequest,
  gatherRepresentations,
  indexesOf,
  keyObjects,
  soleListRequest,
} from './entities.ts'
import type { SentList } from './entities.ts'
import { merge } from './merge.ts'
import { PlacedErrors } from './placed-errors.ts'
import { objectsAt } from './places.ts'
import { compileRepresent } from './representations.ts'
import type { RepresentAsText } from './representations.ts'
import type { Fetch, PlannedRequest } from './requests.ts'
import { rewrite } from './rewrites.ts'
import { variablesText } from './run-requests.ts'
import type { Prepared, Work } from './run-requests.ts'
import type { SendToSubgraph, SubgraphReply, SubgraphResponse } from './subgraph-call.ts'
import type { IsOfType } from './types.ts'

/** The parts of a plan's fetches that do not depend on a request. */
export interface CompiledFetches {
  readonly isOfType: IsOfType
  readonly representOf: ReadonlyMap<Fetch, RepresentAsText>
}

export function compileFetches(
  requests: readonly PlannedRequest[],
  isOfType: IsOfType,
): CompiledFetches {
  const fetches = requests.flatMap(({ lists }) => lists.flatMap((list) => list.fetches))
  const representOf = fetches.map((fetch): [Fetch, RepresentAsText] => {
    const { requires = [], inputRewrites: rewrites } = fetch.node
    return [fetch, compileRepresent({ requires, rewrites, isOfType })]
  })
  return { isOfType, representOf: new Map(representOf) }
}

interface SentRoot {
  readonly root: Fetch
  readonly objects: readonly JsonObject[]
}

interface SentEntities {
  readonly lists: readonly SentList[]
  /** By fetch: the objects that its entities are merged into. */
  readonly objects: ReadonlyMap<Fetch, readonly JsonObject[]>
}

type SentRequest = SentRoot | SentEntities

export interface GatherOptions {
  readonly fetches: CompiledFetches
  /** As the client sent them. */
  readonly variables: JsonObject
  readonly send: SendToSubgraph
  readonly isCancelled: () => boolean
}

/** Merges all responses into one object, in the terms of the plan. */
export class GatheredData implements Work<SentRequest> {
  readonly data: JsonObject = {}
  readonly #errors = new PlacedErrors(this.data)
  readonly #options: GatherOptions

  constructor(options: GatherOptions) {
    this.#options = options
  }

  get errors(): GraphQLError[] {
    return this.#errors.all
  }

  get isOver(): boolean {
    return this.#options.isCancelled()
  }

  prepare(request: PlannedRequest): Prepared<SentRequest> | undefined {
    const { root } = request
    return root === undefined ? this.#prepareEntities(request) : this.#prepareRoot(request, root)
  }

  #prepareRoot(
    { head, variables }: PlannedRequest,
    root: Fetch,
  ): Prepared<SentRequest> | undefined {
    const objects = objectsAt(this.data, root.path)
    if (objects.length === 0) return undefined
    const body = `${head}${this.#variables(variables)}}}`
    return { body, sent: { root, objects } }
  }

  #prepareEntities(request: PlannedRequest): Prepared<SentRequest> | undefined {
    const { representOf } = this.#options.fetches
    const objects = new Map<Fetch, readonly JsonObject[]>()
    const representations = request.lists.map(({ fetches }) => {
      const keyed = fetches.map((fetch) => {
        const its = objectsAt(this.data, fetch.path)
        objects.set(fetch, its)
        return keyObjects(its, representOf.get(fetch) ?? (() => undefined))
      })
      return gatherRepresentations(keyed, (_object, _fetch, text) => String(text))
    })
    const composed = entityRequest(request, representations, this.#variables)
    return composed && { body: composed.body, sent: { lists: composed.lists, objects } }
  }

  readonly #variables = (names: readonly string[]): string =>
    variablesText(names, this.#options.variables)

  receive(request: PlannedRequest, sent: SentRequest, reply: SubgraphReply): Promise<void> | void {
    const response = reply.read()
    if ('root' in sent) return this.#receiveRoot(sent, response)
    const [only, ...others] = sent.lists
    if (only !== undefined && others.length === 0)
      return this.#receiveList(only, sent, { ...response, reply })
    const hasFailed = !response.data && reply.body !== undefined
    if (hasFailed) return this.#sendOneByOne(request, sent)
    for (const list of sent.lists) this.#receiveList(list, sent, { ...response, reply })
    const names = new Set<unknown>(sent.lists.map(({ name }) => name))
    this.#errors.add((response.errors ?? []).filter(({ path }) => !names.has(path?.[0])))
  }

  /**
   * The failure of one list removes the data of the others: each is requested separately, with the operation of the
   * plan.
   */
  async #sendOneByOne({ subgraph }: PlannedRequest, sent: SentEntities): Promise<void> {
    await Promise.all(
      sent.lists.map(async ({ list, representations }) => {
        if (representations.count === 0) return
        const { body, lists } = soleListRequest(list, representations, this.#variables)
        const reply = await this.#options.send({ subgraph, body })
        for (const one of lists) this.#receiveList(one, sent, { ...reply.read(), reply })
      }),
    )
  }

  #receiveRoot({ root, objects }: SentRoot, { data, errors = [] }: SubgraphResponse): void {
    this.#errors.addOfRoot(root, errors)
    if (!data) return
    const { outputRewrites } = root.node
    if (outputRewrites) rewrite(data, outputRewrites, this.#options.fetches.isOfType)
    for (const object of objects) merge(object, data)
  }

  #receiveList(sent: SentList, { objects }: SentEntities, response: ReceivedResponse): void {
    const { list, name, representations } = sent
    const isSole = name !== list.alias
    const { errors = [], data, reply } = response
    this.#errors.addOfEntities(
      sent,
      isSole ? errors : errors.filter(({ path }) => path?.[0] === name),
    )
    if (!data) return
    const entities = data[name]
    if (!Array.isArray(entities) || entities.length !== representations.count) {
      const { serviceName } = list.fetches[0]?.node ?? {}
      const message = `The ${serviceName} service responded with other entities than requested.`
      this.#errors.add([{ message }])
      return
    }
    for (const [index, fetch] of list.fetches.entries())
      // Objects of different places are filled in by different fetches: each place has its own.
      this.#mergeEntities(
        fetch.node,
        index === 0 ? entities : (reply.read().data?.[name] as unknown[]),
        {
          objects: objects.get(fetch) ?? [],
          indexOf: indexesOf(representations, index),
        },
      )
  }

  #mergeEntities(
    { outputRewrites }: FetchNode,
    entities: readonly unknown[],
    { objects, indexOf }: MergeTargets,
  ): void {
    const { isOfType } = this.#options.fetches
    if (outputRewrites) rewrite(entities, outputRewrites, isOfType)
    for (const [objectIndex, object] of objects.entries()) {
      const index = indexOf[objectIndex]
      const entity: unknown = index === undefined ? undefined : entities[index]
      if (!isJsonObject(entity)) continue
      keepType(object, entity, isOfType)
      merge(object, entity)
    }
  }
}

interface ReceivedResponse extends SubgraphResponse {
  readonly reply: SubgraphReply
}

interface MergeTargets {
  readonly objects: readonly JsonObject[]
  readonly indexOf: readonly (number | undefined)[]
}

/**
 * A subgraph with an `@interfaceObject` responds with the interface of an entity whose object type is known already.
 */
function keepType(known: JsonObject, entity: JsonObject, isOfType: IsOfType): void {
  const before = known['__typename']
  const type = entity['__typename']
  if (typeof type !== 'string' || isOfType(before, type)) entity['__typename'] = before
}
