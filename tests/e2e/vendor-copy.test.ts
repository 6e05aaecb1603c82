import { openOwnDatabases } from '@takeoff/dev-env/postgres/own-databases'
import type { OwnDatabases } from '@takeoff/dev-env/postgres/own-databases'
import { scaled } from '@takeoff/kit/testing/scale'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createOrganization } from '../support/organization.ts'
import type { Organization } from '../support/organization.ts'
import { graphql, graphqlData } from './support/client.ts'
import { sharedDevEnv } from './support/dev-env.ts'

const SCALE = scaled({ vendors: 2_000, kills: 20 }, { vendors: 24, kills: 1 })
const CALLERS = 6
/** Without a broker changes are read every five seconds. */
const COPIED_LIMIT_MS = 20_000

const CREATE = `mutation ($orgId: Int!, $vendorName: String!) {
  vendorCreate(orgId: $orgId, vendor: { vendorName: $vendorName }) { vendor { id } }
}`
const RENAME = `mutation ($id: Int!, $vendorName: String!) {
  vendorUpdate(id: $id, vendor: { vendorName: $vendorName }) { vendor { id } }
}`
const ARCHIVE = 'mutation ($id: Int!) { vendorArchive(id: $id) { vendor { id } } }'
const RESTORE = 'mutation ($id: Int!) { vendorRestore(id: $id) { vendor { id } } }'

const devEnv = sharedDevEnv()
const opened = new AsyncDisposableStack()
let databases: OwnDatabases
let organization: Organization

beforeAll(async () => {
  databases = await openOwnDatabases(opened, devEnv.databases)
  organization = opened.use(await createOrganization(devEnv))
})
afterAll(() => opened.disposeAsync())

const send = <Data>(query: string, variables: Readonly<Record<string, unknown>>) =>
  graphqlData<Data>(query, variables, { token: organization.token })
const createVendor = async (vendorName: string): Promise<number> => {
  const { vendorCreate } = await send<{ vendorCreate: { vendor: { id: number } } }>(CREATE, {
    orgId: organization.orgId,
    vendorName,
  })
  return vendorCreate.vendor.id
}

const vendorsIn = (owner: 'order-documents' | 'production-lists', table: string) =>
  databases[owner].query<{ id: number; vendor_name: string; archived_at: Date | null }>(
    `select id, vendor_name, archived_at from ${table} where org_id = $1 order by id`,
    [organization.orgId],
  )
const copied = () => vendorsIn('production-lists', 'vendor_copy')
const owned = () => vendorsIn('order-documents', 'vendor')
const waitUntilCopied = () =>
  vi.waitFor(async () => expect(await copied()).toEqual(await owned()), {
    timeout: COPIED_LIMIT_MS,
    interval: 100,
  })

test('production-lists copies each change of a vendor', async () => {
  const id = await createVendor('Northern Copper')
  await waitUntilCopied()
  await send(RENAME, { id, vendorName: 'Northern Copper Works' })
  await send(ARCHIVE, { id })
  await waitUntilCopied()
  expect((await copied())[0]).toMatchObject({
    vendor_name: 'Northern Copper Works',
    archived_at: expect.any(Date) as Date,
  })
  await send(RESTORE, { id })
  await waitUntilCopied()
})

test(`production-lists has every change after ${SCALE.kills} kills`, async () => {
  let created = 0
  const change = async (): Promise<void> => {
    while (created < SCALE.vendors) {
      created += 1
      const name = `Vendor ${created}`
      const id = await createVendor(name)
      await send(RENAME, { id, vendorName: `${name} renamed` })
      if (id % 2 === 0) await send(ARCHIVE, { id })
    }
  }
  const changing = Promise.all(Array.from({ length: CALLERS }, change))
  for (let kills = 0; kills < SCALE.kills; kills += 1) {
    await vi.waitUntil(() => created >= ((kills + 0.5) * SCALE.vendors) / SCALE.kills, {
      timeout: COPIED_LIMIT_MS,
    })
    await devEnv.kill9('production-lists')
    await devEnv.whenReady('production-lists')
  }
  await changing
  await devEnv.waitUntilIdle()
  await waitUntilCopied()
  expect(await copied()).toHaveLength(SCALE.vendors + 1)
})

describe('while order-documents is away', () => {
  let vendorId: number
  let jobId: number
  beforeAll(async () => {
    vendorId = await createVendor('Known Supply')
    await waitUntilCopied()
    jobId = await organization.createJob()
    await devEnv.takeAway('order-documents')
  })
  afterAll(() => devEnv.bringBack('order-documents'))

  const template = (name: string, id: number) => ({
    orgId: organization.orgId,
    template: {
      name,
      tradeType: 'ROOF',
      lines: [
        {
          name: 'Shingles',
          listItemGroupName: 'Roof',
          type: 'MATERIAL',
          measure: [{ measure: 'roof_area' }],
          measurementUnits: 'squares',
          coverage: 0.33,
          quantityUnits: 'BUNDLES',
          vendorId: id,
        },
      ],
    },
  })
  const CREATE_TEMPLATE = `mutation ($orgId: Int!, $template: TemplateInput!) {
    templateCreate(orgId: $orgId, template: $template) { template { id } }
  }`

  test('a template, a list and a price book are made and edited', async () => {
    const { templateCreate } = await send<{ templateCreate: { template: { id: number } } }>(
      CREATE_TEMPLATE,
      template('Made alone', vendorId),
    )
    const { created } = await send<{
      created: { productionList: { id: number; listItems: { id: number }[] } }
    }>(
      `mutation ($jobId: Int!, $templateIds: [Int!]!) {
        created: projectManagementProductionListCreate(jobId: $jobId, templateIds: $templateIds) {
          productionList { id listItems { id } }
        }
      }`,
      { jobId, templateIds: [templateCreate.template.id] },
    )
    const { id, listItems } = created.productionList
    const { updated } = await send<{ updated: { productionList: { version: number } } }>(
      `mutation ($id: Int!, $items: [ListItemUpdate!]) {
        updated: projectManagementProductionListUpdate(id: $id, listItems: $items) { productionList { version } }
      }`,
      { id, items: listItems.map((item) => ({ id: item.id, vendorId, quantity: 7 })) },
    )
    expect(updated.productionList.version).toBe(2)
    const { priceBookImport } = await send<{ priceBookImport: { added: number } }>(
      `mutation ($orgId: Int!, $vendorId: Int!, $csv: String!) {
        priceBookImport(orgId: $orgId, vendorId: $vendorId, csv: $csv) { added }
      }`,
      {
        orgId: organization.orgId,
        vendorId,
        csv: 'sku,name,unit,unit_cost,effective_from\nA,Shingles,BUNDLES,41.5,2026-01-01',
      },
    )
    expect(priceBookImport.added).toBe(1)
  })

  test('a vendor that is not known is refused for now, and production-lists is ready', async () => {
    const { errors } = await graphql(CREATE_TEMPLATE, template('Unknown', 2_000_000_000), {
      token: organization.token,
    })
    expect(errors?.map(({ extensions }) => extensions.code)).toEqual(['SUBGRAPH_UNAVAILABLE'])
    expect((await fetch(`${devEnv.urls['production-lists']}/health/ready`)).status).toBe(200)
  })
})
