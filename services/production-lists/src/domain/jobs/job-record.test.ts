import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { jobColumns, readJobCells, recordOfCells } from '@takeoff/contracts/jobs/job-record-cells'
import type { JobToWrite } from '@takeoff/contracts/jobs/job-record-cells'
import { readJobRecord } from '@takeoff/contracts/jobs/job-record'
import { measurementPaths, parseMeasurements } from '@takeoff/contracts/jobs/measurements'
import { UnknownMeasurements } from '@takeoff/contracts/jobs/unknown-measurements'
import { jobFileHead, writeJobRecord } from './write-job-record.ts'

const number = fc.oneof(
  fc.integer({ min: -1_000_000, max: 1_000_000 }),
  fc.double({ min: 1e-9, max: 1e9, noNaN: true }),
)
const text = fc.oneof(
  fc.string({ unit: 'binary' }).filter((s) => !s.includes('\0')),
  fc.constantFrom(
    '',
    '12',
    '1.50',
    'null',
    'true',
    '"',
    '{}',
    ' a\r\nb ',
    '=1+1',
    "'-1",
    '\ufeffx',
    'Größe 🏠',
    ',',
  ),
)
const key = fc.oneof(
  text,
  fc.constantFrom(
    'roof',
    'ridges',
    'length',
    'roof.ridges.length',
    'other',
    'name',
    'pitch',
    '0',
    'constructor',
  ),
)
const json = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constant(null),
    fc.boolean(),
    number,
    text,
    tie('many'),
  ),
  many: fc.oneof(
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(key, tie('value'), { maxKeys: 4, noNullPrototype: true }),
  ),
})).value

/** Values at some of the known paths, among arbitrary other keys. */
const measured = fc
  .tuple(
    fc.dictionary(key, json, { maxKeys: 5, noNullPrototype: true }),
    fc.array(fc.tuple(fc.constantFrom(...measurementPaths), json), { maxLength: 8 }),
  )
  .map(([around, places]) =>
    places.reduce((whole, [path, value]) => put(whole, path, value), around),
  )

type JsonObject = Record<string, unknown>

function put(
  whole: JsonObject,
  [head = '', ...rest]: readonly string[],
  value: unknown,
): JsonObject {
  if (rest.length === 0) return { ...whole, [head]: value }
  const inner = whole[head]
  const isObject = typeof inner === 'object' && inner !== null && !Array.isArray(inner)
  return { ...whole, [head]: put(isObject ? (inner as JsonObject) : {}, rest, value) }
}

const word = text.filter((t) => t.trim() !== '' && t.length <= 200)
const job: fc.Arbitrary<JobToWrite> = fc.record({
  externalIdentifier: word,
  name: fc.option(word),
  measurements: fc.option(measured, { nil: undefined }),
})

function readNdjson(file: string): unknown[] {
  const lines = file.split('\n').filter((line) => line !== '')
  return lines.map((line) => JSON.parse(line))
}

/** The cells as parsed, before any check. */
function readCsv(file: string): unknown[] {
  const [columns = [], ...rows] = parse(file, { bom: true })
  return rows.map((cells) => recordOfCells(columns, cells))
}

const recordOf = ({ externalIdentifier, name, measurements }: JobToWrite) => ({
  externalIdentifier,
  ...(name !== null && { name }),
  ...(measurements !== undefined && { measurements }),
})

describe('import → export → import is the identity', () => {
  test('of NDJSON, for any JSON', () => {
    fc.assert(
      fc.property(fc.array(job, { maxLength: 4 }), (jobs) => {
        const file = jobs.map((each) => writeJobRecord(each, 'ndjson')).join('')
        expect(readNdjson(jobFileHead('ndjson') + file)).toEqual(jobs.map(recordOf))
      }),
    )
  })

  test('of CSV, for any JSON', () => {
    fc.assert(
      fc.property(fc.array(job, { maxLength: 4 }), (jobs) => {
        const file = jobs.map((each) => writeJobRecord(each, 'csv')).join('')
        const expected = jobs.map((each) => ({ kind: 'read', json: recordOf(each) }))
        expect(readCsv(jobFileHead('csv') + file)).toEqual(expected)
      }),
      { numRuns: 400 },
    )
  })

  test('of CSV, for measurements exported by a tool', () => {
    const size = fc.option(fc.double({ min: 0.001, max: 1e7, noNaN: true }))
    const tool = fc
      .array(fc.tuple(fc.constantFrom(...measurementPaths.filter(([, p]) => p !== 'pitch')), size))
      .map((places) => places.reduce((whole, [path, value]) => put(whole, path, value), {}))
    fc.assert(
      fc.property(tool, (measurements) => {
        const each = { externalIdentifier: 'A-1', name: 'Maple Street', measurements }
        const [read] = readCsv(jobFileHead('csv') + writeJobRecord(each, 'csv'))
        expect(read).toEqual({ kind: 'read', json: each })
        expect(readJobRecord(each)).toEqual({ kind: 'accepted', record: each })
      }),
    )
  })
})

/** Keys that measurements did not know at first, and kept with any value. */
const ADDED =
  /^(walls|footprint)\.|\.walls$|^area\.total\.other|^openings\.area|^roof\.(eaves_rakes|parapets|penetrations|predominant_pitch|suggested_waste)|^roofline\.(fascia|\w+_frieze_board)|^corners\.(obtuse|masonry|siding_to_masonry)_/

