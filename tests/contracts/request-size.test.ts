import { readFile } from 'node:fs/promises'
import { REQUEST_BYTES_MAX } from '@takeoff/kit/values/request-size'
import { expect, test } from 'vitest'
import { readConfig } from '../../gateway/src/config.ts'
import { BATCH_BYTES_MAX } from '../../services/import/src/batches.ts'

const digits = String(REQUEST_BYTES_MAX)
const grouped = REQUEST_BYTES_MAX.toLocaleString('en')

async function textOf(file: string): Promise<string> {
  const text = await readFile(new URL(`../../${file}`, import.meta.url), 'utf8')
  return text.replace(/\s+/g, ' ')
}

test('the gateway takes requests of the size that is promised', () => {
  expect(readConfig({ AUTH: 'off' }).bodyBytesMax).toBe(REQUEST_BYTES_MAX)
})

test.each(['jobsImport', 'priceBookImport'])('the description of %s promises it', async (name) => {
  const schema = await textOf('services/production-lists/schema.graphql')
  const [, mutations = ''] = schema.split('type Mutation {')
  const [, description = ''] = new RegExp(`"""([^"]+)""" ${name}\\(`).exec(mutations) ?? []
  expect(description).toContain(`a request has at most ${digits} bytes`)
})

test.each(['docs/errors.md', 'docs/import.md', 'docs/price-books.md'])(
  '%s promises it',
  async (file) => {
    expect(await textOf(file)).toContain(`${grouped} bytes`)
  },
)

test('a batch of the import fits into a request', () => {
  // What remains is for the operation around the jobs.
  expect(BATCH_BYTES_MAX).toBeLessThanOrEqual(REQUEST_BYTES_MAX - 10_000)
})
