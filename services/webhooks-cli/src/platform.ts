import { UsageError, CommandFailedError } from '@takeoff/kit/service/command-line'
import { parseJson } from '@takeoff/kit/values/json'
import type { Config } from './config.ts'
import { readDevDetails } from './dev-details.ts'
import type { DevDetails } from './dev-details.ts'
import { sendRequest } from './send-request.ts'

const REQUEST_TIMEOUT_MS = 15_000

/** The platform's GraphQL API, with a token. */
export interface Platform {
  readonly url: string
  readonly orgId: number
  /** @throws CommandFailedError with the first error of the response, and the remedy */
  request<Data>(query: string, variables?: Readonly<Record<string, unknown>>): Promise<Data>
}

export interface PlatformOptions {
  readonly url: string | undefined
  readonly token: string | undefined
  readonly orgId: number | undefined
}

/**
 * Options take precedence over the environment; missing values come from the development stack.
 * @throws CommandFailedError with the name of the missing value
 * @throws UsageError for a token that no header can hold; it does not show the token
 */
export async function openPlatform(options: PlatformOptions, config: Config): Promise<Platform> {
  const url = options.url ?? config.url
  const token = (options.token ?? config.token)?.trim()
  if (token !== undefined && /[^\x21-\x7E]/.test(token)) {
    throw new UsageError(
      '--token or TAKEOFF_TOKEN has a character that no token has, such as a blank or a line break.',
    )
  }
  const details = await readDevDetails(config.home)
  if (url === undefined && details === undefined) {
    throw new CommandFailedError(
      'No development stack runs. Start one with "npm start", or give --url, --token and --org of another.',
    )
  }
  // The development stack's token and organization are only valid at its own address.
  const own = url === undefined || url === details?.graphqlUrl ? details : undefined
  const missing = (option: string) => refuse(option, details)
  const orgId = options.orgId ?? own?.orgId ?? missing('--org ID')
  const found = {
    url: url ?? own?.graphqlUrl ?? missing('--url URL or TAKEOFF_URL'),
    token: token ?? tokenOf(own, orgId) ?? missing('--token TOKEN or TAKEOFF_TOKEN'),
    orgId,
  }
  return { url: found.url, orgId, request: (query, variables) => request(found, query, variables) }
}

function tokenOf(details: DevDetails | undefined, orgId: number): string | undefined {
  return orgId === details?.otherOrgId ? details.tokens.otherOrg : details?.tokens.admin
}

function refuse(option: string, details: DevDetails | undefined): never {
  const why =
    details === undefined
      ? 'no development stack runs. "npm start" starts one, --help shows all options.'
      : `that of the development stack is for ${details.graphqlUrl} only.`
  throw new UsageError(`Give ${option}: ${why}`)
}

interface Target {
  readonly url: string
  readonly token: string
  readonly orgId: number
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