test('a job in NDJSON has no line break but its end', () => {
  const each = { externalIdentifier: 'A-1', name: null, measurements: { note: 'a\u2028b\u2029c' } }
  expect(writeJobRecord(each, 'ndjson')).toBe(
    '{"externalIdentifier":"A-1","measurements":{"note":"a\\u2028b\\u2029c"}}\n',
  )
})

test('no cell of a job is a formula, and a negative number stays a number', () => {
  const measurements = { roof: { ridges: { length: -3.5 } }, note: '=1+1' }
  const each = { externalIdentifier: '=1+1', name: '@SUM(1)', measurements }
  const row = writeJobRecord(each, 'csv')
  const [cells = []] = parse(row)
  expect(cells.filter((cell) => cell !== '')).toEqual([
    "'=1+1",
    "'@SUM(1)",
    '-3.5',
    '{"note":"=1+1"}',
  ])
  expect(readCsv(jobFileHead('csv') + row)).toEqual([{ kind: 'read', json: recordOf(each) }])
})

test('a cell of a job with a separator of spreadsheets in other locales is quoted, and read back', () => {
  const measurements = { note: '=3+3' }
  const each = { externalIdentifier: 'A;=1+1', name: 'Maple\t=2+2|=3+3', measurements }
  const row = writeJobRecord(each, 'csv')
  for (const field of ['"A;=1+1"', '"Maple\t=2+2|=3+3"']) expect(row).toContain(field)
  expect(readCsv(jobFileHead('csv') + row)).toEqual([{ kind: 'read', json: recordOf(each) }])
})

describe('the columns of the CSV', () => {
  test('are those of the job, the known measurements, and one for everything else', () => {
    expect(jobColumns.slice(0, 3)).toEqual(['externalIdentifier', 'name', 'roof.roof_facets.area'])
    expect(jobColumns.at(-1)).toBe('other')
  })

  test.each(measurementPaths.map((path) => path.join('.')))('%s is known', (column) => {
    const others = new Map<string, unknown>([
      ['roof.pitch', [{ area: 1 }]],
      ['roof.predominant_pitch', '6/12'],
    ])
    const unknown = new UnknownMeasurements()
    unknown.add(put({}, column.split('.'), others.get(column) ?? 1), '')
    expect(unknown.sentences()).toEqual([])
  })

  test('with numbers refuse a text, but for those that were unknown before', () => {
    const lenient = measurementPaths
      .map((path) => path.join('.'))
      .filter((column) => parseMeasurements(put({}, column.split('.'), 'x')).kind === 'accepted')
    expect(lenient.filter((column) => !ADDED.test(column))).toEqual([])
    expect(lenient).toContain('roof.predominant_pitch')
  })
})

describe('a row', () => {
  const read = (cells: Record<string, string>) =>
    readJobCells(Object.keys(cells), Object.values(cells))

  test('leaves out empty cells', () => {
    const cells = { externalIdentifier: 'A-1', name: '', 'roof.ridges.length': '', other: '' }
    expect(read(cells)).toEqual({ kind: 'accepted', record: { externalIdentifier: 'A-1' } })
  })

  test('keeps unknown columns as unknown keys', () => {
    const cells = {
      externalIdentifier: 'A-1',
      'roof.drone.height': '12.5',
      zip: '01234',
      note: '"7"',
    }
    expect(read(cells)).toMatchObject({
      record: { measurements: { roof: { drone: { height: 12.5 } }, zip: '01234', note: '7' } },
    })
  })

  test.each([
    [{ name: 'x' }, null, 'externalIdentifier', 'is missing'],
    [{ externalIdentifier: 'A', other: '{' }, 'A', 'other', 'is not JSON'],
    [
      { externalIdentifier: 'A', other: '[1]', 'roof.ridges.length': '1' },
      'A',
      'roof.ridges.length',
      'does not fit beside what the column other holds',
    ],
    [
      { externalIdentifier: 'A', other: '{"roof":7}', 'roof.ridges.length': '1' },
      'A',
      'roof.ridges.length',
      'does not fit beside what the column other holds',
    ],
    [
      { externalIdentifier: 'A', other: '{"a":1}', a: '2' },
      'A',
      'a',
      'does not fit beside what the column other holds',
    ],
    [
      { externalIdentifier: 'A', '__proto__.x': '1' },
      'A',
      'measurements.__proto__',
      'is a key that cannot be kept',
    ],
    [
      { externalIdentifier: 'A', 'roof.ridges.length': '-1' },
      'A',
      'measurements.roof.ridges.length',
      'must not be negative',
    ],
  ])('%j is refused', (cells, externalIdentifier, path, reason) => {
    expect(read(cells)).toEqual({ kind: 'rejected', externalIdentifier, path, reason })
    expect(({} as Record<string, unknown>)['x']).toBeUndefined()
  })
})

test.each([
  [[], '', 'a record must be an object'],
  [{ externalIdentifer: 'A' }, 'externalIdentifer', 'has no place in a record'],
  [{ externalIdentifier: 7 }, 'externalIdentifier', 'must be text in quotes'],
  [{ externalIdentifier: ' ' }, 'externalIdentifier', 'must not be blank'],
  [{ externalIdentifier: 'A', name: 7 }, 'name', 'must be text in quotes'],
  [{ externalIdentifier: 'A', measurements: 'x' }, 'measurements', 'must be object, not string'],
])('the record %j is refused', (record, path, reason) => {
  const read = readJobRecord(record)
  expect(read).toMatchObject({ kind: 'rejected', path })
  expect(read.kind === 'rejected' ? read.reason : '').toContain(reason)
})
