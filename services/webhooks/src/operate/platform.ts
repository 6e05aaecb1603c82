import type { Config } from './config.ts'
import { readDevDetails } from './dev-details.ts'
import type { DevDetails } from './dev-details.ts'
import { UnusableError } from './unusable-error.ts'

const REQUEST_TIMEOUT_MS = 15_000

/** The API of the platform, as one who holds a token sees it. */
export interface Platform {
  readonly url: string
  readonly orgId: number
  /** @throws UnusableError with what the API says against it, and what to do */
  ask<Data>(query: string, variables?: Readonly<Record<string, unknown>>): Promise<Data>
}

export interface PlatformOptions {
  readonly url: string | undefined
  readonly token: string | undefined
  readonly orgId: number | undefined
}

/**
 * Options come first, then the environment; what neither says is taken from the development stack.
 * @throws UnusableError naming what nobody says
 */
export async function openPlatform(options: PlatformOptions, config: Config): Promise<Platform> {
  const url = options.url ?? config.url
  const token = options.token ?? config.token
  const details = await readDevDetails(config.home)
  if (url === undefined && details === undefined) {
    throw new UnusableError(
      'No development stack runs. Start one with "npm start", or give --url, --token and --org of another.',
    )
  }
  // Its tokens are for its own address, and so is its organization.
  const own = url === undefined || url === details?.graphqlUrl ? details : undefined
  const missing = (option: string) => refuse(option, details)
  const orgId = options.orgId ?? own?.orgId ?? missing('--org ID')
  const found = {
    url: url ?? own?.graphqlUrl ?? missing('--url URL or TAKEOFF_URL'),
    token: token ?? tokenOf(own, orgId) ?? missing('--token TOKEN or TAKEOFF_TOKEN'),
    orgId,
  }
  return { url: found.url, orgId, ask: (query, variables) => ask(found, query, variables) }
}

function tokenOf(details: DevDetails | undefined, orgId: number): string | undefined {
  return orgId === details?.otherOrgId ? details.tokens.otherOrg : details?.tokens.admin
}

function refuse(option: string, details: DevDetails | undefined): never {
  const why =
    details === undefined
      ? 'no development stack runs. "npm start" starts one, --help shows all options.'
      : `that of the development stack is for ${details.graphqlUrl} only.`
  throw new UnusableError(`Give ${option}: ${why}`)
}

interface Target {
  readonly url: string
  readonly token: string
  readonly orgId: number
}

interface Answer<Data> {
  readonly data?: Data | null
  readonly errors?: readonly {
    readonly message: string
    readonly extensions?: { readonly code?: string }
  }[]
}

async function ask<Data>(target: Target, query: string, variables: object = {}): Promise<Data> {
  const { status, body } = await post(target, JSON.stringify({ query, variables }))
  const answer = parse(body) as Answer<Data> | undefined
  const [error] = answer?.errors ?? []
  if (error !== undefined) {
    throw new UnusableError(`${error.message}${adviceFor(error.extensions?.code, target)}`)
  }
  if (answer?.data) return answer.data
  throw new UnusableError(
    `${target.url} is no GraphQL endpoint of Takeoff: it answers HTTP ${status}. Its address ends with /graphql.`,
  )
}

async function post(target: Target, body: string): Promise<{ status: number; body: string }> {
  try {
    const response = await fetch(target.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${target.token}` },
      body,
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    })
    return { status: response.status, body: await response.text() }
  } catch (error) {
    const { name, message, cause } = error as Error & { cause?: { code?: string } }
    const why = name === 'TimeoutError' ? 'no answer within 15 seconds' : (cause?.code ?? message)
    throw new UnusableError(`${target.url} cannot be reached (${why}). Does the stack run?`, {
      cause: error,
    })
  }
}

function adviceFor(code: string | undefined, { orgId }: Target): string {
  switch (code) {
    case 'UNAUTHENTICATED':
      return ' Give another token with --token or TAKEOFF_TOKEN.'
    case 'FORBIDDEN':
      return ` The token must hold webhooks:manage and allow organization ${orgId}; choose another with --org.`
    default:
      return ''
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
