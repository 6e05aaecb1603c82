import { describe, expect, it } from 'vitest'
import { HeaderLines, requestLines, requestMessage } from './request-message.ts'

const TARGET = { host: 'stock:4001', path: '/graphql?a=b', headers: { 'x-a': 'b c' } }
const LINES =
  'POST /graphql?a=b HTTP/1.1\r\nhost: stock:4001\r\nconnection: keep-alive\r\nx-a: b c\r\n'

it('is a POST with a length, on a connection that is kept', () => {
  const parts = {
    lines: requestLines(TARGET),
    headers: new HeaderLines({ 'x-b': 'd' }),
    body: '{}',
  }
  expect(requestMessage(parts)).toBe(`${LINES}x-b: d\r\ncontent-length: 2\r\n\r\n{}`)
})

it('has headers in latin1 and a body in UTF-8', () => {
  const message = requestMessage({
    lines: LINES,
    headers: new HeaderLines({ 'x-b': 'é' }),
    body: 'é€',
  })
  const head = `${LINES}x-b: é\r\ncontent-length: 5\r\n\r\n`
  expect(message).toEqual(Buffer.concat([Buffer.from(head, 'latin1'), Buffer.from('é€')]))
})

describe('is not made of', () => {
  it.each([
    ['a value with line breaks', { authorization: 'a\r\nx-admin: true' }],
    ['a value with CR', { authorization: 'a\rb' }],
    ['a value with LF', { authorization: 'a\nb' }],
    ['a value with a null byte', { authorization: 'a\0b' }],
    ['a value with what latin1 would make a line break of', { authorization: 'a\u010d\u010ab' }],
    ['a name with line breaks', { 'a: b\r\nc': 'd' }],
    ['a name with a colon', { 'a:': 'd' }],
    ['an empty name', { '': 'd' }],
  ])('%s', (_what, headers: Record<string, string>) => {
    const fault = 'cannot be sent the header'
    expect(() => requestLines({ ...TARGET, headers })).toThrow(fault)
    expect(() => new HeaderLines(headers).text).toThrow(fault)
  })

  it.each(['graphql', '', '/a b', '/a\r\nx-a: b', '/\u010d\u010a'])('the path %j', (path) => {
    expect(() => requestLines({ ...TARGET, path })).toThrow('cannot be asked at this path')
  })
})
