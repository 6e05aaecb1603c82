import { inject } from 'vitest'

interface GraphqlRequest {
  readonly query: string
  readonly variables?: Readonly<Record<string, unknown>>
}

/** Replaces the suite's own client. */
export function productsRequest(
  request: GraphqlRequest,
  headers: Readonly<Record<string, string>> = {},
): Promise<unknown> {
  return send(inject('federation').products, request, headers)
}

export function routerRequest(request: GraphqlRequest): Promise<unknown> {
  return send(inject('federation').gateway, request, {})
}

async function send(
  { url, headers }: { readonly url: string; readonly headers: Readonly<Record<string, string>> },
  request: GraphqlRequest,
  more: Readonly<Record<string, string>>,
): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      accept: 'application/json',
      'content-type': 'application/json',
      ...headers,
      ...more,
    },
    body: JSON.stringify(request),
  })
  return response.json()
}
