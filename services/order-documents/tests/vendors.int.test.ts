import { disposeAfterAll } from '@takeoff/kit/testing/dispose-after-all'
import { beforeAll, describe, expect, it } from 'vitest'
import { createVendor } from '../src/testing/create-vendor.ts'
import { sendCreate } from './create-document.ts'
import { ask as orderFrom } from './distribution-fields.ts'
import { stubItem, stubList } from './production-lists-stub.ts'
import { startTestStack } from './test-stack.ts'
import type { GraphQLResponse } from './test-stack.ts'
import { whileListIsLocked } from './while-list-is-locked.ts'
import { ask as requestFrom, mutations, VENDOR, vendorOf } from './vendor-fields.ts'
import type { CallerOptions } from './vendor-fields.ts'

const NOW = new Date('2026-03-14T15:09:26.535Z')
const UNKNOWN = 999_999

const VENDORS = `query ($orgId: Int!, $search: String, $includeArchived: Boolean, $first: Int, $after: String) {
  vendors(orgId: $orgId, search: $search, includeArchived: $includeArchived, first: $first, after: $after) {
    nodes { id vendorName archivedAt }
    pageInfo { hasNextPage endCursor }
  }
}`

const READ = `query ($id: Int!) { vendor(id: $id) { ...VendorFields } } ${VENDOR}`

const SUMMIT = {
  vendorName: 'Summit Metal Roofing',
  contactName: 'Priya Raman',
  phone: '+1 763 555 0190',
  email: 'sales@summit-metal.example',
  addressLines: ['77 Rolling Mill Road', 'Brooklyn Park, MN 55428'],
  accountNumber: 'RE-20417',
}

const stack = await disposeAfterAll(startTestStack({ now: () => NOW }))

type Name = keyof typeof mutations

const request = (
  query: string,
  variables: Readonly<Record<string, unknown>>,
  options?: CallerOptions,
) => requestFrom(stack, query, variables, options)
const send = (name: Name, variables: Readonly<Record<string, unknown>>, options?: CallerOptions) =>
  request(mutations[name], variables, options)
const create = (vendor: object, options?: CallerOptions) =>
  send('create', { orgId: 1, vendor }, options)
const extensionsOf = ({ errors }: GraphQLResponse) => errors?.map(({ extensions }) => extensions)
const warningsOf = ({ extensions }: GraphQLResponse) => extensions?.warnings

const rowOf = async (id: number) => {
  const [row] = await stack.database.query<{ text: string }>(
    'select v::text as text from vendor v where id = $1',
    [id],
  )
  return row?.text
}

describe('a new vendor', () => {
  it('has the given fields only', async () => {
    const vendor = await vendorOf(create({ ...SUMMIT, phone: ' +1 763 555 0190 ' }))

    expect(vendor).toEqual({
      ...SUMMIT,
      id: vendor.id,
      orgId: 1,
      provider: null,
      archivedAt: null,
      connection: null,
    })
    expect((await request(READ, { id: vendor.id })).data.vendor).toEqual(vendor)
  })

  it('requires only a name', async () => {
    expect(await vendorOf(create({ vendorName: 'Just a name', email: '' }))).toMatchObject({
      vendorName: 'Just a name',
      contactName: null,
      phone: null,
      email: null,
      addressLines: [],
      accountNumber: null,
    })
  })

  it('keeps every character of an address', async () => {
    const addressLines = ['NULL', 'null', '"Dock", {B}', String.raw`C:\yard`, '{}', "O'Neill"]
    const vendor = await vendorOf(create({ vendorName: 'Odd Address', addressLines }))
    expect(vendor.addressLines).toEqual(addressLines)
  })

  it('is created once under an Idempotency-Key', async () => {
    const vendor = { vendorName: 'Once Supply' }
    const first = await vendorOf(create(vendor, { idempotencyKey: 'once' }))
    const again = await vendorOf(create(vendor, { idempotencyKey: 'once' }))
    const other = await create({ vendorName: 'Twice Supply' }, { idempotencyKey: 'once' })

    expect(again).toEqual(first)
    expect(extensionsOf(other)).toMatchObject([{ code: 'IDEMPOTENCY_CONFLICT' }])
  })

  it('may have the name of another one, with a warning that names it', async () => {
    const first = await vendorOf(create({ vendorName: 'Twin Supply' }))
    const second = await create({ vendorName: 'TWIN supply' })
    const third = await create({ vendorName: 'Twin Supply' })

    expect(warningsOf(second)).toEqual([
      `Vendor ${first.id} has the name "TWIN supply" too, be it with other capitals.`,
    ])
    expect(warningsOf(third)).toEqual([
      `Vendors ${first.id}, ${second.data.answer.vendor.id} have the name "Twin Supply" too, be it with other capitals.`,
    ])
    const foreign = await send(
      'create',
      { orgId: 2, vendor: { vendorName: 'Twin Supply' } },
      { orgIds: [2] },
    )
    expect(warningsOf(foreign)).toBeUndefined()
  })

  it('is refused with all of its violations', async () => {
    const response = await create({ vendorName: '  ', email: 'nobody', addressLines: ['a\nb'] })

    expect(response.errors?.[0]?.message).toBe('vendor.vendorName must not be blank.')
    expect(extensionsOf(response)).toMatchObject([
      {
        code: 'BAD_USER_INPUT',
        argument: 'vendor.vendorName',
        faults: [
          { argument: 'vendor.vendorName', message: 'vendor.vendorName must not be blank.' },
          { argument: 'vendor.email', message: 'vendor.email must be an email address.' },
          {
            argument: 'vendor.addressLines[0]',
            message: 'vendor.addressLines[0] must be one line of printable characters.',
          },
        ],
      },
    ])
  })

  it('is refused for an organization that is not the caller’s', async () => {
    const response = await send('create', { orgId: 2, vendor: SUMMIT })

    expect(extensionsOf(response)).toMatchObject([{ code: 'FORBIDDEN' }])
  })
})

