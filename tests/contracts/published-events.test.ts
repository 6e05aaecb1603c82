import * as distributionOrders from '@takeoff/contracts/distribution-order-events'
import { envelopeSchema } from '@takeoff/contracts/envelope'
import * as orderDocuments from '@takeoff/contracts/order-document-events'
import * as orders from '@takeoff/contracts/order-events'
import * as productionLists from '@takeoff/contracts/production-list-events'
import { glob, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')
const constants = Object.entries({
  ...productionLists,
  ...orderDocuments,
  ...orders,
  ...distributionOrders,
})

// Only a test of the use case can show that an event is published at the right moment.
test('a service creates every event of the contracts', async () => {
  const sources: string[] = []
  for await (const file of glob('services/*/src/**/*.ts', { cwd: root })) {
    if (/^services\/(contracts|webhooks)\/|\.test\.ts$/.test(file)) continue
    sources.push(await readFile(path.join(root, file), 'utf8'))
  }
  const names = envelopeSchema.options.map((option) => option.shape.name.value)
  const notCreated = names.filter((name) => {
    const constant = constants.find(([, value]) => value === name)?.[0]
    const creates = new RegExp(String.raw`createEvent\(\{\s*name: ${constant}\b`)
    return !sources.some((source) => creates.test(source))
  })
  expect(notCreated).toEqual([])
})
