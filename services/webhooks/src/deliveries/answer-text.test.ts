import { expect, test } from 'vitest'
import { answerText } from './answer-text.ts'

test.each([
  ['ok', 'ok'],
  ['', undefined],
  ['  \n', undefined],
  ['a\0b', 'a\uFFFDb'],
  ['your secret is whsec_abcDEF123+/=', 'your secret is [redacted]'],
  ['bad signature v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=', 'bad signature [redacted]'],
  ['Authorization failed for Bearer abc.def', 'Authorization failed for Bearer [redacted]'],
  ['{"password":"hunter2","a":1}', '{"password":"[redacted]","a":1}'],
  ['api_key=12345&x=1', 'api_key="[redacted]"&x=1'],
  ['eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.', '[redacted]'],
])('the answer %j is kept as %j', (body, kept) => {
  expect(answerText(Buffer.from(body))).toBe(kept)
})

test('a long answer is cut without breaking a character', () => {
  const kept = answerText(Buffer.from(`a${'🏠'.repeat(5_000)}`))
  expect(kept?.length).toBe(2_001)
  expect(kept?.isWellFormed()).toBe(true)
})

test('bytes that are no text are kept as replacement characters', () => {
  expect(answerText(Buffer.from([0xff, 0x41]))).toBe('\uFFFDA')
})
