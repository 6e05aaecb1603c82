import type { GraphQLObjectType } from 'graphql'
import { invariant } from '@takeoff/kit/values/invariant'
import type { SelectionContext } from '../collect-fields.ts'
import type { ExecutionContext, PlannedOperation } from '../operation.ts'
import type { Fetch, PlannedRequest } from '../requests.ts'
import { runRequests } from '../run-requests.ts'
import type { FetchedObject } from './layout.ts'
import { NotSplicedError } from './not-spliced-error.ts'
import { lazyObjectReader } from './reader-code.ts'
import { compileRootReader } from './reader.ts'
import { planResponse } from './response-plan.ts'
import { fetchSites } from './sites.ts'
import type { SplicedData } from './spliced-data.ts'
import { SplicedResponses } from './spliced-responses.ts'
import type { CompiledEntities, CompiledSplice } from './spliced-responses.ts'
import { Tape } from './tape.ts'
import { lazyWriter } from './writer.ts'

/** Undefined when the responses are not those of a plain success: the operation must be executed instead. */
export type Splice = (context: ExecutionContext) => Promise<SplicedData | undefined>

export interface Splicable {
  readonly planned: PlannedOperation
  readonly requests: readonly PlannedRequest[]
  readonly selectionContext: SelectionContext
  readonly type: GraphQLObjectType
}

/** Undefined when responses to the operation cannot be spliced from texts. */
export function compileSplice(splicable: Splicable): Splice | undefined {
  try {
    return compile(splicable)
  } catch (error) {
    if (error instanceof NotSplicedError) return undefined
    throw error
  }
}

function compile({ planned, requests, selectionContext, type }: Splicable): Splice {
  const subgraphs = { schema: planned.supergraphSchema, decided: selectionContext.decided }
  const { isOfType, operation } = planned
  const sites = fetchSites(requests)
  const options = { client: selectionContext, subgraphs, isOfType, sites }
  const plan = planResponse(options, type, [operation.selectionSet])
  const objectOf = (fetch: Fetch): FetchedObject => {
    const object = plan.fetched.get(fetch)
    invariant(object !== undefined, 'each fetch has an object')
    return object
  }
  const entities = [...plan.entities].map(([fetch, objects]): [Fetch, CompiledEntities] => [
    fetch,
    { ...objects, reader: lazyObjectReader(objectOf(fetch)) },
  ])
  const compiled: CompiledSplice = {
    roots: plan.roots.map(({ fetch }) => ({ fetch, read: compileRootReader(objectOf(fetch)) })),
    entities: new Map(entities),
    writer: lazyWriter(plan.root),
    counters: plan.counters,
    recordListCount: new Set(entities.map(([, { recordList }]) => recordList)).size,
    fetches: sites.length,
  }
  return async (context) => {
    using tape = new Tape()
    const splicing = new SplicedResponses(compiled, context, tape)
    await runRequests(requests, splicing, context.send)
    return splicing.finish()
  }
}
