import { HttpClient, HttpError } from '@takeoff/kit/http/http-client'
import type { HttpResponse } from '@takeoff/kit/http/http-client'
import { parseRetryAfterMs } from '@takeoff/kit/http/retry-after'

const LIMITS = {
  connections: 16,
  responseBytesMax: 1_048_576,
  /** Shorter than most servers keep an idle connection, so that it is closed on this side. */
  idleMsMax: 4_000,
}
/** Shorter tokens are not redacted, because texts may contain them by chance. */
const TOKEN_LENGTH_MIN = 8

export interface ProviderRequest {
  readonly method: 'GET' | 'POST'
  /** Relative to the address of the provider, with a leading slash. */
  readonly path: string
  readonly accessToken: string
  readonly body?: object
}

export type ProviderResponse =
  | {
      readonly kind: 'response'
      readonly status: number
      readonly retryAfterMs: number | undefined
      /** Parsed JSON; undefined for anything else, or a body over the limit. */
      readonly body: unknown
    }
  /** `isSurelyUnsent`: not a byte of the request left this process. */
  | { readonly kind: 'no-response'; readonly reason: string; readonly isSurelyUnsent: boolean }

export interface ProviderClient extends AsyncDisposable {
  /** Never throws: an error is a response too. Redirects are responses and not followed. */
  send(request: ProviderRequest): Promise<ProviderResponse>
}

export interface ProviderClientOptions {
  readonly url: string
  /** Timeout of the whole request, from the connection to the last byte of the response. */
  readonly timeoutMs: number
  readonly now: () => Date
}

/** Sends requests to one provider. */
export function createProviderClient({
  url,
  timeoutMs,
  now,
}: ProviderClientOptions): ProviderClient {
  const client = new HttpClient({ ...LIMITS, timeoutMs })
  const { origin, pathname } = new URL(url)
  return {
    send: ({ method, path, accessToken, body }) =>
      new Promise((resolve) => {
        const request = {
          origin,
          path: `${pathname.replace(/\/$/, '')}${path}`,
          method,
          headers: {
            accept: 'application/json',
            authorization: `Bearer ${accessToken}`,
            'user-agent': 'Takeoff/1.0',
            ...(body !== undefined && { 'content-type': 'application/json' }),
          },
          ...(body !== undefined && { body: JSON.stringify(body) }),
          isRepeatable: method === 'GET',
        }
        client.send(request, (outcome) => resolve(responseOf(outcome, accessToken, now())))
      }),
    [Symbol.asyncDispose]: () => client[Symbol.asyncDispose](),
  }
}

/** Once there is a status, a body that is truncated, too long or not JSON does not change it. */
function responseOf(
  outcome: HttpResponse | HttpError,
  accessToken: string,
  now: Date,
): ProviderResponse {
  if (!(outcome instanceof HttpError))
    return answered(outcome, parseJson(outcome.body, accessToken), now)
  const { code, isUnsent, response } = outcome
  if (response !== undefined) return answered(response, undefined, now)
  return { kind: 'no-response', reason: code, isSurelyUnsent: isUnsent }
}

function answered(
  { statusCode, headers }: HttpResponse,
  body: unknown,
  now: Date,
): ProviderResponse {
  const { 'retry-after': retryAfter } = headers
  const [first] = Array.isArray(retryAfter) ? retryAfter : [retryAfter]
  return {
    kind: 'response',
    status: statusCode,
    retryAfterMs: parseRetryAfterMs(first, now),
    body,
  }
}

function parseJson(body: Buffer, accessToken: string): unknown {
  // Some servers repeat the request, with its token, in a refusal.
  const redact = (text: string): string =>
    accessToken.length < TOKEN_LENGTH_MIN ? text : text.replaceAll(accessToken, '[redacted]')
  try {
    return JSON.parse(new TextDecoder().decode(body), (_key, value: unknown) =>
      typeof value === 'string' ? redact(value) : value,
    ) as unknown
  } catch {
    return undefined
  }
}
