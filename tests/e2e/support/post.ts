import { sharedDevEnv } from './dev-env.ts'

export interface Post {
  readonly body: string
  /** No token by default. */
  readonly token?: string | undefined
  readonly headers?: Readonly<Record<string, string>>
  /** The gateway by default. */
  readonly url?: string
}

/** A response as it was received. */
export interface RawResponse {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

/** Sends any body, valid or not. */
export async function post({ body, token, headers, url }: Post): Promise<RawResponse> {
  const response = await fetch(url ?? sharedDevEnv().graphqlUrl, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      'content-type': 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    body,
  })
  return { status: response.status, headers: response.headers, text: await response.text() }
}
