import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import {
  ConfigError,
  flag,
  integer,
  json,
  oneOf,
  optionalText,
  readVariables,
  text,
  url,
} from './config.ts'
import { describeVariables } from '../testing/describe-variables.ts'
import { secretKeys, secrets } from './config-secrets.ts'

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
    const read = (text: string) =>
      readVariables({ keys: secretKeys('KEY', { about: 'Seals' }) }, { KEY: text }).keys
    const [key, other] = [Buffer.alloc(32, 7), Buffer.alloc(32, 8)]

    expect(read(key.toString('base64'))).toEqual([key])
    expect(read(`${key.toString('base64')}, ${other.toString('base64')}`)).toEqual([key, other])
    expect(() => read('dG9vIHNob3J0')).toThrow(/^(?!.*dG9v)[^]*KEY must be 32 bytes in base64/)
  })

  test('the table for the README names every variable and its default, and marks secrets', () => {
    const table = describeVariables(variables)
    expect(table).toContain('| `NAME` | **required** | A name. |')
    expect(table).toContain('| `NOTE` | – | A note. |')
    expect(table).toContain('| `HOME_URL` | `http://localhost` | An address. Secret. |')
    expect(table).toMatch(/`NAME_FILE` may name the file/)
  })

  test('the table without a secret says nothing of files', () => {
    expect(describeVariables({ name: variables.name })).not.toContain('_FILE')
  })
})

describe('a secret', () => {
  const SECRET = 's'.repeat(32)
  const read = (env: Record<string, string>) =>
    readVariables({ keys: secrets('KEY', { about: 'Signs.' }) }, env).keys
  let folder: string
  const fileOf = async (text: string): Promise<string> => {
    const file = path.join(folder, 'secret')
    await writeFile(file, text)
    return file
  }

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'takeoff-secrets-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  test('has at least 32 characters, and no violation contains it', () => {
    expect(read({ KEY: SECRET })).toEqual([SECRET])
    expect(() => read({ KEY: SECRET.slice(1) })).toThrow(
      /^(?!.*ssss)[^]*KEY must have at least 32 characters/,
    )
  })

  test.each(['', '\n', '\r\n'])('is read from a file that ends with %j', async (end) => {
    expect(read({ KEY_FILE: await fileOf(`${SECRET}${end}`) })).toEqual([SECRET])
  })

  test('is one of a list, each of which has at least 32 characters', async () => {
    const other = 'o'.repeat(32)

    expect(read({ KEY: `${SECRET},${other}` })).toEqual([SECRET, other])
    expect(read({ KEY_FILE: await fileOf(`${SECRET},\n${other}\n`) })).toEqual([SECRET, other])
    for (const list of [`${SECRET},short`, `${SECRET},`, ','])
      expect(() => read({ KEY: list })).toThrow('KEY must have at least 32 characters')
  })

  test('is refused where the variable and the file are both set', async () => {
    const KEY_FILE = await fileOf(SECRET)

    expect(() => read({ KEY: SECRET, KEY_FILE })).toThrow('KEY and KEY_FILE are both set')
    expect(read({ KEY: '', KEY_FILE })).toEqual([SECRET])
    expect(read({ KEY: SECRET, KEY_FILE: '' })).toEqual([SECRET])
  })

  test('in a file meets the same rules as in the variable', async () => {
    const KEY_FILE = await fileOf('short')

    expect(() => read({ KEY_FILE })).toThrow('KEY must have at least 32 characters')
  })

  test('in a file that is empty or cannot be read is refused', async () => {
    const KEY_FILE = await fileOf('\n')

    expect(() => read({ KEY_FILE })).toThrow(`KEY is empty in ${KEY_FILE}`)
    expect(() => read({ KEY_FILE: '/none' })).toThrow('KEY cannot be read from /none: ENOENT')
  })

  test('alone can be in a file', async () => {
    const env = { NAME_FILE: await fileOf('a') }

    expect(() => readVariables(variables, env)).toThrow('NAME is not set')
  })
})
