import { expect, test } from 'vitest'
import { ExportParameters } from './export-parameters.ts'

const known = ['orgId', 'format', 'updatedSince', 'after']
const of = (search: Record<string, string | string[]>) => new ExportParameters(search, known)

test('each parameter is parsed by its type', () => {
  const parameters = of({
    orgId: '7',
    format: 'csv',
    updatedSince: '2026-03-14T15:09:26.535+01:00',
    after: '1234',
  })
  expect(parameters.id('orgId')).toBe(7)
  expect(parameters.format(['ndjson', 'csv'])).toBe('csv')
  expect(parameters.time('updatedSince')).toBe(Date.UTC(2026, 2, 14, 14, 9, 26, 535))
  expect(parameters.sequence('after')).toBe(1234)
})

test('the defaults are the first format, no time limit and the first record', () => {
  expect(of({}).sequence('after')).toBe(0)
  expect(of({}).format(['csv'])).toBe('csv')
  expect(of({}).time('updatedSince')).toBeUndefined()
})

test.each([
  ['orgId', {}],
  ['orgId', { orgId: '' }],
  ['orgId', { orgId: '1x' }],
  ['orgId', { orgId: '2147483648' }],
  ['orgId', { orgId: ['1', '2'] }],
  ['format', { orgId: '1', format: 'xml' }],
  ['format', { orgId: '1', format: 'toString' }],
  ['updatedSince', { orgId: '1', updatedSince: 'yesterday' }],
  ['updatedSince', { orgId: '1', updatedSince: '2026-03-14T15:09:26 01:00' }],
  ['after', { orgId: '1', after: '-1' }],
  ['after', { orgId: '1', after: '' }],
  ['after', { orgId: '1', after: '1234567890123456' }],
  ['updatedsince', { orgId: '1', updatedsince: '2026-03-14T15:09:26Z' }],
])('a wrong %s is refused by name: %j', (argument, query) => {
  const read = () => {
    const parameters = of(query)
    return [
      parameters.id('orgId'),
      parameters.format(['ndjson', 'csv']),
      parameters.time('updatedSince'),
      parameters.sequence('after'),
    ]
  }
  expect(read).toThrow(
    expect.objectContaining({
      code: 'BAD_USER_INPUT',
      extensions: { argument },
      message: expect.stringContaining(argument) as string,
    }),
  )
})
