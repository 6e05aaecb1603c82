import { sharedDevEnv } from './dev-env.ts'

export interface GraphqlError {
  readonly message: string
  readonly path?: readonly (string | number)[]
  readonly extensions: { readonly code: string; readonly requestId: string } & Readonly<
    Record<string, unknown>
  >
}

export interface GraphqlResponse<Data> {
  /** The HTTP status. */
  readonly status: number
  readonly headers: Headers
  readonly data: Data | null | undefined
  readonly errors: readonly GraphqlError[] | undefined
  readonly extensions: { readonly warnings?: readonly string[] } | undefined
}

export interface RequestOptions {
  /** The admin of organization 1 by default; null sends no token. */
  readonly token?: string | null
  readonly headers?: Readonly<Record<string, string>>
  /** The gateway by default. */
  readonly url?: string
}

type Variables = Readonly<Record<string, unknown>>

/** Sends an operation and returns the whole response, errors included. */
export async function graphql<Data = Record<string, unknown>>(
  query: string,
  variables: Variables = {},
  options: RequestOptions = {},
): Promise<GraphqlResponse<Data>> {
  const response = await fetch(options.url ?? sharedDevEnv().graphqlUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headersOf(options) },
    body: JSON.stringify({ query, variables }),
  })
  const text = await response.text()
  const body = parse(text, response.status) as Omit<GraphqlResponse<Data>, 'status' | 'headers'>
  const { data, errors, extensions } = body
  return { status: response.status, headers: response.headers, data, errors, extensions }
}

/** The data of an operation that must succeed. */
export async function graphqlData<Data = Record<string, unknown>>(
  query: string,
  variables: Variables = {},
  options: RequestOptions = {},
): Promise<Data> {
  const { data, errors, status } = await graphql<Data>(query, variables, options)
  if (data !== null && data !== undefined && errors === undefined) return data
  throw new Error(`HTTP ${status}: ${JSON.stringify(errors)}`)
}

/** The one error of an operation that must fail. */
export async function graphqlError(
  query: string,
  variables: Variables = {},
  options: RequestOptions = {},
): Promise<GraphqlError & { readonly status: number }> {
  const { errors, status } = await graphql(query, variables, options)
  const [error, ...others] = errors ?? []
  if (error !== undefined && others.length === 0) return { ...error, status }
  throw new Error(`one error was expected, not ${JSON.stringify(errors)}`)
}

/** A plain HTTP request; redirects are returned, not followed. */
export async function http(
  url: string,
  options: Omit<RequestOptions, 'url'> & { readonly method?: string; readonly body?: string } = {},
): Promise<Response> {
  return fetch(url, {
    method: options.method ?? 'GET',
    redirect: 'manual',
    headers: headersOf(options),
    ...(options.body !== undefined && { body: options.body }),
  })
}

export interface Post extends Pick<RequestOptions, 'headers' | 'url'> {
  readonly body: string
  /** No token by default. */
  readonly token?: string | undefined
}

/** A response as it was received. */
export interface RawResponse {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

/** Sends any body, valid or not. */
export async function post({ body, token, headers, url }: Post): Promise<RawResponse> {
  const response = await http(url ?? sharedDevEnv().graphqlUrl, {
    method: 'POST',
    body,
    token: token ?? null,
    headers: { 'content-type': 'application/json', ...headers },
  })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

function headersOf({ token, headers }: RequestOptions): Record<string, string> {
  const bearer = token === undefined ? sharedDevEnv().details.tokens.admin : token
  return { ...(bearer === null ? {} : { authorization: `Bearer ${bearer}` }), ...headers }
}

function parse(text: string, status: number): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Error(`HTTP ${status} without JSON: ${text.slice(0, 500)}`)
  }
}
