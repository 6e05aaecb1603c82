import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import {
  ConfigError,
  describeVariables,
  flag,
  integer,
  json,
  oneOf,
  optionalText,
  readVariables,
  secretKey,
  text,
  url,
} from './config.ts'

const variables = {
  name: text('NAME', { about: 'A name.' }),
  note: optionalText('NOTE', { about: 'A note.' }),
  size: integer('SIZE', { about: 'A size.', default: 3, min: 1, max: 9 }),
  loud: flag('LOUD', { about: 'Loud or not.', default: false }),
  home: url('HOME_URL', { about: 'An address.', default: 'http://localhost', secret: true }),
  kind: oneOf('KIND', ['disk', 's3'], { about: 'A kind.', default: 'disk' }),
  map: json('MAP', z.record(z.string(), z.string()), { about: 'A map.', default: {} }),
}

function violationsOf(env: Record<string, string>): readonly string[] {
  try {
    readVariables(variables, env)
    return []
  } catch (error) {
    return (error as ConfigError).violations
  }
}

describe('configuration', () => {
  test('texts become values, and defaults fill what is unset or empty', () => {
    expect(readVariables(variables, { NAME: 'a', SIZE: '', LOUD: '1', MAP: '{"a":"b"}' })).toEqual({
      name: 'a',
      note: undefined,
      size: 3,
      loud: true,
      home: 'http://localhost',
      kind: 'disk',
      map: { a: 'b' },
    })
  })

  test('every violation is reported at once, with the variable’s name and the required value', () => {
    const violations = violationsOf({
      SIZE: '10',
      LOUD: 'maybe',
      HOME_URL: 'ftp://x',
      KIND: 'tape',
      MAP: '[',
    })
    expect(violations).toHaveLength(6)
    expect(violations.join('\n')).toMatch(/^NAME is not set \(A name.\)$/m)
    expect(violations.join('\n')).toMatch(/^SIZE must be a whole number from 1 to 9/m)
    expect(violations.join('\n')).toMatch(
      /^HOME_URL must be a URL that begins with http:\/\/ or https:\/\//m,
    )
    expect(violations.join('\n')).toMatch(/^KIND must be one of disk, s3/m)
  })

  test.each(['-1', '1.5', '0x3', ' 3', '1e1'])('%j is not a whole number', (SIZE) => {
    expect(violationsOf({ NAME: 'a', SIZE })).toHaveLength(1)
  })

  test('a key is 32 bytes, and no violation contains its text', () => {
    const read = (text: string): Buffer =>
      readVariables({ key: secretKey('KEY', { about: 'Seals' }) }, { KEY: text }).key
    const key = Buffer.alloc(32, 7)

    expect(read(key.toString('base64'))).toEqual(key)
    expect(() => read('dG9vIHNob3J0')).toThrow(/^(?!.*dG9v)[^]*KEY must be 32 bytes in base64/)
  })

  test('the table for the README names every variable and its default, and marks secrets', () => {
    const table = describeVariables(variables)
    expect(table).toContain('| `NAME` | **required** | A name. |')
    expect(table).toContain('| `NOTE` | – | A note. |')
    expect(table).toContain('| `HOME_URL` | `http://localhost` | An address. Secret. |')
  })
})
