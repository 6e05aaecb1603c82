import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { disposeAfterAll } from '@takeoff/kit/testing/dispose-after-all'
import { openTemporaryFolder } from '@takeoff/kit/testing/temporary-folder'
import { describe, expect, test } from 'vitest'
import { readRecords, readerOf } from './read-records.ts'

const { path: folder } = await disposeAfterAll(openTemporaryFolder('takeoff-records'))

/** The keys and violations read from a file, with the error that ended the read last. */
async function read(name: string, content: string | Uint8Array) {
  const file = path.join(folder, name)
  await writeFile(file, content)
  const seen: string[] = []
  const lines: number[] = []
  let bytes = 0
  const source = {
    name,
    path: file,
    stop: new AbortController().signal,
    onBytes: (count: number) => void (bytes += count),
  }
  try {
    for await (const { line, read: each } of readRecords(source)) {
      lines.push(line)
      if (each.kind === 'accepted') seen.push(each.record.externalIdentifier)
      else seen.push(`${each.externalIdentifier}: ${each.path} ${each.reason}`)
    }
  } catch (error) {
    seen.push((error as Error).message)
  }
  return { seen, lines, bytes }
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

  test.each(['[]', '{"jobs":[]}', '{"at":"jobs","jobs":[ ],"by":[]}'])(
    'without records gives no record: %j',
    async (text) => {
      expect((await read('a.json', text)).seen).toEqual([])
    },
  )

  test.each([
    [
      '[{"externalIdentifier":"A"}, oops',
      ['A', 'after record 1: Unexpected "o" at character 29, on line 1'],
    ],
    ['[{"externalIdentifier":"A"},{"ext', ['A', 'after record 1: it ends too early']],
    ['[{"externalIdentifier":"A"}] {}', ['A', 'after record 1']],
    ['{"at":"jobs","job":[]}', ['a.json holds no records']],
    ['{"job":{"jobs":[]}}', ['a.json holds no records']],
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
  expect(seen).toEqual(['A', expect.stringMatching(/ more than 5000000 characters on line [23]/)])
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
      'A:  the row has 1 cells, the header 3; put quotes around a cell with a comma',
      'null: externalIdentifier is missing',
      'B: measurements.roof.ridges.length must be number, not string',
      'C',
    ])
  })

  test.each([
    ['key,name\nA,x', 'has no column externalIdentifier in its first line; there are: key, name.'],
    ['externalIdentifier;name\nA;x', 'does not separate its columns by commas'],
    ['externalIdentifier,name,name\nA,x,y', 'has the column "name" twice'],
    ['externalIdentifier,,name\nA,x,y', 'has a column without a name: number 2'],
    ['externalIdentifier\nB\n\n"A\n\n', 'a.csv has a quote on line 4 that is never closed.'],
    [
      'externalIdentifier\n3/4" A',
      'a.csv has a quote inside a cell without quotes on line 2. Put quotes',
    ],
    [
      'externalIdentifier\n"3/4" A"',
      'a.csv has text behind the closing quote of a cell on line 2. Double',
    ],
    [Buffer.from('externalIdentifier\nGr\xf6\xdfe', 'latin1'), 'is not UTF-8. Save it as UTF-8'],
    [Buffer.from('\ufeffexternalIdentifier\nA', 'utf16le'), 'is not UTF-8'],
    ['', 'is empty'],
  ])('%j is refused', async (content, expected) => {
    const { seen } = await read('a.csv', content)
    expect(seen.at(-1)).toContain(expected)
  })
})

test.each([
  ['a.ndjson', '\n{"externalIdentifier":"A"}\r\n\n\n{"externalIdentifier":"B"}\n[]', [2, 5, 6]],
  ['a.csv', '\n\nexternalIdentifier,name\n\nA,"x\n\ny"\n\nB,\nC', [5, 9, 10]],
  ['a.csv', 'externalIdentifier,name\r\nA,"x\r\ny"\r\nB,\r\n', [2, 4]],
  ['a.json', '\n[\n  {\n "externalIdentifier": "Größe"},{"a":[{}]\n},\n\n "x", 1]', [3, 4, 7, 7]],
  ['a.json', '{"at": [1],\n"jobs": [\n{"b":\n{}},\n[]\n]}', [3, 5]],
  ['a.json', `${' \n'.repeat(70_000)}[{},\n{}]`, [70_001, 70_002]],
])('%s: each record of %j has the line on which it begins', async (name, text, expected) => {
  expect((await read(name, text)).lines).toEqual(expected)
})

test('a file of another format is refused', () => {
  expect(() => readerOf('jobs.xlsx')).toThrow('must end in .json, .ndjson, .jsonl, .csv')
  expect(readerOf('JOBS.CSV')).toBe(readerOf('jobs.csv'))
})
