import { BadUserInputError } from '@takeoff/kit/values/errors'
import { describe, expect, test } from 'vitest'
import { parseCustomHeaders, readCustomHeaders } from './custom-headers.ts'

const violationOf = (name: string, value: string): unknown => {
  try {
    parseCustomHeaders([
      { name: 'x-first', value: '1' },
      { name, value },
    ])
    return undefined
  } catch (error) {
    if (!(error instanceof BadUserInputError)) throw error
    expect(error.message).not.toContain('s3cret')
    return error.extensions['argument']
  }
}

describe('headers of a subscription', () => {
  test('are accepted as written', () => {
    const headers = [
      { name: 'Authorization', value: 'Bearer abc.def' },
      { name: 'X-Api-Key', value: '~!"#$%' },
      { name: 'tenant_id', value: '7' },
      { name: '__proto__', value: 'x' },
    ]
    expect(parseCustomHeaders(headers)).toEqual(headers)
    expect(parseCustomHeaders([])).toEqual([])
  })

  test.each([
    'Host',
    'content-length',
    'Content-Type',
    'Content-Encoding',
    'Transfer-Encoding',
    'TE',
    'Trailer',
    'Connection',
    'Keep-Alive',
    'Upgrade',
    'HTTP2-Settings',
    'Expect',
    'User-Agent',
    'Accept-Encoding',
    'Proxy-Authorization',
    'proxy-connection',
    'Sec-Fetch-Site',
    'webhook-id',
    'Webhook-Signature',
    'webhook-anything',
    'svix-id',
    'Cookie',
    'Set-Cookie',
    'Origin',
    'Forwarded',
    'Via',
    'X-Forwarded-For',
    'X_Forwarded_For',
    'x.forwarded.host',
    'X-Real-IP',
    'CF-Connecting-IP',
    'X-HTTP-Method-Override',
    'X-Original-URL',
    'Metadata-Flavor',
    'X-aws-ec2-metadata-token',
  ])('%s cannot be chosen', (name) => {
    expect(violationOf(name, 's3cret')).toBe('headers[1].name')
  })

  test.each(['', 'a b', 'a:b', 'a\r\nb', 'ä', 'a(b)', 'a\0', 'x'.repeat(101)])(
    'the name %j is refused',
    (name) => {
      expect(violationOf(name, 's3cret')).toBe('headers[1].name')
    },
  )

  test('the error of a refused name lists the characters that a name may have beside letters and digits', () => {
    const isAccepted = (name: string): boolean => violationOf(name, '1') === undefined
    const ascii = Array.from({ length: 128 }, (_, code) => String.fromCodePoint(code))
    const listed = ascii.filter((one) => isAccepted(one) && !/[a-z0-9]/i.test(one)).join('')
    expect(() => parseCustomHeaders([{ name: 'a b', value: '1' }])).toThrow(
      `A header's name must have 1 to 100 characters: letters, digits and any of ${listed}`,
    )
  })

  test.each([
    '',
    ' ',
    ' s3cret',
    's3cret ',
    's3cret\n',
    's3cret\r\nx-evil: 1',
    's3\tcret',
    's3cret\0',
    's3cretä',
    's3cret\u007f',
    'x'.repeat(1_001),
  ])('the value %j is refused', (value) => {
    expect(violationOf('x-key', value)).toBe('headers[1].value')
  })

  test('a name is unique, whatever its case', () => {
    expect(violationOf('X-First', '2')).toBe('headers[1].name')
  })

  test('are limited to 20', () => {
    const some = (count: number) =>
      Array.from({ length: count }, (_, n) => ({ name: `x-${n}`, value: 'a' }))
    expect(parseCustomHeaders(some(20))).toHaveLength(20)
    expect(() => parseCustomHeaders(some(21))).toThrow(
      expect.objectContaining({ extensions: { argument: 'headers' } }),
    )
  })

  test('the longest name and value are accepted', () => {
    expect(violationOf('x'.repeat(100), 'v'.repeat(1_000))).toBeUndefined()
  })
})

test('encrypted headers are read without those that are forbidden now', () => {
  const json = '{"X-Api-Key":"k","__proto__":"x","Webhook-Id":"mine"}'
  expect(Object.entries(readCustomHeaders(json))).toEqual([
    ['X-Api-Key', 'k'],
    ['__proto__', 'x'],
  ])
})
