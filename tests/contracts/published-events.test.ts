import { envelopeSchema } from '@takeoff/contracts/envelope'
import { statedTypes as orderTypes } from '@takeoff/order-documents/db/stated-types'
import { statedTypes as listTypes } from '@takeoff/production-lists/db/stated-types'
import { glob, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')

// Only a test of the use case can show that an event is published at the right moment.
test('a service creates every event of the contracts', async () => {
  const sources: string[] = []
  for await (const file of glob('services/*/src/**/*.ts', { cwd: root })) {
    if (/^services\/(contracts|webhooks)\/|\.test\.ts$/.test(file)) continue
    const source = await readFile(path.join(root, file), 'utf8')
    sources.push(source.replaceAll(/\s+/g, ' '))
  }
  const names = envelopeSchema.options.map((option) => option.shape.name.value)
  const notCreated = names.filter(
    (name) => !sources.some((source) => source.includes(`createEvent({ name: '${name}'`)),
  )
  expect(notCreated).toEqual([])
})

test('`npm run verify` compares everything that has events', () => {
  const types = envelopeSchema.options.map((option) => option.shape.aggregate.shape.type.value)
  const verified = [...listTypes, ...orderTypes].map(({ type }) => type)
  expect(verified.toSorted()).toEqual([...new Set(types)].toSorted())
})
