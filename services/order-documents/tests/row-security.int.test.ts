import { openAsProcess, recordExecutions } from '@takeoff/kit/testing/row-security'
import { testRowSecurity } from '@takeoff/kit/testing/test-row-security'
import type { Database } from '@takeoff/kit/postgres/database'
import { invariant } from '@takeoff/kit/values/invariant'
import { afterAll, beforeAll } from 'vitest'
import { claimDistributionOrders } from '../src/db/distribution/claim-distribution-orders.ts'
import { claimPendingDocuments } from '../src/db/documents/pending-documents.ts'
import { entities } from '../src/db/entities.ts'
import { migrations } from '../src/db/migrations.ts'
import { sweepUploads } from '../src/files/sweep-uploads.ts'
import { createDistributionOrder } from '../src/testing/create-distribution-order.ts'
import { createVendor } from '../src/testing/create-vendor.ts'
import { createDocument } from './create-document.ts'
import { stubItem, stubList } from './production-lists-stub.ts'
import { startTestStack } from './test-stack.ts'
import type { TestStack } from './test-stack.ts'

const options = { name: 'order-documents', entities, migrations }
const orgId = 2
const executions = recordExecutions(options.name)
let stack: TestStack
let process: Database

/** Organization 2 uses the service, and work in the background serves it. */
beforeAll(async () => {
  stack = await startTestStack()
  const { database } = stack
  process = await openAsProcess(database, options)
  const token = await stack.token([orgId])
  const provider = { identifier: 'abc-supply', name: 'ABC Supply' }
  const vendorId = await createVendor(database, { orgId, vendorName: 'Own vendor', provider })
  const list = stubList([stubItem({ vendor: { id: vendorId } }), stubItem()], { orgId })
  stack.lists.add(list)
  const attributes = { productionListId: list.id, vendorId }
  const { id, order, pdf } = await createDocument(stack, { attributes }, { token })
  const file = await stack.fetch(new URL(pdf?.redirectUrl ?? '').pathname, {
    headers: { authorization: `Bearer ${token}` },
  })
  const signed = new URL(file.headers.get('location') ?? '')
  const download = await stack.fetch(signed.pathname + signed.search)
  invariant(download.status === 200, 'the file was not sent')
  await download.arrayBuffer()
  const { errors } = await stack.graphql({
    token,
    variables: { id, orderId: order.id, listId: list.id, vendorId },
    query: `query ($orderId: ID!, $listId: ID!, $vendorId: Int!) {
      projectManagementOrderDocuments(productionListId: $listId) { id pdf { url } order { id orderListItems { id } } }
      projectManagementOrder(id: $orderId) { id orderDocuments { id } }
      projectManagementOrders(orgId: 2) { nodes { id } }
      found: projectManagementOrders(orgId: 2, search: "own vendor") { nodes { id } }
      projectManagementDistributionOrders(orgId: 2) { nodes { id } }
      vendor(id: $vendorId) { vendorName connection { accountNumber } }
      vendors(orgId: 2) { nodes { id } }
      organizationBrand(orgId: 2) { name }
    }`,
  })
  invariant(errors === undefined, JSON.stringify(errors))
  const draft = { orgId, vendorId, providerIdentifier: 'abc-supply' }
  await createDistributionOrder(database, draft)
  await createDistributionOrder(database, { ...draft, isSubmitted: true })
  await claimDistributionOrders(process.forWork('distribution'), {
    inFlightMax: 8,
    inFlight: {},
    identifiers: ['abc-supply'],
    takesOthers: true,
  })
  await process.forWork('document-finishing').transaction((sql) => claimPendingDocuments(sql, 8))
  const logger = { info: () => undefined, warn: () => undefined }
  await sweepUploads({
    database: process.forWork('upload-sweep'),
    store: { delete: () => Promise.resolve() },
    logger: logger as never,
  })
})
afterAll(async () => {
  await process[Symbol.asyncDispose]()
  await stack[Symbol.asyncDispose]()
})

testRowSecurity(options, () => ({ database: stack.database, process }), { executions })
