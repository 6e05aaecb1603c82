import { Pool } from 'undici'
import type { Caller } from './auth.ts'
import { AppError, SubgraphUnavailableError } from './errors.ts'
import { SERVICE_AUTHORIZATION } from './service-secret.ts'

const CONNECTIONS = 32
const ANSWER_BYTES_MAX = 32 * 1_048_576

export interface SubgraphClientOptions {
  /** For messages: says which service, never where. */
  readonly name: string
  /** Address of its GraphQL endpoint. */
  readonly url: string
  readonly serviceSecret: string
  readonly timeoutMs: number
}

export interface AsCaller {
  readonly caller: Caller
  readonly requestId: string
  readonly traceparent?: string | undefined
}

/** Asks another service over GraphQL, on behalf of a caller. */
export interface SubgraphClient extends AsyncDisposable {
  /**
   * @throws SubgraphUnavailableError when it does not answer in time or as agreed
   * @throws AppError with the other side's code when it refuses
   */
  request<T>(query: string, variables: Readonly<Record<string, unknown>>, as: AsCaller): Promise<T>
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

interface Answer<T> {
  readonly data?: T | null
  readonly errors?: readonly {
    readonly message: string
    readonly extensions?: { readonly code?: string } & Record<string, unknown>
  }[]
}

export function createSubgraphClient(options: SubgraphClientOptions): SubgraphClient {
  const { origin, pathname } = new URL(options.url)
  const pool = new Pool(origin, {
    connections: CONNECTIONS,
    connect: { timeout: options.timeoutMs },
    headersTimeout: options.timeoutMs,
    bodyTimeout: options.timeoutMs,
    maxResponseSize: ANSWER_BYTES_MAX,
  })
  return {
    async request<T>(
      query: string,
      variables: Readonly<Record<string, unknown>>,
      as: AsCaller,
    ): Promise<T> {
      const answer = await send<T>(pool, options, {
        path: pathname,
        body: JSON.stringify({ query, variables }),
        as,
      })
      return dataOf(answer, options.name)
    },
    [Symbol.asyncDispose]: () => pool.close(),
  }
}

async function send<T>(
  pool: Pool,
  { name, serviceSecret, timeoutMs }: SubgraphClientOptions,
  { path, body, as }: { path: string; body: string; as: AsCaller },
): Promise<Answer<T>> {
  try {
    const answer = await pool.request({
      path,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${as.caller.token}`,
        [SERVICE_AUTHORIZATION]: serviceSecret,
        'x-request-id': as.requestId,
        ...(as.traceparent === undefined ? {} : { traceparent: as.traceparent }),
      },
      body,
      signal: AbortSignal.timeout(timeoutMs),
    })
    return (await answer.body.json()) as Answer<T>
  } catch (error) {
    throw new SubgraphUnavailableError(name, { cause: error })
  }
}

function dataOf<T>({ data, errors = [] }: Answer<T>, name: string): T {
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
