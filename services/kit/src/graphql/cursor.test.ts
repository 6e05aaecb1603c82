import { expect, test } from 'vitest'
import { createCursor, integerIdCursor, uuidCursor } from './cursor.ts'

const ID = '019cf5c4-3613-7b19-8f64-d25c07a1e893'
const jobs = integerIdCursor('jobs')

/** Cursors of the lists of one organization. */
function listsOf(orgId: number) {
  return createCursor(['lists', orgId], { format: String, parse: Number })
}

test('a cursor names the place that it was created from', () => {
  expect(jobs.parse(jobs.format({ id: 28001 }))).toBe(28001)
  expect(uuidCursor('deliveries').parse(uuidCursor('deliveries').format({ id: ID }))).toBe(ID)
  expect(listsOf(1).parse(listsOf(1).format(7))).toBe(7)
})

test.each([
  ['another connection', () => jobs.parse(integerIdCursor('vendors').format({ id: 28001 }))],
  ['other arguments', () => listsOf(1).parse(listsOf(2).format(7))],
])('a cursor of %s is refused', (_, parse) => {
  expect(parse).toThrow(
    expect.objectContaining({
      code: 'BAD_USER_INPUT',
      extensions: { argument: 'after' },
      message: expect.stringMatching(/^after belongs to a page of other arguments\. /),
    }),
  )
})

test.each([
  ['nothing', ''],
  ['an id', '28001'],
  ['an id as base64', Buffer.from('28001').toString('base64url')],
  ['a cursor that was cut', jobs.format({ id: 28001 }).slice(0, 16)],
  ['text that is not base64', '%%'],
])('%s is not a cursor', (_, text) => {
  expect(() => jobs.parse(text)).toThrow('after must be an endCursor of an earlier response.')
})
