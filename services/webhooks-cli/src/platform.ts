import { CommandFailedError } from '@takeoff/kit/service/command-line'
import { findTarget } from '@takeoff/kit/service/platform-target'
import type { Target, TargetOptions } from '@takeoff/kit/service/platform-target'
import { parseJson } from '@takeoff/kit/values/json'
import type { Config } from './config.ts'
import { sendRequest } from './send-request.ts'

const REQUEST_TIMEOUT_MS = 15_000

/** The platform's GraphQL API, with a token. */
export interface Platform {
  readonly url: string
  readonly orgId: number
  /** @throws CommandFailedError with the first error of the response, and the remedy */
  request<Data>(query: string, variables?: Readonly<Record<string, unknown>>): Promise<Data>
}

/** @throws UsageError naming the value that is missing or invalid */
export async function openPlatform(options: TargetOptions, config: Config): Promise<Platform> {
  const target = await findTarget(options, config)
  const { url, orgId } = target
  return { url, orgId, request: (query, variables) => request(target, query, variables) }
}

interface GraphQLResponse<Data> {
  readonly data?: Data | null
  readonly errors?: readonly {
    readonly message: string
    readonly extensions?: { readonly code?: string }
  }[]
}

async function request<Data>(target: Target, query: string, variables: object = {}): Promise<Data> {
  const { status, body } = await sendRequest(target.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${target.token}` },
    body: JSON.stringify({ query, variables }),
    timeoutMs: REQUEST_TIMEOUT_MS,
  })
  const response = parseJson(body) as GraphQLResponse<Data> | undefined
  const [error] = response?.errors ?? []
  if (error !== undefined) {
    throw new CommandFailedError(`${error.message}${adviceFor(error.extensions?.code, target)}`)
  }
  if (response?.data) return response.data
  throw new CommandFailedError(
    `${target.url} is no GraphQL endpoint of Takeoff: it responds with HTTP ${status}. Its address ends with /graphql.`,
  )
}

function adviceFor(code: string | undefined, { orgId }: Target): string {
  switch (code) {
    case 'UNAUTHENTICATED':
      return ' Give another token with --token or TAKEOFF_TOKEN.'
    case 'FORBIDDEN':
      return ` The token must hold webhooks:read and webhooks:write, and allow organization ${orgId}; choose another with --org.`
    default:
      return ''
  }
}
