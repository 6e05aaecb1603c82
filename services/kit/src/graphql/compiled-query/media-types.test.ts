import { expect, test } from 'vitest'
import { MediaTypes } from './media-types.ts'

const JSON_TYPE = 'application/json; charset=utf-8'

const asking = (accept?: string) => ({ headers: { ...(accept !== undefined && { accept }) } })
const answered = (mediaType: string | undefined, statusCode = 200) => ({
  statusCode,
  getHeader: (name: string) => (name === 'content-type' ? mediaType : undefined),
})

test('what an accept header was answered in is known for that header only', () => {
  const mediaTypes = new MediaTypes()
  mediaTypes.learn(asking('*/*'), answered(JSON_TYPE))
  expect(mediaTypes.of(asking('*/*'))).toBe(JSON_TYPE)
  expect(mediaTypes.of(asking('text/html'))).toBeUndefined()
  expect(mediaTypes.of(asking())).toBeUndefined()
})

test('no accept header is one of its own', () => {
  const mediaTypes = new MediaTypes()
  mediaTypes.learn(asking(), answered(JSON_TYPE))
  expect(mediaTypes.of(asking())).toBe(JSON_TYPE)
})

test.each([
  ['an answer that is not 200', answered(JSON_TYPE, 400)],
  ['an answer without a media type', answered(undefined)],
])('nothing is learned from %s', (_what, reply) => {
  const mediaTypes = new MediaTypes()
  mediaTypes.learn(asking('*/*'), reply)
  expect(mediaTypes.of(asking('*/*'))).toBeUndefined()
})

test('a hundred accept headers are kept, those that were used last', () => {
  const mediaTypes = new MediaTypes()
  const accepts = Array.from({ length: 101 }, (_, index) => `text/x${index}`)
  const last = accepts.pop()
  for (const accept of accepts) mediaTypes.learn(asking(accept), answered(JSON_TYPE))
  const known = () => accepts.filter((accept) => mediaTypes.of(asking(accept)) !== undefined)
  expect(known()).toEqual(accepts)
  mediaTypes.learn(asking(last), answered(JSON_TYPE))
  expect(known()).toEqual(accepts.slice(1))
  expect(mediaTypes.of(asking(last))).toBe(JSON_TYPE)
})