describe('a change', () => {
  it('leaves omitted fields unchanged', async () => {
    const { id } = await vendorOf(create(SUMMIT))
    const changed = await vendorOf(
      send('update', {
        id,
        vendor: { contactName: 'Dana Whitfield', phone: null, addressLines: null },
      }),
    )

    expect(changed).toMatchObject({
      ...SUMMIT,
      contactName: 'Dana Whitfield',
      phone: null,
      addressLines: [],
    })
  })

  it('to the current values changes no row', async () => {
    const { id } = await vendorOf(create({ vendorName: 'Still Supply', phone: '1' }))
    const before = await rowOf(id)
    await stack.database.query(`update vendor set updated_at = '2026-01-01' where id = $1`, [id])
    await vendorOf(send('update', { id, vendor: { vendorName: ' Still Supply', phone: '1' } }))
    await vendorOf(send('update', { id, vendor: {} }))
    expect(await rowOf(id)).not.toBe(before)

    await stack.database.query(`update vendor set phone = '2' where id = $1`, [id])
    await vendorOf(send('update', { id, vendor: { phone: '1' } }))
    expect(await rowOf(id)).toBe(before)
  })

  it('of the name warns when another vendor has it', async () => {
    const first = await vendorOf(create({ vendorName: 'Gable Supply' }))
    const { id } = await vendorOf(create({ vendorName: 'Hip Supply' }))
    const renamed = await send('update', { id, vendor: { vendorName: 'gable supply' } })
    const later = await send('update', { id, vendor: { phone: '1' } })

    expect(warningsOf(renamed)).toEqual([
      `Vendor ${first.id} has the name "gable supply" too, be it with other capitals.`,
    ])
    expect(warningsOf(later)).toBeUndefined()
  })

  it.each([{ vendorName: null }, { vendorName: '' }, { email: 'x' }])(
    'to %j is refused',
    async (vendor) => {
      const { id } = await vendorOf(create(SUMMIT))
      const before = await rowOf(id)

      expect(extensionsOf(await send('update', { id, vendor }))).toMatchObject([
        { code: 'BAD_USER_INPUT', argument: `vendor.${Object.keys(vendor)[0]}` },
      ])
      expect(await rowOf(id)).toBe(before)
    },
  )
})

