import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  differences,
  fileFields,
  orderDocumentFields,
  productionListFields,
  selectAll,
} from '../fixtures/field-tables.ts'
import { createOrganization } from '../support/organization.ts'
import type { Organization } from '../support/organization.ts'
import { graphql, graphqlData } from './support/client.ts'
import { sharedDevEnv } from './support/dev-env.ts'
import { createList } from './support/list.ts'
import type { CreatedList } from './support/list.ts'

/** Section 4 of the specification, as an integrator implements it from the documentation. */
const devEnv = sharedDevEnv()
let organization: Organization
let list: CreatedList

beforeAll(async () => {
  organization = await createOrganization(devEnv)
  list = await createList(organization, [
    { name: 'Shingles' },
    {
      name: 'Pipe boot',
      measure: [{ measure: 'job', times: 4 }],
      measurementUnits: null,
      coverage: 1,
    },
    { name: 'Tear-off', type: 'LABOR', vendorId: null, color: null },
  ])
  await graphqlData(
    `mutation { projectManagementOrderDocumentCreate(
      orderDocumentAttributes: { inputHtml: "supplier", productionListId: "${list.listId}" }
    ) { orderDocument { id } } }`,
    {},
    { token: organization.token },
  )
})
afterAll(() => organization[Symbol.asyncDispose]())

const request = <Data>(query: string, variables = {}) =>
  graphqlData<Data>(query, variables, { token: organization.token })
const operation = (name: string) =>
  readFile(new URL(`../fixtures/operations/${name}.graphql`, import.meta.url), 'utf8')

interface ListData {
  readonly projectManagementProductionList: Record<string, unknown>
}

describe('projectManagementProductionList', () => {
  const selection = selectAll(productionListFields)

  test('anonymous with literals: every documented field with its documented type', async () => {
    const data = await request<ListData>(
      `{ projectManagementProductionList(jobId: ${list.jobId}, orgId: ${organization.orgId}) ${selection} }`,
    )
    const found = data.projectManagementProductionList
    expect(differences(found, productionListFields)).toEqual([])
    expect(found).toMatchObject({
      id: list.listId,
      salesOpportunity: {
        orgId: organization.orgId,
        job: { id: list.jobId, name: 'Test Street 1' },
      },
      orders: [{ orderDocuments: [{ userId: organization.userId, state: 'complete' }] }],
      listItems: [{ name: 'Shingles' }, { name: 'Pipe boot' }, { name: 'Tear-off' }],
    })
  })

  test('named with variables, as the fixture of the documentation', async () => {
    const data = await request<ListData>(await operation('1-production-list'), {
      jobId: list.jobId,
      orgId: organization.orgId,
    })
    expect(differences(data.projectManagementProductionList, productionListFields)).toEqual([])
  })

  test('both queries of a list return the same', async () => {
    const byJob = await request<ListData>(
      `{ projectManagementProductionList(jobId: ${list.jobId}, orgId: ${organization.orgId}) ${selection} }`,
    )
    const byId = await request<{ projectManagementProductionListById: unknown }>(
      await operation('2-production-list-by-id'),
      { id: list.listId },
    )
    expect(withoutSignatures(byId.projectManagementProductionListById)).toEqual(
      withoutSignatures(byJob.projectManagementProductionList),
    )
  })

  test('any subset of fields may be selected', async () => {
    const data = await request<ListData>(
      `{ projectManagementProductionList(jobId: ${list.jobId}, orgId: ${organization.orgId}) {
        orders { orderDocuments { id pdf { filename redirectUrl } } } } }`,
    )
    expect(Object.keys(data.projectManagementProductionList)).toEqual(['orders'])
  })

  test('a job without a list returns null, without an error', async () => {
    const jobId = await organization.createJob()
    const response = await graphql(
      `{ projectManagementProductionList(jobId: ${jobId}, orgId: ${organization.orgId}) { id } }`,
      {},
      { token: organization.token },
    )
    expect(response).toMatchObject({
      status: 200,
      data: { projectManagementProductionList: null },
      errors: undefined,
    })
  })

  test('a job with several lists returns the newest', async () => {
    const jobId = await organization.createJob()
    const templateId = await organization.createTemplate([{}])
    const create = `mutation { projectManagementProductionListCreate(jobId: ${jobId}, templateIds: [${templateId}]) {
      productionList { id } } }`
    await request(create)
    const newest = await request<{
      projectManagementProductionListCreate: { productionList: object }
    }>(create)
    const found = await request<ListData>(
      `{ projectManagementProductionList(jobId: ${jobId}, orgId: ${organization.orgId}) { id } }`,
    )
    expect(found.projectManagementProductionList).toEqual(
      newest.projectManagementProductionListCreate.productionList,
    )
  })

  test('the development data has ids and units from the start', async () => {
    const { jobId, orgId, productionListId, jobIdWithoutList, tokens } = devEnv.details
    const data = await graphqlData(
      `{ with: projectManagementProductionList(jobId: ${jobId}, orgId: ${orgId}) { id }
         without: projectManagementProductionList(jobId: ${jobIdWithoutList}, orgId: ${orgId}) { id } }`,
      {},
      { token: tokens.reader },
    )
    expect(data).toEqual({ with: { id: productionListId }, without: null })
  })
})

