import type { ApolloServerOptionsWithGateway } from '@apollo/server'
import type { GraphQLSchema } from 'graphql'
import { invariant } from '@takeoff/kit/values/invariant'
import type { OperationRequest } from './compiled/operations.ts'
import type { CompilingGateway } from './compiling-gateway.ts'
import type { DocumentError } from '../documents/document-errors.ts'
import type { DocumentLimits } from '../documents/document-limits.ts'
import { createGateway } from './gateway.ts'
import type { GatewayOptions } from './gateway.ts'
import { PlanningThread } from './planning/planning-thread.ts'
import type { RequestContext } from './request-context.ts'

type ServerGateway = ApolloServerOptionsWithGateway<RequestContext>['gateway']
type Executor = NonNullable<Awaited<ReturnType<ServerGateway['load']>>['executor']>
type Listener = Parameters<ServerGateway['onSchemaLoadOrUpdate']>[0]

/** A supergraph and the name that it is served under. */
export interface NamedSupergraph {
  readonly version: string
  readonly supergraphSdl: string
}

export interface SwappingGatewayOptions extends Omit<
  GatewayOptions,
  'supergraphSdl' | 'planning' | 'onSubgraph'
> {
  /** Longest planning of one operation. */
  readonly planningTimeoutMs: number
}

/** The errors of a document under the schema that was served when it was checked. */
export interface CheckedDocument {
  readonly schema: GraphQLSchema
  readonly errors: readonly DocumentError[]
}

interface Served extends NamedSupergraph {
  readonly gateway: CompilingGateway
  readonly subgraphs: ReadonlyMap<string, URL>
}

/** Reports each supergraph before it is served. */
export type SchemaSource = Pick<SwappingGateway, 'onSchemaLoadOrUpdate'>

/**
 * Serves one supergraph after another. Each has a gateway of its own, loaded and warmed in the background before it
 * serves; one that cannot be loaded never serves. A request is executed by the supergraph that it was validated
 * against, even when another one is served meanwhile.
 */
export class SwappingGateway implements ServerGateway {
  readonly #options: SwappingGatewayOptions
  readonly #planning: PlanningThread
  readonly #listeners = new Set<Listener>()
  /** Past supergraphs are released with the last request that references their schema. */
  readonly #bySchema = new WeakMap<GraphQLSchema, Served>()
  #served: Served | undefined

  constructor(options: SwappingGatewayOptions) {
    this.#options = options
    const { planningTimeoutMs: timeoutMs, logger } = options
    this.#planning = new PlanningThread({ timeoutMs, logger })
  }

  /** The version that new requests get. */
  get version(): string | undefined {
    return this.#served?.version
  }

  /** Executes new requests. */
  get current(): CompilingGateway | undefined {
    return this.#served?.gateway
  }

  /** The subgraphs of that version, with the addresses of their requests. */
  get subgraphs(): ReadonlyMap<string, URL> {
    return this.#served?.subgraphs ?? new Map<string, URL>()
  }

  /** The version that the requests validated against a schema get. */
  versionOf(schema: GraphQLSchema): string | undefined {
    return this.#bySchema.get(schema)?.version
  }

  /**
   * Validates a document against the schema served now, without blocking other requests.
   * @throws OperationTooComplexError, PlannerUnavailableError
   */
  async check(document: string, limits: DocumentLimits): Promise<CheckedDocument> {
    invariant(this.#served !== undefined, 'there is no supergraph to serve yet')
    const { gateway, supergraphSdl } = this.#served
    const { schema } = gateway
    return { schema, errors: await this.#planning.check(supergraphSdl, document, limits) }
  }

  /**
   * Serves another supergraph from now on. The operations are planned before, between the requests in flight.
   * @throws Error when it cannot be loaded; then nothing changes
   */
  async swap(
    supergraph: NamedSupergraph,
    operations: readonly OperationRequest[] = [],
  ): Promise<void> {
    try {
      const next = await this.#load(supergraph, operations)
      this.#bySchema.set(next.gateway.schema, next)
      for (const listener of this.#listeners) listener(contextOf(next))
      this.#served = next
    } finally {
      this.#options.pools.keepOnly(this.subgraphs)
    }
  }

  async #load(
    supergraph: NamedSupergraph,
    operations: readonly OperationRequest[],
  ): Promise<Served> {
    const subgraphs = new Map<string, URL>()
    const { supergraphSdl } = supergraph
    const gateway = createGateway({
      ...this.#options,
      supergraphSdl,
      planning: {
        plan: (operation) => this.#planning.plan(supergraphSdl, operation),
        waitMs: this.#planning.waitMs,
      },
      onSubgraph: (name, url) => subgraphs.set(name, url),
    })
    await this.#planning.prepare(supergraphSdl)
    // The error of one that cannot be planned is reported to the client that sends it.
    for (const operation of operations) await gateway.prepare(operation).catch(() => undefined)
    return { ...supergraph, gateway, subgraphs }
  }

  onSchemaLoadOrUpdate(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Called by Apollo Server when it starts, which is after the first swap. */
  load(): Promise<{ executor: Executor }> {
    invariant(this.#served !== undefined, 'there is no supergraph to serve yet')
    for (const listener of this.#listeners) listener(contextOf(this.#served))
    return Promise.resolve({ executor: (request) => this.#execute(request) })
  }

  async stop(): Promise<void> {
    this.#listeners.clear()
    await this.#planning[Symbol.asyncDispose]()
  }

  #execute(request: Parameters<Executor>[0]): ReturnType<Executor> {
    const served = this.#bySchema.get(request.schema)
    invariant(served !== undefined, 'the request was validated against an unknown schema')
    return served.gateway.executor(request)
  }
}

function contextOf({ gateway, supergraphSdl }: Served): Parameters<Listener>[0] {
  return { apiSchema: gateway.schema, coreSupergraphSdl: supergraphSdl }
}
