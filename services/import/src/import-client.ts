import { setTimeout as delay } from 'node:timers/promises'
import { BackOff } from '@takeoff/kit/concurrency/back-off'
import { parseRetryAfterMs } from '@takeoff/kit/http/retry-after'
import { parseJson } from '@takeoff/kit/values/json'
import { z } from 'zod'
import { CommandFailedError } from '@takeoff/kit/service/command-line'
import type { Batch } from './batches.ts'
import type { Target } from '@takeoff/kit/service/platform-target'

const REQUEST_TIMEOUT_MS = 60_000
/** How long an endpoint may be unavailable, be it that it refuses the connection or responds that it is. */
const PATIENCE_MS = 120_000

/** Codes with which a request is sent again: what was not done is done then, and what was done is not repeated. */
const SENT_AGAIN: ReadonlySet<string> = new Set([
  'SUBGRAPH_UNAVAILABLE',
  'COMMIT_UNKNOWN',
  'RATE_LIMITED',
  'ORGANIZATION_READ_ONLY',
])

const mutation = `mutation ImportJobs($orgId: Int!, $jobs: [JobImport!]!) {
  jobsImport(orgId: $orgId, jobs: $jobs) {
    created changed unchanged errors { index path message }
  }
}`

const resultSchema = z.object({
  created: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  errors: z.array(z.object({ index: z.int(), path: z.string(), message: z.string() })),
})

const importedSchema = z.object({ jobsImport: resultSchema })

const responseSchema = z.object({
  data: z.unknown().optional(),
  errors: z
    .array(z.object({ message: z.string(), extensions: z.object({ code: z.string() }) }))
    .optional(),
  extensions: z.object({ warnings: z.array(z.string()).optional() }).optional(),
})

export type ImportResult = z.infer<typeof resultSchema>

export interface ImportClientOptions {
  readonly target: Target
  /** Ends the wait between two attempts. */
  readonly stop: AbortSignal
  readonly onRetry: (why: string) => void
}

/**
 * Sends a batch until a response arrives. Sending it again after a lost response changes nothing more.
 * @throws CommandFailedError when it is refused as a whole, or no response arrives for too long
 */
export async function sendBatch(
  options: ImportClientOptions,
  { jobs }: Batch,
): Promise<ImportResult> {
  const body = bodyOf(options.target.orgId, jobs)
  return (await sendGraphql(options, importedSchema, body)).data.jobsImport
}

interface GraphqlResult<Data> {
  readonly data: Data
  readonly warnings: readonly string[]
}

/**
 * Sends an operation until a response with this data arrives; a repetition must change nothing more.
 * @param body JSON with the operation and its variables
 * @throws CommandFailedError when it is refused, or no response arrives for too long
 */
export function sendGraphql<Data>(
  options: ImportClientOptions,
  schema: z.ZodType<Data>,
  body: string,
): Promise<GraphqlResult<Data>> {
  const { target } = options
  const request = { url: target.url, headers: { 'content-type': 'application/json' }, body }
  return sendUntilDone<GraphqlResult<Data>>(options, request, (status, text) => {
    const { data: response } = responseSchema.safeParse(parseJson(text))
    const found = schema.safeParse(response?.data)
    if (found.success) {
      const warnings = response?.extensions?.warnings ?? []
      return { kind: 'done', result: { data: found.data, warnings } }
    }
    const [error] = response?.errors ?? []
    if (error === undefined) {
      const message = `${target.url} is no GraphQL endpoint of Takeoff: it responds with HTTP ${status}. Its address ends with /graphql.`
      return { kind: 'refused', message }
    }
    const { code } = error.extensions
    if (SENT_AGAIN.has(code)) return { kind: 'away', why: `${awayFrom(target)}: ${error.message}` }
    return { kind: 'refused', message: `${error.message}${adviceFor(code, target)}` }
  })
}

