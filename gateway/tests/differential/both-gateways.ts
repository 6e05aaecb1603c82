import { hash } from 'node:crypto'
import { ApolloGateway } from '@apollo/gateway'
import type { GraphQLDataSource } from '@apollo/gateway'
import type { QueryPlan } from '@apollo/query-planner'
import type { JsonObject } from '@takeoff/kit/values/json'
import { GraphQLError, Kind } from 'graphql'
import type { DocumentNode, GraphQLSchema, OperationDefinitionNode } from 'graphql'
import { withClientPaths } from '../../src/execution/compiled/client-paths.ts'
import { CompilingGateway } from '../../src/execution/compiling-gateway.ts'
import type { RequestSubgraph } from '../../src/execution/compiling-gateway.ts'
import { SplicedData } from '../../src/execution/compiled/splice/spliced-data.ts'
import { RequestClient } from '../../src/execution/request-client.ts'
import type { RequestContext } from '../../src/execution/request-context.ts'
import { ALWAYS } from '../../src/execution/testing/load-gateway.ts'
import { replyOf } from '../../src/execution/testing/reply-of.ts'
import { makeUp } from './made-up-subgraphs.ts'
import type { MadeUpRequest, MadeUpSubgraphs } from './made-up-subgraphs.ts'
import type { World } from './made-up-values.ts'
import type { RandomOperation } from './random-operation.ts'
import { WatchOverStock } from './watch-over-stock.ts'
import type { Composed } from './supergraphs.ts'

/** The response of an executor, and the order of its mutations. */
export interface ExecutorResponse {
  readonly data: unknown
  readonly errors: readonly ReportedError[]
  readonly extensions: { readonly valueCompletion?: readonly GraphQLError[] } | undefined
  readonly changes: readonly string[]
  /** The merged data of all subgraphs, of which `data` is made; of the stock executor only. */
  readonly gathered: JsonObject
}

export interface ReportedError {
  readonly message: string
  readonly path: readonly (string | number)[] | undefined
  readonly extensions: Readonly<Record<string, unknown>>
}

export interface ExecutorResponses {
  readonly plan: QueryPlan
  readonly ours: ExecutorResponse
  /** The response of the fast path: spliced, where that is possible. */
  readonly spliced: ExecutorResponse
  readonly stock: ExecutorResponse
}

/** A valid operation. */
export interface DifferentialOperation {
  readonly document: DocumentNode
  readonly operation: RandomOperation
}

export interface BothGateways {
  /** The API schema, which clients see. */
  readonly schema: GraphQLSchema
  /** Number of operations that were left to the stock executor. */
  readonly fallbacks: () => number
  execute(requested: DifferentialOperation, world: World): Promise<ExecutorResponses>
}

type Executor = ApolloGateway['executor']
type ServiceRequest = Extract<
  Parameters<GraphQLDataSource['process']>[0],
  { readonly incomingRequestContext: unknown }
>

/** The client does not disconnect. */
const STAYS = new RequestClient()

/** The context that a request passes to its subgraphs. */
interface DifferentialContext extends Pick<RequestContext, 'client' | 'turns'> {
  readonly world: World
  readonly changes: string[]
  readonly watch: WatchOverStock
}

/** Plans that the planner compares; by default 10,000, which takes seconds for some operations. */
const PLANS_MAX = 50

/** @apollo/gateway as it comes, and ours, over the same made-up subgraphs. */
export async function openBoth(composed: Composed): Promise<BothGateways> {
  const subgraphs = makeUp(composed)
  let fallbacks = 0
  let lastPlan: QueryPlan = { kind: 'QueryPlan' }
  const config = {
    supergraphSdl: composed.supergraphSdl,
    buildService: ({ name }: { readonly name: string }) => stockService(subgraphs, name),
  }
  const stock = new ApolloGateway({
    ...config,
    queryPlannerConfig: { debug: { maxEvaluatedPlans: PLANS_MAX } },
    logger: { debug() {}, info() {}, warn() {}, error() {} },
    experimental_didResolveQueryPlan: ({ queryPlan }) => void (lastPlan = queryPlan),
  })
  const { schema, executor } = await stock.load()
  const ours = new CompilingGateway({
    ...config,
    // Planning takes most of the time, and neither executor changes a plan. Stock always executes first.
    planning: { plan: () => Promise.resolve(lastPlan), waitMs: 60_000 },
    send: requestMadeUp(subgraphs),
    metrics: { compiled() {}, stock: () => void (fallbacks += 1), refused() {} },
  })
  const { executor: compiled } = ours
  return {
    schema,
    fallbacks: () => fallbacks,
    async execute(requested, world) {
      const request = { ...requested, schema, world }
      const reported = await responseOf(executor as Executor, request)
      return {
        stock: reported,
        ours: await responseOf(compiled, request),
        spliced: await responseOf(splicing(ours, compiled), request),
        plan: lastPlan,
      }
    },
  }
}

