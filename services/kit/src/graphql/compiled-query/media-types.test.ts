import { expect, test } from 'vitest'
import { MediaTypes } from './media-types.ts'

const JSON_TYPE = 'application/json; charset=utf-8'

const requestWith = (accept?: string) => ({ headers: { ...(accept !== undefined && { accept }) } })
const replyWith = (mediaType: string | undefined, statusCode = 200) => ({
  statusCode,
  getHeader: (name: string) => (name === 'content-type' ? mediaType : undefined),
})

test('the media type of a response is known for its accept header only', () => {
  const mediaTypes = new MediaTypes()
  mediaTypes.learn(requestWith('*/*'), replyWith(JSON_TYPE))
  expect(mediaTypes.of(requestWith('*/*'))).toBe(JSON_TYPE)
  expect(mediaTypes.of(requestWith('text/html'))).toBeUndefined()
  expect(mediaTypes.of(requestWith())).toBeUndefined()
})

test('a missing accept header counts as a value of its own', () => {
  const mediaTypes = new MediaTypes()
  mediaTypes.learn(requestWith(), replyWith(JSON_TYPE))
  expect(mediaTypes.of(requestWith())).toBe(JSON_TYPE)
})

test.each([
  ['a response that is not 200', replyWith(JSON_TYPE, 400)],
  ['a response without a media type', replyWith(undefined)],
])('nothing is learned from %s', (_what, reply) => {
  const mediaTypes = new MediaTypes()
  mediaTypes.learn(requestWith('*/*'), reply)
  expect(mediaTypes.of(requestWith('*/*'))).toBeUndefined()
})

test('the hundred most recently used accept headers are cached', () => {
  const mediaTypes = new MediaTypes()
  const accepts = Array.from({ length: 101 }, (_, index) => `text/x${index}`)
  const last = accepts.pop()
  for (const accept of accepts) mediaTypes.learn(requestWith(accept), replyWith(JSON_TYPE))
  const known = () => accepts.filter((accept) => mediaTypes.of(requestWith(accept)) !== undefined)
  expect(known()).toEqual(accepts)
  mediaTypes.learn(requestWith(last), replyWith(JSON_TYPE))
  expect(known()).toEqual(accepts.slice(1))
  expect(mediaTypes.of(requestWith(last))).toBe(JSON_TYPE)
})
