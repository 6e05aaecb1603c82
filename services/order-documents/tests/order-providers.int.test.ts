import { createLogger } from '@takeoff/kit/service/logger'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { knownProviders } from '../src/providers/known-providers.ts'
import { createProviders } from '../src/providers/create-providers.ts'
import type { Providers } from '../src/domain/distribution/provider.ts'
import { startTestStack } from './test-stack.ts'
import type { TestStack } from './test-stack.ts'

const PROVIDERS = `{
  orderProviders {
    identifier
    name
    canCancel
    isConfigured
    limits {
      purchaseOrderNumberLength
      purchaseOrderNumberRequired
      lineCount
      deliveryInstructionsLength
      deliveryInstructionsSeenLength
      jobNameLength
      jobNumberLength
      addressLineLength
      shipToRequired
      numericAccountNumber
    }
  }
}`

let stack: TestStack
let providers: Providers

beforeAll(async () => {
  const addresses = { srs: { url: 'https://orders.example', timeoutMs: 1_000 } }
  const logger = createLogger('order-providers', 'silent')
  providers = createProviders(addresses, { now: () => new Date(), logger })
  stack = await startTestStack({ providers })
})

afterAll(async () => {
  await stack[Symbol.asyncDispose]()
  await providers[Symbol.asyncDispose]()
})

describe('orderProviders', () => {
  it('returns the limits of every known provider', async () => {
    const { data, errors } = await request('orders:read')

    expect(errors).toBeUndefined()
    expect(data.orderProviders).toEqual(
      knownProviders.map(({ identifier, name, canCancel, limits }) => ({
        identifier,
        name,
        canCancel,
        isConfigured: identifier === 'srs',
        limits,
      })),
    )
  })

  it('needs the scope orders:read', async () => {
    const { errors } = await request('lists:read orders:write')

    expect(errors?.map(({ extensions }) => extensions['code'])).toEqual(['FORBIDDEN'])
  })
})

async function request(scope: string) {
  return stack.graphql({
    query: PROVIDERS,
    variables: {},
    token: await stack.token([1], scope),
  })
}
