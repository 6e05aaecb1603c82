import { disposeAfterAll } from '@takeoff/kit/testing/dispose-after-all'
import { beforeEach, expect, it, vi } from 'vitest'
import type { FileStore } from '../src/files/file-store.ts'
import { createVendor } from '../src/testing/create-vendor.ts'
import { sendCreate } from './create-document.ts'
import { stubItem, stubList } from './production-lists-stub.ts'
import { startTestStack } from './test-stack.ts'
import type { TestStack } from './test-stack.ts'

const NOT_READY =
  'The files are not ready yet: the document is pending, and the order document event tells when it is complete.'
const RENDER = /* GraphQL */ `
  mutation ($order: ID!) {
    projectManagementOrderDocumentRender(orderId: $order) {
      orderDocument {
        id
      }
    }
  }
`
const CREATE_BY_VENDOR = /* GraphQL */ `
  mutation ($list: ID!) {
    projectManagementOrderDocumentsCreateByVendor(productionListId: $list) {
      orderDocuments {
        id
        state
      }
    }
  }
`

const store = createSlowStore()
const stack = await disposeAfterAll(startTestStack({ store, filesWaitMs: 0 }))
beforeEach(() => store.stop())

it('an order is answered although the file store does not respond, and completed by the same attempt when it does', async () => {
  const list = await listOf(stack, 1)
  const response = await sendCreate(stack, { attributes: { productionListId: list.id } })
  const { id, state } = response.data.projectManagementOrderDocumentCreate.orderDocument

  expect(response.errors).toBeUndefined()
  expect(state).toBe('pending')
  expect(response.extensions?.warnings).toEqual([NOT_READY])

  store.respond()
  await expect.poll(() => documents([id])).toEqual([{ state: 'complete', attempts: 1 }])
  expect(store.keys.filter((key) => key.includes(id)).toSorted()).toEqual([
    `1/${id}/1.csv`,
    `1/${id}/1.pdf`,
  ])
})

it('a document that is rendered for an order again warns of its files only', async () => {
  const list = await listOf(stack, 1)
  const created = await sendCreate(stack, { attributes: { productionListId: list.id } })
  const { id, order } = created.data.projectManagementOrderDocumentCreate.orderDocument
  const rendered = await stack.graphql({
    query: RENDER,
    variables: { order: order.id },
  })

  expect(rendered.errors).toBeUndefined()
  expect(rendered.extensions?.warnings).toEqual([NOT_READY])
  store.respond()
  // The next test counts what is rendered in it.
  const ids = [id, rendered.data.projectManagementOrderDocumentRender.orderDocument.id]
  const complete = { state: 'complete', attempts: 1 }
  await expect.poll(() => documents(ids)).toEqual([complete, complete])
})

it('no attempt begins after the response, so that the background task alone renders what is left', async () => {
  const list = await listOf(stack, 6)
  const render = vi.spyOn(stack.renderer, 'render')
  const response = await stack.graphql({
    query: CREATE_BY_VENDOR,
    variables: { list: list.id },
  })
  const { orderDocuments } = response.data.projectManagementOrderDocumentsCreateByVendor
  const ids = orderDocuments.map(({ id }) => id)
  expect(response.extensions?.warnings).toEqual([NOT_READY])

  store.respond()
  const begun = { state: 'complete', attempts: 1 }
  const left = { state: 'pending', attempts: 1 }
  await expect.poll(() => documents(ids)).toEqual([begun, begun, begun, begun, left, left])
  expect(render).toHaveBeenCalledTimes(4)
  await stack.database.query(
    `update order_document set next_attempt_at = now() where state = 'pending'`,
  )
  const taken = { state: 'complete', attempts: 2 }
  await expect.poll(() => documents(ids)).toEqual([begun, begun, begun, begun, taken, taken])
  expect(render).toHaveBeenCalledTimes(6)
})

it('a process stops although the file store does not respond', async () => {
  const stopped = await startTestStack({ store, filesWaitMs: 0 })
  const list = await listOf(stopped, 1)
  const response = await sendCreate(stopped, { attributes: { productionListId: list.id } })
  expect(response.extensions?.warnings).toEqual([NOT_READY])

  await expect(stopped[Symbol.asyncDispose]()).resolves.toBeUndefined()
  store.respond()
})

it('a process stops although the store does not respond to an attempt of the background task', async () => {
  const stopped = await startTestStack({ store, filesWaitMs: 0 })
  const list = await listOf(stopped, 1)
  const response = await sendCreate(stopped, { attributes: { productionListId: list.id } })
  const { id } = response.data.projectManagementOrderDocumentCreate.orderDocument
  await stopped.database.query(`update order_document set next_attempt_at = now() where id = $1`, [
    id,
  ])
  await expect.poll(() => store.keys).toContain(`1/${id}/2.pdf`)

  await expect(stopped[Symbol.asyncDispose]()).resolves.toBeUndefined()
  store.respond()
})

async function listOf(to: TestStack, vendors: number) {
  const items = []
  for (let n = 1; n <= vendors; n += 1) {
    const id = await createVendor(to.database, { orgId: 1, vendorName: `Vendor ${n}` })
    items.push(stubItem({ vendor: { id } }))
  }
  const list = stubList(items)
  to.lists.add(list)
  return list
}

function documents(ids: readonly string[]) {
  return stack.database.query(
    'select state, attempts from order_document where id = any($1) order by state, attempts',
    [ids],
  )
}

/** Stores nothing, and nothing is put while it is stopped. */
function createSlowStore() {
  let { promise: responding, resolve: respond } = Promise.withResolvers<void>()
  const keys: string[] = []
  const unused = (): never => {
    throw new Error('no test reads files')
  }
  const files: FileStore = {
    put(key) {
      keys.push(key)
      return responding
    },
    delete: () => Promise.resolve(),
    read: unused,
    sizeOf: unused,
    list: unused,
  }
  return {
    ...files,
    keys,
    respond: () => respond(),
    stop: () => void ({ promise: responding, resolve: respond } = Promise.withResolvers<void>()),
  }
}
