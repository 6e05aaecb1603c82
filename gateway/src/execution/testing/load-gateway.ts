import { hash } from 'node:crypto'
import type { QueryPlan } from '@apollo/query-planner'
import { Kind, parse } from 'graphql'
import { composeSupergraph } from '@takeoff/supergraph/composition/compose'
import type { JsonObject } from '@takeoff/kit/values/json'
import { CompilingGateway } from '../compiling-gateway.ts'
import type { SubgraphCall, SubgraphResponse } from '../compiled/subgraph-call.ts'
import { RequestClient } from '../request-client.ts'
import type { RequestContext } from '../request-context.ts'
import { createOperationPlanner } from '../planning/operation-planner.ts'
import { replyOf } from './reply-of.ts'

/** Bytes, where it matters how it is written. */
export type SentResponse = SubgraphResponse | Buffer

interface Subgraphs {
  /** Their schemas, by name. */
  readonly schemas: Readonly<Record<string, string>>
  readonly send: (call: SubgraphCall) => SentResponse | Promise<SentResponse>
  /** Responds to the stock executor. */
  readonly respondToStock?: () => SubgraphResponse
  /** Changes each plan that is made. */
  readonly changePlan?: (plan: QueryPlan) => QueryPlan | Promise<QueryPlan>
  /** Longest wait for a plan. */
  readonly waitMs?: number
}

/** The gateway of subgraphs that tests make up. */
export function loadGateway({
  schemas,
  send,
  respondToStock = () => ({}),
  changePlan = (plan) => plan,
  waitMs = 60_000,
}: Subgraphs): Promise<CompilingGateway> {
  const composition = composeSupergraph(
    Object.entries(schemas).map(([name, sdl]) => ({ name, sdl, url: `http://${name}/graphql` })),
  )
  if (composition.kind === 'refused') throw new Error(JSON.stringify(composition.errors))
  const { supergraphSdl } = composition
  const { plan } = createOperationPlanner(supergraphSdl)
  const gateway = new CompilingGateway({
    supergraphSdl,
    planning: {
      plan: async (operation) => changePlan(plan(operation)),
      waitMs,
    },
    send: async (call) => replyOf(await send(call)),
    buildService: () => ({ process: () => Promise.resolve(respondToStock() as never) }),
  })
  return Promise.resolve(gateway)
}

/** Adds to a plan something that only the stock executor knows. */
export function forStock({ kind, node }: QueryPlan): QueryPlan {
  if (node?.kind !== 'Fetch') throw new Error('only plans with one fetch, please')
  return { kind, node: { ...node, contextRewrites: [] } }
}

/** The turns of callers that never wait. */
export const ALWAYS: RequestContext['turns'] = {
  run: (_waiting, task, limit) => limit(task()),
}

/** The context of this client, or of one that stays connected. */
export function clientContext(client = new RequestClient()): RequestContext {
  return { client, turns: ALWAYS } as RequestContext
}

/** A valid document, in the form that `prepare` expects. */
export function documentOf(query: string) {
  return { document: parse(query), queryHash: hash('sha256', query, 'hex') }
}

/** A request as Apollo Server passes it on. */
export function requestOf(
  gateway: Pick<CompilingGateway, 'schema'>,
  query: string,
  variables: JsonObject,
) {
  const named = documentOf(query)
  const request = {
    ...named,
    request: { query, variables },
    schema: gateway.schema,
    operation: named.document.definitions.find((one) => one.kind === Kind.OPERATION_DEFINITION),
    operationName: null,
    context: clientContext(),
    metrics: {},
  }
  return request as unknown as Parameters<CompilingGateway['executor']>[0]
}