describe('an archived vendor', () => {
  it('is left out of the list of vendors until it is restored', async () => {
    const orgId = 31
    const options = { orgIds: [orgId] }
    const vendor = { vendorName: 'Eaves Supply' }
    const { id } = await vendorOf(send('create', { orgId, vendor }, options))
    const listed = async (variables = {}) =>
      (await request(VENDORS, { orgId, ...variables }, options)).data.vendors.nodes

    const archived = await vendorOf(send('archive', { id }, options))
    expect(archived).toMatchObject({ id, archivedAt: NOW.toISOString() })
    expect(await vendorOf(send('archive', { id }, options))).toEqual(archived)
    expect(await listed()).toEqual([])
    expect(await listed({ search: 'eaves' })).toEqual([])
    expect(await listed({ includeArchived: true })).toEqual([
      { id, vendorName: 'Eaves Supply', archivedAt: NOW.toISOString() },
    ])

    expect(await vendorOf(send('restore', { id }, options))).toMatchObject({ archivedAt: null })
    expect(await listed()).toMatchObject([{ id }])
  })

  it('accepts no new order, and keeps its existing ones', async () => {
    const id = await createVendor(stack.database, { orgId: 1, vendorName: 'Valley Supply' })
    const list = stubList([stubItem({ vendor: { id } })])
    stack.lists.add(list)
    const order = await sendCreate(stack, { attributes: { productionListId: list.id } })
    await send('archive', { id })
    const refused = await sendCreate(stack, { attributes: { productionListId: list.id } })

    expect(refused.errors).toMatchObject([
      {
        message: `Vendor ${id} "Valley Supply" is archived, and items of the list are tied to it; restore it first (vendorRestore), or tie them to another one.`,
        extensions: { code: 'BAD_USER_INPUT', argument: 'orderDocumentAttributes.vendorId' },
      },
    ])
    const { data } = await request(
      `query ($ids: [ID!]) {
        projectManagementOrderDocuments(orderDocumentIds: $ids) { order { vendor { id archivedAt } } }
      }`,
      { ids: [order.data.projectManagementOrderDocumentCreate.orderDocument.id] },
    )
    expect(data.projectManagementOrderDocuments).toEqual([
      { order: { vendor: { id, archivedAt: NOW.toISOString() } } },
    ])
  })

  it.each([
    ['a document', (id: number) => sendCreate(stack, { attributes: { productionListId: id } })],
    [
      'a distribution order',
      (productionListId: number, vendorId: number) =>
        orderFrom(stack, 'projectManagementDistributionOrderCreate', {
          productionListId,
          vendorId,
        }),
    ],
  ])('accepts no order by %s that waited for another one of its list', async (_, order) => {
    const id = await createVendor(stack.database, { orgId: 1, vendorName: 'Hip Supply' })
    const account = { providerIdentifier: 'abc-supply', accountNumber: '1', accessToken: 'token' }
    await vendorOf(send('connect', { id, connection: account }))
    const list = stubList([stubItem({ vendor: { id } })])
    stack.lists.add(list)
    const { response } = await whileListIsLocked(stack, list.id, {
      request: () => order(list.id, id),
      meanwhile: () => vendorOf(send('archive', { id })),
    })

    expect(response.errors).toMatchObject([
      { message: expect.stringContaining(`Vendor ${id} "Hip Supply" is archived`) as string },
    ])
  })

  it('is still found by references to it', async () => {
    const { id } = await vendorOf(create({ vendorName: 'Rake Supply' }))
    await send('archive', { id })
    const representations = [{ __typename: 'Vendor', id, vendorName: 'forged', archivedAt: null }]
    const { data } = await request(
      `query ($representations: [_Any!]!) {
        _entities(representations: $representations) { ... on Vendor { vendorName archivedAt } }
      }`,
      { representations },
    )

    expect(data._entities).toEqual([{ vendorName: 'Rake Supply', archivedAt: NOW.toISOString() }])
  })
})

