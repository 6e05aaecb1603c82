import { TakeoffError } from './errors.ts'

/** A timer that is set to a longer time ends at once. */
export const TIMER_MS_MAX = 2 ** 31 - 1

/** Where and as whom requests are sent. */
export interface Transport {
  /** The address of the GraphQL endpoint. */
  readonly url: string
  /** The access token, or a function that returns one that is valid for the next request. */
  readonly token?: string | (() => string | Promise<string>) | undefined
  readonly fetch?: typeof fetch | undefined
  /** Headers of every request. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /**
   * Sends the SHA-256 of each document as `documentId` instead of its text, for a gateway that has the documents in its
   * list of persisted documents.
   */
  readonly persisted?: boolean | undefined
}

/** One HTTP request with limits. */
export interface HttpRequest {
  readonly url: string
  readonly init?: RequestInit
  /** How long the head of the response may take. */
  readonly limitMs: number
  /** How long each part of the body may take; else `limitMs`. */
  readonly partLimitMs?: number
  readonly signal: AbortSignal | undefined
}

/** Bytes as the library types of every version of TypeScript have them in a response. */
export type ByteStream = NonNullable<Response['body']>
type Bytes = ByteStream extends ReadableStream<infer Chunk> ? Chunk : never

/** The parts of a response that arrived in time. */
export interface Opened {
  readonly response: Response
  /** The next chunk of the body; undefined at its end. */
  readonly read: () => Promise<Bytes | undefined>
  /** Closes the connection when the body was not read to its end. */
  readonly close: () => void
}

/**
 * Sends a request and waits for the head of the response.
 * @throws TakeoffError with NETWORK_ERROR or TIMEOUT; the reason of the signal when it is aborted
 */
export async function open(transport: Transport, request: HttpRequest): Promise<Opened> {
  const { url, init, limitMs, partLimitMs = limitMs, signal } = request
  const controller = new AbortController()
  const onAbort = (): void => controller.abort(signal?.reason)
  if (signal?.aborted) onAbort()
  signal?.addEventListener('abort', onAbort, { once: true })
  const within = async <T>(ms: number, work: Promise<T>): Promise<T> => {
    const timeout = new TakeoffError({
      code: 'TIMEOUT',
      message: `There was no response within ${ms} ms.`,
    })
    const timer = setTimeout(() => controller.abort(timeout), Math.min(ms, TIMER_MS_MAX))
    try {
      return await work
    } catch (error) {
      signal?.removeEventListener('abort', onAbort)
      throw controller.signal.aborted ? controller.signal.reason : error
    } finally {
      clearTimeout(timer)
    }
  }
  const fail = (error: unknown): never => {
    throw networkError(url, error)
  }
  const send = async (): Promise<Response> => {
    const headers = await headersOf(transport, init)
    controller.signal.throwIfAborted()
    const fetch = transport.fetch ?? globalThis.fetch
    return fetch(url, { ...init, headers, signal: controller.signal }).catch(fail)
  }
  const response = await within(limitMs, untilAborted(controller.signal, send))
  const reader = response.body?.getReader()
  return {
    response,
    async read() {
      return reader && (await within(partLimitMs, reader.read().catch(fail))).value
    },
    close() {
      signal?.removeEventListener('abort', onAbort)
      controller.abort()
    },
  }
}

/**
 * The address of the endpoint. In a browser it may be relative to the page.
 * @throws TypeError for one without scheme or host
 */
export function endpointOf({ url }: Transport): URL {
  const { location } = globalThis as { readonly location?: { readonly href: string } }
  try {
    const endpoint = new URL(url, location?.href)
    if (/^https?:$/.test(endpoint.protocol)) return endpoint
  } catch {
    // It is refused below.
  }
  throw new TypeError(`The address of a client begins with http:// or https://, not as "${url}".`)
}

/** The result of the work, unless the signal is aborted before. */
export function untilAborted<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason as Error)
    if (signal.aborted) return onAbort()
    signal.addEventListener('abort', onAbort, { once: true })
    const stopListening = (): void => signal.removeEventListener('abort', onAbort)
    work().then(resolve, reject).finally(stopListening)
  })
}

/** @throws TypeError for a token that no header can hold; that of Headers would show it */
async function headersOf(transport: Transport, init: RequestInit | undefined): Promise<Headers> {
  const headers = new Headers(transport.headers)
  new Headers(init?.headers).forEach((value, name) => headers.set(name, value))
  const token = typeof transport.token === 'function' ? await transport.token() : transport.token
  if (token === undefined) return headers
  if (/[^\x21-\x7E]/.test(token.trim()))
    throw new TypeError('The token must be one line without spaces.')
  headers.set('authorization', `Bearer ${token.trim()}`)
  return headers
}

interface NodeError extends Error {
  readonly code: string
}

/** The whole body as text. */
export async function readAll({ read, close }: Opened): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  try {
    for (let chunk = await read(); chunk !== undefined; chunk = await read())
      text += decoder.decode(chunk, { stream: true })
  } finally {
    close()
  }
  return text + decoder.decode()
}

function networkError(url: string, cause: unknown): TakeoffError {
  const { message, cause: inner } = cause as Error
  // Of a host with several addresses Node reports all errors, in one with a code and without a message.
  const { message: innerMessage, code } = (inner ?? {}) as Partial<NodeError>
  return new TakeoffError({
    code: 'NETWORK_ERROR',
    message: `No response from ${url}: ${innerMessage || code || message}.`,
    cause,
  })
}

/** The code of a response that a proxy wrote. */
export const codeOfStatus = (status: number): string =>
  status === 429 ? 'RATE_LIMITED' : 'INVALID_RESPONSE'

/** The seconds of a `Retry-After`, which names seconds or a time. */
export function retryAfterOf({ headers }: Response): number | undefined {
  const value = headers.get('retry-after')
  if (value === null) return undefined
  const seconds = Number(value)
  const wait = Number.isFinite(seconds) ? seconds : (Date.parse(value) - Date.now()) / 1000
  return Number.isFinite(wait) ? Math.max(0, wait) : undefined
}

/** A JSON object, or undefined for another text. */
export function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}

/** A value of JSON that should be a text. */
export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined
