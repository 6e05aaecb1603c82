import { disposeAfterAll } from '@takeoff/kit/testing/dispose-after-all'
import { createSecretBox } from '@takeoff/kit/security/secret-box'
import { beforeEach, describe, expect, it } from 'vitest'
import { createVendor } from '../src/testing/create-vendor.ts'
import { findConnection } from '../src/db/vendors/find-connection.ts'
import { startTestStack } from './test-stack.ts'
import { ask, mutations, vendorOf } from './vendor-fields.ts'
import type { CallerOptions } from './vendor-fields.ts'

const NOW = new Date('2026-03-14T15:09:26.535Z')
const TOKEN = 'a-token-that-nobody-sees-again'

const ABC = {
  providerIdentifier: 'abc-supply',
  accountNumber: 'RE-20417',
  branch: '0042',
  accessToken: TOKEN,
}

let id: number
/** All responses. */
const responses: string[] = []

const stack = await disposeAfterAll(startTestStack({ now: () => NOW }))

beforeEach(async () => {
  id = await createVendor(stack.database, { orgId: 1, vendorName: 'ABC Building Supply' })
})

async function send(
  name: keyof typeof mutations,
  variables: Readonly<Record<string, unknown>>,
  options?: CallerOptions,
) {
  const response = await ask(stack, mutations[name], { id, ...variables }, options)
  responses.push(JSON.stringify(response))
  return response
}

const connect = (change: object = {}, options?: CallerOptions) =>
  send('connect', { connection: { ...ABC, ...change } }, options)

const open = (orgId = 1) =>
  findConnection(stack.database, createSecretBox(stack.config.providersSecretKeys), orgId, id)

const connectionRows = () =>
  stack.database.query('select * from vendor_connection where vendor_id = $1', [id])

describe('connecting a vendor', () => {
  it('shows the account of its orders', async () => {
    const provider = { identifier: 'abc-supply', name: 'ABC Supply' }

    expect(await vendorOf(connect())).toMatchObject({
      id,
      provider,
      connection: {
        provider,
        accountNumber: 'RE-20417',
        branch: '0042',
        connectedAt: NOW.toISOString(),
      },
    })
  })

  it('uses the token for the call to the provider only', async () => {
    await vendorOf(connect())

    expect(await open()).toEqual({
      providerIdentifier: 'abc-supply',
      connection: { accountNumber: 'RE-20417', branch: '0042', accessToken: TOKEN },
    })
    expect(await open(2)).toBeUndefined()
    expect(JSON.stringify(await connectionRows())).not.toContain(TOKEN)
  })

  it('binds the token to the vendor: copied to the row of another one, it does not open', async () => {
    await vendorOf(connect())
    const first = id
    id = await createVendor(stack.database, { orgId: 1, vendorName: 'SRS' })
    await vendorOf(connect({ accessToken: 'another' }))
    await stack.database.query(
      `update vendor_connection set access_token_sealed =
         (select access_token_sealed from vendor_connection where vendor_id = $1) where vendor_id = $2`,
      [first, id],
    )

    await expect(open()).rejects.toThrow(/authenticate/)
  })

  it('again replaces the first connection', async () => {
    await vendorOf(connect())
    const again = { providerIdentifier: 'srs', accountNumber: '66020', branch: null }
    const vendor = await vendorOf(connect({ ...again, accessToken: 'another' }))

    expect(vendor).toMatchObject({
      provider: { identifier: 'srs', name: 'SRS Distribution' },
      connection: { accountNumber: '66020', branch: null },
    })
    expect(await open()).toMatchObject({
      providerIdentifier: 'srs',
      connection: { accessToken: 'another' },
    })
  })

  it.each([
    [
      'an unknown provider',
      { providerIdentifier: 'acme' },
      'providerIdentifier',
      'connection.providerIdentifier must be one of abc-supply, srs, qxo.',
    ],
    [
      'a provider that is not set up',
      { providerIdentifier: 'qxo' },
      'providerIdentifier',
      'QXO is not set up in this installation. Choose one of orderProviders that isConfigured.',
    ],
    [
      'letters where the provider requires a numeric account number',
      { providerIdentifier: 'srs' },
      'accountNumber',
      'connection.accountNumber must consist of digits, as SRS Distribution numbers its accounts.',
    ],
    [
      'a blank account number',
      { accountNumber: ' ' },
      'accountNumber',
      'connection.accountNumber must not be blank.',
    ],
    [
      'a branch of two lines',
      { branch: '1\n2' },
      'branch',
      'connection.branch must be one line of printable characters.',
    ],
    [
      'a token that a header cannot contain',
      { accessToken: `${TOKEN}\r\nx-admin: 1` },
      'accessToken',
      'connection.accessToken must be ASCII characters without spaces.',
    ],
  ])('is refused for %s', async (_what, change, field, message) => {
    const { errors } = await connect(change)

    expect(errors).toMatchObject([
      { message, extensions: { code: 'BAD_USER_INPUT', argument: `connection.${field}` } },
    ])
    expect(await connectionRows()).toEqual([])
  })

  it('reports all violations at once', async () => {
    const { errors } = await connect({ accountNumber: '', branch: 'a\0', accessToken: '' })
    const violations = errors?.[0]?.extensions['faults'] as { argument: string }[]

    expect(violations.map(({ argument }) => argument)).toEqual([
      'connection.accountNumber',
      'connection.branch',
      'connection.accessToken',
    ])
  })
})

