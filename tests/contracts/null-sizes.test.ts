import { expect, test } from 'vitest'
import { directives, pointsOf } from './support/supergraph.ts'

const sized = [...directives.listSizes].filter(
  ([, { slicingArguments }]) => slicingArguments.length,
)
const PARENTS: Readonly<Record<string, string>> = {
  Query: '',
  PriceBook: 'priceBook(orgId: 1, vendorId: 1)',
  Webhook: 'webhook(id: 1)',
}

function pointsOfField(coordinates: string, first: string | null | undefined): number {
  const [type = '', field = ''] = coordinates.split('.')
  const parent = PARENTS[type]
  if (parent === undefined) throw new Error(`PARENTS has no path to ${type}`)
  const argument = first === undefined ? '' : `(first: ${first})`
  const selected = `{ ${field}${argument} { nodes { __typename } } }`
  const query = parent === '' ? selected : `{ ${parent} ${selected} }`
  return pointsOf(`query ($n: Int) ${query}`, { n: null })
}

test('the supergraph has at least 12 paginated fields', () => {
  expect(sized.length).toBeGreaterThanOrEqual(12)
})

test.each(sized)('%s costs as much with null for its size as with the default', (coordinates) => {
  const withDefault = pointsOfField(coordinates, '50')
  expect(pointsOfField(coordinates, undefined)).toBe(withDefault)
  expect(pointsOfField(coordinates, 'null')).toBe(withDefault)
  expect(pointsOfField(coordinates, '$n')).toBe(withDefault)
})
