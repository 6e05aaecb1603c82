import { expect, it } from 'vitest'
import { traceparentOf } from './traceparent.ts'

const GIVEN = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'

it('keeps the trace of the client', () => {
  expect(traceparentOf(GIVEN)).toBe(GIVEN)
})

it.each([
  [undefined],
  ['nonsense'],
  [[GIVEN, GIVEN]],
  [GIVEN.replace('0af7651916cd43dd8448eb211c80319c', '0'.repeat(32))],
  [`${GIVEN}\r\nx: y`],
])('begins a trace instead of %j', (header) => {
  const begun = traceparentOf(header)
  expect(begun).toMatch(/^00-[\da-f]{32}-[\da-f]{16}-01$/)
  expect(traceparentOf(header)).not.toBe(begun)
})