describe('disconnecting a vendor', () => {
  it('removes connection, provider and token', async () => {
    await vendorOf(connect())

    expect(await vendorOf(send('disconnect', {}))).toMatchObject({
      provider: null,
      connection: null,
    })
    expect(await connectionRows()).toEqual([])
    expect(await open()).toBeUndefined()
  })

  it('again changes nothing', async () => {
    const vendor = await vendorOf(send('disconnect', {}))

    expect(await vendorOf(send('disconnect', {}))).toEqual(vendor)
  })
})

describe('a caller', () => {
  const calls = [
    ['connect', { connection: ABC }],
    ['disconnect', {}],
  ] as const

  it.each(calls)('cannot %s a vendor of another organization', async (name, variables) => {
    await vendorOf(connect())
    const before = await connectionRows()
    const foreign = await send(name, variables, { orgIds: [2] })
    const unknown = await send(name, { ...variables, id: 999_999 }, { orgIds: [2] })

    expect(foreign.errors).toMatchObject([
      {
        message: `There is no vendor ${id} in your organizations. Give the id of a vendor.`,
        extensions: { code: 'NOT_FOUND', argument: 'id' },
      },
    ])
    expect(unknown.errors).toMatchObject([{ extensions: { code: 'NOT_FOUND', argument: 'id' } }])
    expect(await connectionRows()).toEqual(before)
  })

  it.each(calls)(
    'needs connections:write and vendors:read to %s a vendor',
    async (name, variables) => {
      const before = await connectionRows()
      for (const [missing, scope] of [
        ['connections:write', 'orders:read orders:write vendors:read vendors:write'],
        ['vendors:read', 'connections:read connections:write'],
      ] as const) {
        const { errors } = await send(name, variables, { scope })
        const message = expect.stringContaining(missing) as string
        expect(errors).toMatchObject([{ message, extensions: { code: 'FORBIDDEN' } }])
      }
      expect(await connectionRows()).toEqual(before)
    },
  )

  it('without connections:read receives the result of its own change without the connection', async () => {
    const { data, errors } = await connect({}, { scope: 'connections:write vendors:read' })

    expect(errors).toMatchObject([
      { path: ['answer', 'vendor', 'connection'], extensions: { code: 'FORBIDDEN' } },
    ])
    expect(data.answer.vendor).toMatchObject({ id, connection: null })
  })
})

it('no response contained the token', () => {
  expect(responses.length).toBeGreaterThan(20)
  expect(responses.join('\n')).not.toContain(TOKEN)
})
