import { TakeoffError } from './errors.ts'
import { withRetries } from './retries.ts'
import type { RetryOptions } from './retries.ts'
import {
  codeOfStatus,
  endpointOf,
  open,
  parseObject,
  readAll,
  retryAfterOf,
  textOf,
} from './transport.ts'
import type { ByteStream, Opened, Transport } from './transport.ts'

/** Options of a download. */
export interface StreamOptions {
  /** Ends the download. */
  readonly signal?: AbortSignal | undefined
  readonly retries?: RetryOptions | undefined
  /** How long the head of the response, and each part of the body, may take. */
  readonly timeoutMs?: number | undefined
}

const TIMEOUT_MS = 60_000

/**
 * Opens an address beside the GraphQL endpoint, until there is a response that is final.
 * @param isExpected says of the media type of a response whether Takeoff sends it; '' where there is none
 * @throws TakeoffError for every status but 2xx
 */
export function get(
  transport: Transport,
  path: string,
  options: StreamOptions,
  isExpected: (mediaType: string) => boolean,
): Promise<Opened> {
  const { signal, retries, timeoutMs = TIMEOUT_MS } = options
  return withRetries({
    retries,
    signal,
    mayRepeat: ({ code, status = 0 }) =>
      ['NETWORK_ERROR', 'TIMEOUT'].includes(code) || [429, 502, 503, 504].includes(status),
    async attempt(leftMs) {
      const opened = await open(transport, {
        url: new URL(path, endpointOf(transport)).href,
        limitMs: Math.min(timeoutMs, leftMs),
        partLimitMs: timeoutMs,
        signal,
      })
      const { response } = opened
      if (!response.ok) throw problemOf(response, await readAll(opened))
      const [mediaType = ''] = (response.headers.get('content-type') ?? '').split(';')
      if (isExpected(mediaType.trim().toLowerCase())) return opened
      opened.close()
      const message = `${response.url} responded with ${mediaType || 'no media type'}, which is no response of Takeoff.`
      throw new TakeoffError({ code: 'INVALID_RESPONSE', message, status: response.status })
    },
  })
}

/** The body as a stream, which reads on when it is read. */
export function streamOf({ read, close }: Opened): ByteStream {
  return new ReadableStream({
    async pull(controller) {
      const chunk = await read()
      if (chunk !== undefined) return controller.enqueue(chunk)
      close()
      controller.close()
    },
    cancel: close,
  })
}

/** Of a response as RFC 9457 describes it, or of a proxy. */
function problemOf(response: Response, text: string): TakeoffError {
  const { code, detail, argument, requestId, ...rest } = parseObject(text) ?? {}
  return new TakeoffError({
    code: textOf(code) ?? codeOfStatus(response.status),
    message: textOf(detail) ?? `${response.url} responded with HTTP ${response.status}.`,
    argument: textOf(argument),
    status: response.status,
    requestId: textOf(requestId),
    retryAfterSeconds: retryAfterOf(response),
    data: rest,
  })
}