/**
 * Sends a request until it is done or refused; a repetition must change nothing more.
 * @param read the outcome of a response
 * @throws CommandFailedError when it is refused, or no response arrives for too long
 */
export async function sendUntilDone<Result>(
  { target, stop, onRetry }: ImportClientOptions,
  request: PlatformRequest,
  read: ResponseReader<Result>,
): Promise<Result> {
  const backOff = new BackOff()
  const startedAt = Date.now()
  let why = ''
  for (;;) {
    const outcome = await attempt(target, request, read)
    if (outcome.kind === 'done') return outcome.result
    if (outcome.kind === 'refused') throw new CommandFailedError(outcome.message)
    if (stop.aborted) throw new CommandFailedError(outcome.why)
    const leftMs = startedAt + PATIENCE_MS - Date.now()
    if (leftMs < 0) {
      throw new CommandFailedError(
        `${outcome.why} No attempt succeeded within ${PATIENCE_MS / 1000} seconds.`,
      )
    }
    const { retryAfterMs = 0 } = outcome
    if (retryAfterMs > leftMs) {
      const at = new Date(Date.now() + retryAfterMs).toISOString()
      throw new CommandFailedError(`${outcome.why} It takes requests again from ${at} on.`)
    }
    if (outcome.why !== why)
      onRetry(`${outcome.why} Trying again for ${PATIENCE_MS / 1000} seconds …`)
    why = outcome.why
    const retryAfter = delay(retryAfterMs, undefined, { signal: stop })
    await Promise.all([backOff.wait(stop), retryAfter.catch(() => undefined)])
  }
}

/** The records are JSON text already. */
function bodyOf(orgId: number, jobs: Batch['jobs']): string {
  const records = jobs.map(({ json }) => json).join(',')
  return `{"query":${JSON.stringify(mutation)},"variables":{"orgId":${orgId},"jobs":[${records}]}}`
}

/** What came of one attempt; `away` when another one may succeed. */
type Outcome<Result> =
  | { readonly kind: 'done'; readonly result: Result }
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'away'; readonly why: string; readonly retryAfterMs?: number | undefined }

type ResponseReader<Result> = (status: number, text: string) => Outcome<Result>

/** A request that the platform gets with the token. */
interface PlatformRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array<ArrayBuffer>
}

/** Posts once. */
async function attempt<Result>(
  target: Target,
  { url, headers, body }: PlatformRequest,
  read: ResponseReader<Result>,
): Promise<Outcome<Result>> {
  const away = (why: string) => ({ kind: 'away', why: `${awayFrom(target)} (${why}).` }) as const
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { ...headers, authorization: `Bearer ${target.token}` },
      body,
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    })
    const text = await response.text()
    if ([429, 502, 503, 504].includes(response.status)) {
      const retryAfter = response.headers.get('retry-after') ?? undefined
      const retryAfterMs = parseRetryAfterMs(retryAfter, new Date())
      return { ...away(`HTTP ${response.status}`), retryAfterMs }
    }
    return read(response.status, text)
  } catch (error) {
    return away(reasonOf(error as Error))
  }
}

function awayFrom({ url }: Target): string {
  return `${url} does not take the import right now`
}

/** What to do after an error of a code. */
export function adviceFor(code: string, { url, orgId }: Target): string {
  switch (code) {
    case 'UNAUTHENTICATED':
      return ' Give another token with --token or TAKEOFF_TOKEN.'
    case 'FORBIDDEN':
      return ` The token must allow lists:write in organization ${orgId}; choose another with --org.`
    case 'GRAPHQL_VALIDATION_FAILED':
      return ` ${url} is of another version than this command.`
    default:
      return ` (${code})`
  }
}

function reasonOf(error: Error): string {
  if (error.name === 'TimeoutError') return 'no response within a minute'
  const cause = error.cause as { readonly code?: string; readonly message?: string } | undefined
  if (cause?.code === 'ECONNREFUSED') return 'the connection is refused'
  return cause?.code ?? cause?.message ?? error.message
}
