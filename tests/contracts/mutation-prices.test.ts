import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { directives, pointsOf } from './support/supergraph.ts'

const page = await readFile(new URL('../../docs/costs.md', import.meta.url), 'utf8')

it('the page has the points of each query and mutation that the schema gives a weight', () => {
  const rows = [...page.matchAll(/^\| (`[a-z][^|]*) +\| ([\d,]+) +\|$/gm)]
  const documented = rows.flatMap(([, names = '', points = '']) =>
    [...names.matchAll(/`(\w+)`/g)].map(([, name]) => [name, Number(points.replace(',', ''))]),
  )
  const weighted = [...directives.weights].flatMap(([coordinates, weight]) => {
    const [, name] = /^(?:Query|Mutation)\.(\w+)$/.exec(coordinates) ?? []
    return name === undefined ? [] : [[name, weight]]
  })
  expect(Object.fromEntries(documented)).toEqual(Object.fromEntries(weighted))
})

it.each([
  [
    'projectManagementProductionListPreview(jobId: 1, templateIds: [1]) { name }',
    'projectManagementProductionListCreate(jobId: 1, templateIds: [1]) { __typename }',
  ],
  [
    'projectManagementProductionListRecomputation(id: 1) { __typename }',
    'projectManagementProductionListRecompute(id: 1) { __typename }',
  ],
  [
    'priceBookImportPreview(orgId: 1, vendorId: 1, csv: "") { rows }',
    'priceBookImport(orgId: 1, vendorId: 1, csv: "") { rows }',
  ],
])('a preview costs about as much as its mutation: %s', (preview, mutation) => {
  const points = pointsOf(`mutation { ${mutation} }`)
  expect(pointsOf(`{ ${preview} }`)).toBeGreaterThanOrEqual(0.9 * points)
})

it.each([
  ['projectManagementOrderDocumentCreate', 'orderDocument { id }'],
  ['projectManagementOrderDocumentsCreateByVendor', 'orderDocuments { id }'],
  ['projectManagementOrderDocumentRender', 'orderDocument { id }'],
  ['projectManagementOrderReorder', 'orderDocument { id }'],
  ['projectManagementOrderChange', 'orderDocument { id }'],
])('%s renders a document, and costs 1,000 points or more', (name, fields) => {
  expect(pointsOf(`mutation { ${name} { ${fields} } }`)).toBeGreaterThanOrEqual(1000)
})

it('thirty orders in one operation cost thirty times as much as one', () => {
  const order = 'projectManagementOrderDocumentCreate { orderDocument { id } }'
  const aliased = Array.from({ length: 30 }, (_, index) => `a${index}: ${order}`)
  expect(pointsOf(`mutation { ${aliased.join(' ')} }`)).toBe(30 * pointsOf(`mutation { ${order} }`))
})

it('an import of jobs costs points for each job', () => {
  const query = 'mutation ($jobs: [JobImport!]!) { jobsImport(orgId: 1, jobs: $jobs) { created } }'
  const jobs = (count: number) => Array.from({ length: count }, () => ({ externalIdentifier: 'a' }))
  const ten = pointsOf(query, { jobs: jobs(10) })
  expect(pointsOf(query, { jobs: jobs(500) }) - ten).toBeGreaterThan(490 * 5)
})
