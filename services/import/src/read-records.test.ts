import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { readRecords, readerOf } from './read-records.ts'

const folder = await mkdtemp(path.join(tmpdir(), 'takeoff-records-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

/** The keys and violations read from a file, with the error that ended the read last. */
async function read(name: string, content: string | Uint8Array) {
  const file = path.join(folder, name)
  await writeFile(file, content)
  const seen: string[] = []
  const notes: string[] = []
  let bytes = 0
  const source = {
    name,
    path: file,
    onBytes: (count: number) => void (bytes += count),
    note: (text: string) => void notes.push(text),
  }
  try {
    for await (const each of readRecords(source)) {
      if (each.kind === 'accepted') seen.push(each.record.externalIdentifier)
      else seen.push(`${each.externalIdentifier}: ${each.path} ${each.reason}`)
    }
  } catch (error) {
    seen.push((error as Error).message)
  }
  return { seen, notes, bytes }
}

const records = (...keys: string[]) => keys.map((externalIdentifier) => ({ externalIdentifier }))

describe('a JSON file', () => {
  test.each([
    ['an array', JSON.stringify(records('A', 'B'))],
    ['an object with jobs', JSON.stringify({ at: 1, jobs: records('A', 'B'), by: [{ jobs: [] }] })],
    ['a byte order mark', `\ufeff ${JSON.stringify(records('A', 'B'))}\n`],
  ])('with %s is read record by record', async (_content, text) => {
    const { seen, bytes } = await read('a.json', text)
    expect(seen).toEqual(['A', 'B'])
    expect(bytes).toBe(Buffer.byteLength(text))
  })

  test('longer than one chunk is read completely', async () => {
    const keys = Array.from({ length: 5000 }, (_, index) => `Größe-${index}-🏠`)
    expect((await read('a.json', JSON.stringify(records(...keys)))).seen).toEqual(keys)
  })

  test('without records gives no record', async () => {
    expect((await read('a.json', '[]')).seen).toEqual([])
  })

  test.each([
    ['[{"externalIdentifier":"A"}, oops', ['A', 'after record 1: Unexpected "o" at character 29']],
    ['[{"externalIdentifier":"A"},{"ext', ['A', 'after record 1: it ends too early']],
    ['[{"externalIdentifier":"A"}] {}', ['A', 'after record 1']],
    ['{"job":[]}', ['a.json holds no records']],
    ['{"jobs":{"a":{}}}', ['a.json holds no records']],
    ['"text"', ['a.json holds no records']],
    ['', ['a.json is empty.']],
    [' \n', ['a.json is empty.']],
  ])('%j is read up to its first error', async (text, expected) => {
    const { seen } = await read('a.json', text)
    expect(seen).toEqual(expected.map((part) => expect.stringContaining(part) as unknown))
  })
})

test('in a file with one record per line, a line that is not JSON is a bad record', async () => {
  const lines = ['\ufeff{"externalIdentifier":"A"}', '', 'oops', '[]', '{"externalIdentifier":"B"}']
  expect((await read('a.jsonl', lines.join('\r\n'))).seen).toEqual([
    'A',
    expect.stringContaining('null:  the line is not JSON'),
    'null:  a record must be an object',
    'B',
  ])
})

test.each([
  ['a.ndjson', `{"externalIdentifier":"A"}\n${'x'.repeat(6_000_000)}`],
  ['a.csv', `externalIdentifier\nA\n"${'x\n'.repeat(3_000_000)}`],
])('%s: a record without end stops the read', async (name, content) => {
  const { seen } = await read(name, content)
  expect(seen).toEqual(['A', expect.stringMatching(/of more than|Max Record Size/)])
})

describe('a CSV file', () => {
  test('may have a byte order mark, Windows line ends and line breaks in quotes', async () => {
    const rows = ['\ufeffexternalIdentifier, name ', '"A ""1""","Two\r\nlines"', 'B,', '']
    expect((await read('a.csv', rows.join('\r\n'))).seen).toEqual([
      'A "1": name must be one line of printable characters',
      'B',
    ])
  })

  test('with bad rows gives a violation for each and is read to its end', async () => {
    const rows = ['externalIdentifier,name,roof.ridges.length', 'A', ',x,1', 'B,x,long', 'C,,12.50']
    expect((await read('a.csv', rows.join('\n'))).seen).toEqual([
      'A:  the row has 1 cells where the header has 3',
      'null: externalIdentifier is missing',
      'B: measurements.roof.ridges.length must be number, not string',
      'C',
    ])
  })

  test('with columns that are not known measurements gives a note for each', async () => {
    const { notes } = await read('a.csv', 'externalIdentifier,roof.ridge.length\nA,1')
    expect(notes).toEqual([expect.stringContaining('"roof.ridge.length" is no known measurement')])
  })

  test.each([
    ['key,name\nA,x', 'has no column externalIdentifier in its first line; there are: key, name.'],
    ['externalIdentifier;name\nA;x', 'does not separate its columns by commas'],
    ['externalIdentifier,name,name\nA,x,y', 'has the column "name" twice'],
    ['externalIdentifier,,name\nA,x,y', 'has a column without a name: number 2'],
    ['externalIdentifier\n"A', 'is not CSV: Quote Not Closed'],
    [Buffer.from('externalIdentifier\nGr\xf6\xdfe', 'latin1'), 'is not UTF-8. Save it as UTF-8'],
    [Buffer.from('\ufeffexternalIdentifier\nA', 'utf16le'), 'is not UTF-8'],
    ['', 'is empty'],
  ])('%j is refused', async (content, expected) => {
    const { seen } = await read('a.csv', content)
    expect(seen.at(-1)).toContain(expected)
  })
})

test('a file of another format is refused', () => {
  expect(() => readerOf('jobs.xlsx')).toThrow('must end in .json, .ndjson, .jsonl, .csv')
  expect(readerOf('JOBS.CSV')).toBe(readerOf('jobs.csv'))
})