describe('the vendors of an organization', () => {
  const orgId = 41
  const options = { orgIds: [orgId] }
  let ids: readonly number[]
  const found = async (variables: object) =>
    (await request(VENDORS, { orgId, ...variables }, options)).data.vendors

  beforeAll(async () => {
    const made: number[] = []
    for (const vendor of [
      { vendorName: 'North-Star Roofing' },
      { vendorName: 'Southgate Siding', contactName: 'Nora Roof' },
      { vendorName: 'Westerly Metal', accountNumber: 'RE-20417' },
    ]) {
      const created = await vendorOf(send('create', { orgId, vendor }, options))
      made.push(created.id)
    }
    ids = made
  })

  it('come in pages, by id', async () => {
    const first = await found({ first: 2 })
    const second = await found({ first: 2, after: first.pageInfo.endCursor })

    expect(first.nodes.map(({ id }) => id)).toEqual(ids.slice(0, 2))
    expect(first.pageInfo.hasNextPage).toBe(true)
    expect(second.nodes.map(({ id }) => id)).toEqual(ids.slice(2))
    expect(second.pageInfo).toMatchObject({ hasNextPage: false })
  })

  it.each([
    ['roof', [0, 1]],
    ['STAR north', [0]],
    ['20417', [2]],
    ['tar', []],
    ["' | 'x", []],
    ['-', [0, 1, 2]],
  ])('are found by the words %j', async (search, places) => {
    const { nodes } = await found({ search })

    expect(nodes.map(({ id }) => id)).toEqual(places.map((place) => ids[place]))
  })

  it.each([
    [{ first: 0 }, 'first', 'first must be from 1 to 200.'],
    [{ first: 201 }, 'first', 'first must be from 1 to 200.'],
    [{ after: 'x' }, 'after', 'after must be an endCursor of an earlier response.'],
    [{ search: 'x'.repeat(201) }, 'search', 'search must have at most 200 characters; it has 201.'],
    [{ search: 'a\0' }, 'search', 'search must be printable characters.'],
    [{ search: '\ud83c' }, 'search', 'search must be printable characters.'],
  ])('are refused for %j', async (variables, argument, message) => {
    const { errors } = await request(VENDORS, { orgId, ...variables }, options)

    expect(errors).toMatchObject([{ message, extensions: { code: 'BAD_USER_INPUT', argument } }])
  })
})

describe('a caller', () => {
  let id: number

  beforeAll(async () => {
    id = await createVendor(stack.database, { orgId: 2, vendorName: 'Foreign Supply' })
  })

  const changes = [
    ['update', { vendor: { vendorName: 'mine now' } }],
    ['archive', {}],
    ['restore', {}],
  ] as const

  it.each(changes)('cannot %s a vendor of another organization', async (name, others) => {
    const before = await rowOf(id)
    const foreign = await send(name, { id, ...others })
    const unknown = await send(name, { id: UNKNOWN, ...others })

    expect(foreign.errors).toMatchObject([
      {
        message: `There is no vendor ${id} in your organizations. Give the id of a vendor.`,
        extensions: { code: 'NOT_FOUND', argument: 'id' },
      },
    ])
    expect(extensionsOf(unknown)).toMatchObject([{ code: 'NOT_FOUND', argument: 'id' }])
    expect(await rowOf(id)).toBe(before)
  })

  it.each(changes)('needs orders:write to %s a vendor', async (name, others) => {
    const options = { scope: 'orders:read lists:read lists:write' }

    expect(extensionsOf(await send(name, { id, ...others }, options))).toMatchObject([
      { code: 'FORBIDDEN' },
    ])
    expect(extensionsOf(await create(SUMMIT, options))).toMatchObject([{ code: 'FORBIDDEN' }])
  })

  it('sees no vendors of another organization', async () => {
    expect((await request(READ, { id })).data).toEqual({ vendor: null })
    expect(extensionsOf(await request(VENDORS, { orgId: 2 }))).toMatchObject([
      { code: 'FORBIDDEN' },
    ])
  })

  it.each(['orders:read', 'lists:read'])('reads vendors with %s alone', async (scope) => {
    const options = { scope, orgIds: [2] }
    const query = `query ($id: Int!) { vendor(id: $id) { vendorName } }`

    expect((await request(query, { id }, options)).data.vendor).toEqual({
      vendorName: 'Foreign Supply',
    })
    expect((await request(VENDORS, { orgId: 2 }, options)).errors).toBeUndefined()
  })

  it('reads no vendors with other scopes', async () => {
    const options = { scope: 'orders:write lists:write', orgIds: [2] }

    expect(extensionsOf(await request(READ, { id }, options))).toMatchObject([
      { code: 'FORBIDDEN' },
    ])
    expect(extensionsOf(await request(VENDORS, { orgId: 2 }, options))).toMatchObject([
      { code: 'FORBIDDEN' },
    ])
  })

  it('without orders:read receives a vendor without its connection', async () => {
    const { data, errors } = await request(READ, { id }, { scope: 'lists:read', orgIds: [2] })

    expect(errors).toMatchObject([
      { path: ['vendor', 'connection'], extensions: { code: 'FORBIDDEN' } },
    ])
    expect(data.vendor).toMatchObject({ vendorName: 'Foreign Supply', connection: null })
  })
})
