import { expect, test } from 'vitest'
import { MediaTypes } from './media-types.ts'

const JSON_TYPE = 'application/json; charset=utf-8'

const asking = (accept?: string) => ({ headers: { ...(accept !== undefined && { accept }) } })
const replyWith = (mediaType: string | undefined, statusCode = 200) => ({
  statusCode,
  getHeader: (name: string) => (name === 'content-type' ? mediaType : undefined),
})

test('the media type of a response is known for its accept header only', () => {
  const mediaTypes = new MediaTypes()
  mediaTypes.learn(asking('*/*'), replyWith(JSON_TYPE))
  expect(mediaTypes.of(asking('*/*'))).toBe(JSON_TYPE)
  expect(mediaTypes.of(asking('text/html'))).toBeUndefined()
  expect(mediaTypes.of(asking())).toBeUndefined()
})

test('a missing accept header counts as a value of its own', () => {
  const mediaTypes = new MediaTypes()
  mediaTypes.learn(asking(), replyWith(JSON_TYPE))
  expect(mediaTypes.of(asking())).toBe(JSON_TYPE)
})

test.each([
  ['a response that is not 200', replyWith(JSON_TYPE, 400)],
  ['a response without a media type', replyWith(undefined)],
])('nothing is learned from %s', (_what, reply) => {
  const mediaTypes = new MediaTypes()
  mediaTypes.learn(asking('*/*'), reply)
  expect(mediaTypes.of(asking('*/*'))).toBeUndefined()
})

test('the hundred most recently used accept headers are cached', () => {
  const mediaTypes = new MediaTypes()
  const accepts = Array.from({ length: 101 }, (_, index) => `text/x${index}`)
  const last = accepts.pop()
  for (const accept of accepts) mediaTypes.learn(asking(accept), replyWith(JSON_TYPE))
  const known = () => accepts.filter((accept) => mediaTypes.of(asking(accept)) !== undefined)
  expect(known()).toEqual(accepts)
  mediaTypes.learn(asking(last), replyWith(JSON_TYPE))
  expect(known()).toEqual(accepts.slice(1))
  expect(mediaTypes.of(asking(last))).toBe(JSON_TYPE)
})