/** Executes as the fast path does; the executor runs operations that it leaves to Apollo Server. */
function splicing(ours: CompilingGateway, executor: Executor): Executor {
  return async (request) => {
    const { document, queryHash, request: requested, context } = request
    const { operationName, variables = {} } = requested
    const ready = await ours.prepare({ document, queryHash, operationName })
    if (ready === undefined || ours.variableErrors(ready, variables)) return executor(request)
    const response = await ours.splice(ready, variables, context as never)
    const { tally } = (context as unknown as DifferentialContext).world
    if (!(response.data instanceof SplicedData)) {
      tally.add('response not spliced')
      return response as never
    }
    tally.add('response spliced')
    return { data: response.data.parse() } as never
  }
}

function stockService(subgraphs: MadeUpSubgraphs, subgraph: string) {
  return {
    async process(request: ServiceRequest) {
      const { query = '', variables = {} } = request.request
      const { world, changes, watch } = request.context as DifferentialContext
      if (query.startsWith('mutation')) changes.push(`${subgraph}: ${query}`)
      const response = await subgraphs.respond({ subgraph, query, variables }, world)
      const isOfEntities = 'representations' in variables
      return watch.watch(request.pathInIncomingRequest ?? [], isOfEntities, response) as never
    },
  }
}

function requestMadeUp(subgraphs: MadeUpSubgraphs): RequestSubgraph {
  return async ({ subgraph, body }, { context }) => {
    const { query, variables } = JSON.parse(body) as Omit<MadeUpRequest, 'subgraph'>
    const { world, changes } = context as unknown as DifferentialContext
    if (query.startsWith('mutation')) changes.push(`${subgraph}: ${query}`)
    return replyOf(await subgraphs.respond({ subgraph, query, variables }, world))
  }
}

interface Request extends DifferentialOperation {
  readonly schema: GraphQLSchema
  readonly world: World
}

async function responseOf(executor: Executor, request: Request): Promise<ExecutorResponse> {
  const watch = new WatchOverStock(request.schema)
  const context: DifferentialContext = {
    world: request.world,
    changes: [],
    watch,
    client: STAYS,
    turns: ALWAYS,
  }
  const { document } = request
  const { data, errors = [], extensions } = await executor(requestOf(request, context))
  const reported = errors.map((error) => truthOf(error, context))
  return {
    data,
    // Stock reports errors of fields that only the plan requests at paths that no client can follow.
    errors: withClientPaths(reported, operationOf(document), document).map(reportedError),
    extensions,
    changes: context.changes,
    gathered: watch.gathered(),
  }
}

function requestOf({ operation, document, schema }: Request, context: DifferentialContext) {
  const { query, variables, operationName } = operation
  const request: Partial<Parameters<Executor>[0]> = {
    request: { query, variables, ...(operationName !== undefined && { operationName }) },
    document,
    schema,
    queryHash: hash('sha256', query, 'hex'),
    operationName: operationName ?? null,
    operation: operationOf(document),
    context,
    metrics: {},
  }
  return request as Parameters<Executor>[0]
}

/** The last operation is the one that is requested. */
function operationOf({ definitions }: DocumentNode): OperationDefinitionNode {
  const operation = definitions.findLast((one) => one.kind === Kind.OPERATION_DEFINITION)
  if (operation === undefined) throw new Error('there is no operation')
  return operation
}

function truthOf(error: GraphQLError, { watch, world }: DifferentialContext): GraphQLError {
  const { message, path, originalError } = error
  // Stock adds the name of the subgraph, which clients must not see.
  const { serviceName: _, ...extensions } = error.extensions
  const truth = (watch.truePath(originalError, path) ?? path)?.map(clientName)
  if (truth?.join() !== path?.join()) world.tally.add('error that stock reports elsewhere')
  return new GraphQLError(message, { path: truth, extensions })
}

/**
 * Fields of one name whose types differ go to a subgraph under names of the plan, such as `title__alias_1`. Stock
 * renames them in data, but not in paths of errors.
 */
function clientName(part: string | number): string | number {
  return typeof part === 'string' ? part.replace(/__alias_\d+$/, '') : part
}

function reportedError({ message, path, extensions }: GraphQLError): ReportedError {
  return { message, path, extensions }
}
