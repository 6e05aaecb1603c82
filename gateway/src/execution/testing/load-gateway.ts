import { createHash } from 'node:crypto'
import type { QueryPlanner } from '@apollo/query-planner'
import { Kind, parse } from 'graphql'
import { composeSupergraph } from '../../registry/compose.ts'
import { CompilingGateway } from '../compiling-gateway.ts'
import type { SubgraphAnswer, SubgraphCall } from '../compiled/fetch.ts'
import type { JsonObject } from '../compiled/json.ts'
import { replyOf } from './reply-of.ts'

/** Bytes, where it matters how it is written. */
export type Answered = SubgraphAnswer | Buffer

interface Subgraphs {
  /** Their schemas, by name. */
  readonly schemas: Readonly<Record<string, string>>
  readonly ask: (call: SubgraphCall) => Answered | Promise<Answered>
  /** Answers what the stock executor asks. */
  readonly askByStock?: () => SubgraphAnswer
}

/** The gateway of subgraphs that tests make up. */
export async function loadGateway({
  schemas,
  ask,
  askByStock = () => ({}),
}: Subgraphs): Promise<CompilingGateway> {
  const composition = composeSupergraph(
    Object.entries(schemas).map(([name, sdl]) => ({ name, sdl, url: `http://${name}/graphql` })),
  )
  if (composition.kind === 'refused') throw new Error(JSON.stringify(composition.errors))
  const config = {
    supergraphSdl: composition.supergraphSdl,
    buildService: () => ({ process: () => Promise.resolve(askByStock() as never) }),
    logger: { debug() {}, info() {}, warn() {}, error() {} },
  }
  const gateway = new CompilingGateway(config, async (call) => replyOf(await ask(call)))
  await gateway.load()
  return gateway
}

export function plannerOf(gateway: CompilingGateway): QueryPlanner {
  return (gateway as unknown as { readonly queryPlanner: QueryPlanner }).queryPlanner
}

/** From now on the planner makes plans with something that only the stock executor knows. */
export function planForStock(gateway: CompilingGateway): void {
  const planner = plannerOf(gateway)
  const build = planner.buildQueryPlan.bind(planner)
  planner.buildQueryPlan = (...asked) => {
    const { kind, node } = build(...asked)
    if (node?.kind !== 'Fetch') throw new Error('only plans with one fetch, please')
    return { kind, node: { ...node, contextRewrites: [] } }
  }
}

/** A valid document, as `find` wants it. */
export function documentOf(query: string) {
  return { document: parse(query), queryHash: createHash('sha256').update(query).digest('hex') }
}

/** A request as Apollo Server hands it on. */
export function requestOf(gateway: CompilingGateway, query: string, variables: JsonObject) {
  const named = documentOf(query)
  const request = {
    ...named,
    request: { query, variables },
    schema: gateway.schema,
    operation: named.document.definitions.find((one) => one.kind === Kind.OPERATION_DEFINITION),
    operationName: null,
    context: {},
    metrics: {},
  }
  return request as unknown as Parameters<CompilingGateway['executor']>[0]
}