interface DocumentsData {
  readonly projectManagementOrderDocuments: readonly { readonly id: string }[]
}

describe('projectManagementOrderDocuments', () => {
  test('by production list, every documented field with its documented type', async () => {
    const data = await request<DocumentsData>(await operation('3-order-documents'), {
      productionListId: String(list.listId),
    })
    expect(data.projectManagementOrderDocuments).toHaveLength(1)
    expect(differences(data.projectManagementOrderDocuments, [orderDocumentFields])).toEqual([])
  })

  test('anonymous with literals, the id as a number or a text, restricted to documents', async () => {
    const selection = selectAll(orderDocumentFields)
    const [byNumber, byText] = await Promise.all([
      request<DocumentsData>(
        `{ projectManagementOrderDocuments(productionListId: ${list.listId}) ${selection} }`,
      ),
      request<DocumentsData>(
        `{ projectManagementOrderDocuments(productionListId: "${list.listId}") ${selection} }`,
      ),
    ])
    expect(withoutSignatures(byNumber)).toEqual(withoutSignatures(byText))
    const id = byNumber.projectManagementOrderDocuments[0]?.id
    const only = await request<DocumentsData>(
      `query Documents($ids: [ID!]) { projectManagementOrderDocuments(orderDocumentIds: $ids) { id } }`,
      { ids: [id, '00000000-0000-7000-8000-000000000000', 'no-uuid'] },
    )
    expect(only.projectManagementOrderDocuments).toEqual([{ id }])
  })

  test('a request without either argument is BAD_USER_INPUT that names both', async () => {
    const { errors } = await graphql(
      '{ projectManagementOrderDocuments { id } }',
      {},
      { token: organization.token },
    )
    expect(errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT')
    expect(errors?.[0]?.message).toMatch(/productionListId.*orderDocumentIds/)
  })
})

describe('projectManagementOrderDocumentCreate', () => {
  const created = {
    id: 'uuid',
    state: 'string',
    pdf: without(fileFields, 'redirectUrl'),
    csv: without(fileFields, 'redirectUrl'),
  }

  test('named with variables, as the fixture of the documentation', async () => {
    const data = await request<{
      projectManagementOrderDocumentCreate: { orderDocument: { state: string } }
    }>(await operation('4-order-document-create'), {
      orderDocumentAttributes: { inputHtml: 'supplier', productionListId: String(list.listId) },
      purchaseOrderNumber: 'PO-1001',
      externalIdentifier: 'crm-77',
      listItemIds: [String(list.itemIds[0])],
    })
    const { orderDocument } = data.projectManagementOrderDocumentCreate
    expect(differences(orderDocument, created)).toEqual([])
    expect(orderDocument.state).toBe('complete')
  })

  test('anonymous with literals, and with no optional argument at all', async () => {
    const data = await request<{ projectManagementOrderDocumentCreate: { orderDocument: object } }>(
      `mutation { projectManagementOrderDocumentCreate(orderDocumentAttributes: { productionListId: ${list.listId} }) {
        orderDocument ${selectAll(created)} } }`,
    )
    expect(differences(data.projectManagementOrderDocumentCreate.orderDocument, created)).toEqual(
      [],
    )
  })
})

describe('the endpoint', () => {
  test('accepts a request without variables and without operationName, as the specification shows it', async () => {
    const response = await fetch(devEnv.graphqlUrl, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Authorization: `Bearer ${organization.token}`,
      },
      body: JSON.stringify({
        query: `query { projectManagementProductionListById(id: ${list.listId}) { id } }`,
      }),
    })
    expect(await response.json()).toEqual({
      data: { projectManagementProductionListById: { id: list.listId } },
      extensions: { cost: { requested: 1, actual: 1 } },
    })
  })

  test('returns one entry for each of several operations of one request', async () => {
    const data = await request(
      `{ a: projectManagementProductionListById(id: ${list.listId}) { id }
         b: projectManagementProductionListById(id: 2147483647) { id } }`,
    )
    expect(data).toEqual({ a: { id: list.listId }, b: null })
  })
})

/** Signed addresses differ in each response. */
function withoutSignatures(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value).replaceAll(/expires=[^"]*/g, ''))
}

function without<T extends object, K extends keyof T>(fields: T, key: K): Omit<T, K> {
  const { [key]: _left, ...rest } = fields
  return rest
}
