import { expect, test } from 'vitest'
import { responseText } from './response-text.ts'

const storedText = (body: string | Buffer, contentType?: string, known?: readonly string[]) =>
  responseText({ body: Buffer.from(body), contentType }, known)

test.each([
  ['ok', 'ok'],
  ['', undefined],
  ['  \n', undefined],
  ['a long text with a\0b', 'a long text with a\uFFFDb'],
  ['\u001B[31mred in a terminal\u001B[0m, ok', '\uFFFD[31mred in a terminal\uFFFD[0m, ok'],
  ['line\r\n\tline', 'line\r\n\tline'],
  ['{"password":"hunter2","a":1}', '{"password":"[redacted]","a":1}'],
])('the response %j is stored as %j', (body, stored) => {
  expect(storedText(body)).toBe(stored)
})

test('known values are not stored', () => {
  expect(storedText('your x-tenant is blue-42', undefined, ['blue-42'])).toBe(
    'your x-tenant is [redacted]',
  )
})

test('a long response is cut without breaking a character', () => {
  const stored = storedText(`a${'🏠'.repeat(5_000)}`)
  expect(stored?.length).toBe(2_001)
  expect(stored?.isWellFormed()).toBe(true)
})

test('a long response that redaction shortens is cut without breaking a character', () => {
  for (const rest of ['', 'b']) {
    const stored = storedText(
      `token=${'a'.repeat(5_000)} ${'🏠'.repeat(700)}${rest}${' '.repeat(4_000)}`,
    )
    expect(stored?.isWellFormed()).toBe(true)
  }
})

test.each([
  ['text/plain; charset=ISO-8859-1', Buffer.from('Dachrinne für 5 £', 'latin1')],
  ['text/plain; charset="utf-8"', Buffer.from('Dachrinne für 5 £')],
  ['text/plain;charset=UTF8', Buffer.from('Dachrinne für 5 £')],
  ['text/plain; charset=utf-16le', Buffer.from('Dachrinne für 5 £', 'utf16le')],
  ['text/plain; charset=klingon', Buffer.from('Dachrinne für 5 £')],
  [undefined, Buffer.from('Dachrinne für 5 £')],
])('a response is decoded in its charset: %s', (contentType, body) => {
  expect(storedText(body, contentType)).toBe('Dachrinne für 5 £')
})

test('a secret in another charset is redacted, too', () => {
  const body = Buffer.from('{"token":"hunter2"}', 'utf16le')
  expect(storedText(body, 'application/json; charset=utf-16le')).toBe('{"token":"[redacted]"}')
})

test('a binary response is stored as its size', () => {
  const png = Buffer.from('89504e470d0a1a0a0000000d4948445200000010', 'hex')
  expect(storedText(png, 'image/png')).toBe('[20 bytes that are no text]')
  expect(storedText(Buffer.alloc(65_536))).toBe('[65536 bytes that are no text]')
})

test('a secret that is cut off at the read limit is not stored', () => {
  const long = `{"token":"${'a'.repeat(8_000)}","x":"`
  const half = 'AKIAIOSF'
  const body = long + 'b'.repeat(8_192 - long.length - half.length) + 'AKIAIOSFODNN7EXAMPLE"}'
  expect(storedText(body) ?? '').not.toContain('AKIA')
  expect(storedText(`{"password":"${'hunter2'.repeat(9_000)}`)).toBeUndefined()
})
