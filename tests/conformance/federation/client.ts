import { serviceToken } from '@takeoff/kit/testing/service-token'
import { inject } from 'vitest'

interface GraphqlRequest {
  readonly query: string
  readonly variables?: Readonly<Record<string, unknown>>
}

/** Replaces the suite's own client. */
export async function productsRequest(
  request: GraphqlRequest,
  headers: Readonly<Record<string, string>> = {},
): Promise<unknown> {
  const { products } = inject('federation')
  const token = await serviceToken('products', products.serviceSecret)
  return send(products, request, { 'x-service-authorization': token, ...headers })
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
