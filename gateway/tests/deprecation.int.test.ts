import { disposeAfterAll } from '@takeoff/kit/testing/dispose-after-all'
import { expect, it } from 'vitest'
import { startLibrary } from './fixtures/library.ts'
import { startGateway } from './fixtures/start-gateway.ts'

/** Headers of operations that use something deprecated. */

const library = await disposeAfterAll(startLibrary())
const deprecated = (dates: string) => `@deprecated(reason: "Use id. ${dates}")`
const dates = deprecated('Deprecated on 2026-03-01; removed on 2027-03-01 at the earliest.')
const earlier = deprecated('Deprecated on 2025-06-01; removed on 2026-12-31 at the earliest.')
const sdl = library.supergraphSdl
  .replace(/^ {2}title: String.*$/m, (line) => `${line} ${dates}`)
  .replace(/^ {2}weight: .*$/m, (line) => `${line} ${earlier}`)
const gateway = await disposeAfterAll(startGateway(sdl))
async function headersOf(query: string, more: Readonly<Record<string, string>> = {}) {
  const { headers, body } = await gateway.send({ query, ...more })
  expect(body.errors).toBeUndefined()
  return [headers.get('deprecation'), headers.get('sunset')]
}

const OF_TITLE = ['@1772323200', 'Mon, 01 Mar 2027 00:00:00 GMT']

it('an operation with a deprecated field has both headers, however often it is sent', async () => {
  for (let time = 1; time <= 3; time += 1)
    expect(await headersOf('{ books { id title } }')).toEqual(OF_TITLE)
})

it('a field that only a fragment selects counts', async () => {
  const query = 'query { books { ...named } } fragment named on Book { title }'
  expect(await headersOf(query)).toEqual(OF_TITLE)
})

it('of several deprecations, the headers have the one that ends first', async () => {
  expect(await headersOf('{ books { title weight } }')).toEqual([
    '@1748736000',
    'Thu, 31 Dec 2026 00:00:00 GMT',
  ])
})

it('an operation without, and another one of the same document, have neither header', async () => {
  expect(await headersOf('{ books { id } }')).toEqual([null, null])
  const query = 'query Old { books { title } } query New { books { id } }'
  expect(await headersOf(query, { operationName: 'New' })).toEqual([null, null])
  expect(await headersOf(query, { operationName: 'Old' })).toEqual(OF_TITLE)
})
