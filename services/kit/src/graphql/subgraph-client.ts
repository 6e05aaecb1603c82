import { HttpClient } from '../http/http-client.ts'
import type { Caller } from '../security/auth.ts'
import { AppError, SubgraphUnavailableError } from '../values/errors.ts'
import { isJsonObject } from '../values/json.ts'
import { inSpan, startSpan, traceparentOf } from '../service/tracing.ts'
import { SERVICE_AUTHORIZATION, ServiceTokens } from '../http/service-tokens.ts'
import type { MeasureSubgraph } from './subgraph-metrics.ts'

const CONNECTIONS = 32
const RESPONSE_BYTES_MAX = 32 * 1_048_576

/** Address and credentials for requests to another subgraph. */
export interface SubgraphClientOptions {
  /** The subgraph that calls. */
  readonly caller: string
  /** The called subgraph: names it in messages, without its address, and in service tokens. */
  readonly name: string
  /** Address of its GraphQL endpoint. */
  readonly url: string
  /** Service secrets of the called subgraph; the first one signs. */
  readonly secrets: readonly string[]
  readonly timeoutMs: number
  readonly measure?: MeasureSubgraph
  /** Authorities (PEM) of its certificate; public ones by default. */
  readonly certificates: string | undefined
}

/** The caller on whose behalf a request is sent. */
export interface AsCaller {
  readonly caller: Caller
  readonly requestId: string
  readonly traceparent?: string | undefined
}

/** A refusal by another service, passed on with its code. */
class RefusedError extends AppError {
  override readonly code: string

  constructor(
    message: string,
    { code, ...extensions }: { readonly code: string } & Record<string, unknown>,
  ) {
    super(message, extensions)
    this.code = code
  }
}

interface GraphQLResponse<T> {
  readonly data?: T | null
  readonly errors?: readonly {
    readonly message: string
    readonly extensions?: { readonly code?: string } & Record<string, unknown>
  }[]
}

/** Sends queries to another subgraph on behalf of a caller. One that is lost on an idle connection is sent once more. */
export class SubgraphClient implements AsyncDisposable {
  readonly #options: SubgraphClientOptions
  readonly #client: HttpClient
  readonly #serviceTokens: ServiceTokens

  constructor(options: SubgraphClientOptions) {
    const { caller, name, secrets, timeoutMs, certificates } = options
    this.#options = options
    this.#serviceTokens = new ServiceTokens(caller, { audience: name, secrets })
    this.#client = new HttpClient({
      connections: CONNECTIONS,
      timeoutMs,
      connectTimeoutMs: timeoutMs,
      responseBytesMax: RESPONSE_BYTES_MAX,
      certificates,
    })
  }

  /**
   * @throws SubgraphUnavailableError when there is no response in time, or it violates the contract
   * @throws AppError with the code of the other service when it refuses
   */
  async request<T>(
    query: string,
    variables: Readonly<Record<string, unknown>>,
    as: AsCaller,
  ): Promise<T> {
    const { name } = this.#options
    const span = startSpan(`fetch ${name}`, {
      kind: 'CLIENT',
      attributes: { 'takeoff.subgraph': name },
    })
    const traceparent = span === undefined ? as.traceparent : traceparentOf(span)
    const body = JSON.stringify({ query, variables })
    return inSpan(span, async () => dataOf(await this.#send<T>(body, { ...as, traceparent }), name))
  }

  /**
   * Reads the JSON of an internal route, on behalf of no user.
   * @param path with its query
   * @throws SubgraphUnavailableError when there is no response in time, or it is not a success
   */
  async read(path: string): Promise<unknown> {
    const { name, url } = this.#options
    try {
      const { statusCode, body } = await this.#client.request({
        origin: new URL(url).origin,
        path,
        method: 'GET',
        isRepeatable: true,
        headers: { [SERVICE_AUTHORIZATION]: await this.#serviceTokens.current() },
      })
      if (statusCode !== 200) throw new Error(`${name} responded with ${statusCode}`)
      return JSON.parse(body.toString()) as unknown
    } catch (error) {
      throw new SubgraphUnavailableError(name, { cause: error })
    }
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#client.close()
  }

  async #send<T>(
    body: string,
    { caller, requestId, traceparent }: AsCaller,
  ): Promise<GraphQLResponse<T>> {
    const { name, url, measure } = this.#options
    const startedAt = performance.now()
    const { origin, pathname } = new URL(url)
    const headers = {
      'content-type': 'application/json',
      authorization: `Bearer ${caller.token}`,
      [SERVICE_AUTHORIZATION]: await this.#serviceTokens.current(),
      'x-request-id': requestId,
      ...(traceparent !== undefined && { traceparent }),
    }
    try {
      const request = { origin, path: pathname, method: 'POST', headers, body } as const
      const response = await this.#client.request({ ...request, isRepeatable: true })
      const read: unknown = JSON.parse(response.body.toString())
      // A process that starts responds with a problem, which is JSON, too.
      if (!isGraphQLResponse<T>(read))
        throw new Error(`${name} responded with ${response.statusCode}`)
      measure?.(name, startedAt, 'response')
      return read
    } catch (error) {
      measure?.(name, startedAt, 'unavailable')
      throw new SubgraphUnavailableError(name, { cause: error })
    }
  }
}

function isGraphQLResponse<T>(value: unknown): value is GraphQLResponse<T> {
  return isJsonObject(value) && ('data' in value || 'errors' in value)
}

function dataOf<T>({ data, errors = [] }: GraphQLResponse<T>, name: string): T {
  const [first] = errors
  if (first !== undefined) {
    const { code, requestId: _, ...extensions } = first.extensions ?? {}
    if (code === undefined || code === 'INTERNAL_SERVER_ERROR') {
      throw new SubgraphUnavailableError(name, { cause: first })
    }
    throw new RefusedError(first.message, { code, ...extensions })
  }
  if (data === undefined || data === null) throw new SubgraphUnavailableError(name)
  return data
}
