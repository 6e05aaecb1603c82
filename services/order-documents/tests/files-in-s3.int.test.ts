import { hash } from 'node:crypto'
import { disposeAfterAll } from '@takeoff/kit/testing/dispose-after-all'
import { expect, it } from 'vitest'
import { S3FileStore } from '../src/files/s3-file-store.ts'
import { startObjectStore } from '@takeoff/kit/testing/object-store'
import { createVendor } from '../src/testing/create-vendor.ts'
import { createDocument } from './create-document.ts'
import { stubItem, stubList } from './production-lists-stub.ts'
import { startTestStack } from './test-stack.ts'

const objectStore = await disposeAfterAll(startObjectStore())
const stack = await disposeAfterAll(startTestStack({ store: new S3FileStore(objectStore.options) }))

it('an order’s files are stored in a bucket and served from it, whole and in part', async () => {
  const id = await createVendor(stack.database, { orgId: 1, vendorName: 'Vendor' })
  const list = stubList([stubItem({ vendor: { id } })], { orgId: 1 })
  stack.lists.add(list)
  const { pdf, csv } = await createDocument(stack, { attributes: { productionListId: list.id } })

  for (const file of [pdf, csv]) {
    const whole = await download(file.url)
    expect(whole.byteLength).toBe(file.byteSize)
    expect(hash('md5', whole, 'base64')).toBe(file.checksum)
    expect(await download(file.url, 'bytes=3-9')).toEqual(whole.subarray(3, 10))
  }
  expect(await stack.storedFiles()).toEqual([])
})

async function download(url: string, range?: string): Promise<Buffer> {
  const { pathname, search } = new URL(url)
  const headers = range === undefined ? {} : { range }
  const response = await stack.fetch(pathname + search, { headers })
  expect(response.status).toBe(range === undefined ? 200 : 206)
  return Buffer.from(await response.arrayBuffer())
}
