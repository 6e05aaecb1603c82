import { scaled } from '@takeoff/kit/testing/scale'
import { seededRandom } from '@takeoff/kit/testing/seeded-random'
import { expect, test } from 'vitest'
import { UnreadableMeasurementsError } from '../../src/domain/measurement-files/measurement-file.ts'
import type { MeasurementFileContent } from '../../src/domain/measurement-files/measurement-file.ts'
import { readMeasurementFile } from '../../src/domain/measurement-files/read-measurement-file.ts'
import { bytesOf, examples, textOf } from './example.ts'
import type { Example } from './example.ts'
import { printedNumber, readingsOfJson, readingsOfXml } from './independent-reading.ts'

const FILES = scaled(10_000, 500)
/** The hundredths to which figures are rounded, per part of a sum. */
const TOLERANCE = 0.011
const SEED = Number(process.env['SEED'] ?? 28)

const WORDS = [
  '0',
  '9',
  '-',
  '.',
  ',',
  'e9',
  '"',
  '<',
  '>',
  '/',
  '&',
  '&lt;',
  ' ',
  '\n',
  '{',
  '}',
  '[',
  ']',
  'null',
  'true',
  '\u00e9',
  '\ud83d\ude00',
  ' m',
  ' ft',
  'EAVE',
  'RIDGE',
  'ROOF',
  'LINE',
  'P1',
  'L1',
  '1e400',
  '9'.repeat(30),
  '\0',
  '<!--',
  '-->',
  '<![CDATA[',
  ']]>',
  '<?x ?>',
  '@',
  '__proto__',
]

/** A copy with one to three small changes: bytes, digits, words, and parts removed, repeated or moved. */
function mutate(bytes: Uint8Array, random: () => number): Uint8Array {
  let mutated = Buffer.from(bytes)
  const below = (max: number) => Math.floor(random() * max)
  for (let change = 0; change <= below(3); change += 1) {
    const at = below(mutated.length)
    const end = Math.min(mutated.length, at + 1 + below(random() < 0.5 ? 8 : 400))
    const [before, part, after] = [
      mutated.subarray(0, at),
      mutated.subarray(at, end),
      mutated.subarray(end),
    ]
    const word = Buffer.from(WORDS[below(WORDS.length)] ?? '')
    const changes = [
      () => Buffer.concat([before, after]),
      () => Buffer.concat([before, part, part, after]),
      () => Buffer.concat([before, word, part, after]),
      () => Buffer.concat([before, word, after]),
      () => Buffer.concat([after, part, before]),
      () => Buffer.concat([before, Buffer.from([below(256)]), part.subarray(1), after]),
      () => withDigit(mutated, at, String(below(10))),
      () => withLine(mutated, below, random() < 0.5),
    ]
    mutated = Buffer.from((changes[below(changes.length)] ?? (() => mutated))())
  }
  return mutated
}

/** Another digit, where the first one behind a place is: the file stays well-formed. */
function withDigit(bytes: Buffer, at: number, digit: string): Buffer {
  const text = bytes.toString('latin1')
  const place = text.slice(at).search(/\d/)
  return place < 0
    ? bytes
    : Buffer.from(`${text.slice(0, at + place)}${digit}${text.slice(at + place + 1)}`, 'latin1')
}

/** A whole line is removed or repeated: the file often stays well-formed. */
function withLine(bytes: Buffer, below: (max: number) => number, isRemoved: boolean): Buffer {
  const lines = bytes.toString('latin1').split('\n')
  const at = below(lines.length)
  lines.splice(at, 1, ...(isRemoved ? [] : [lines[at] ?? '', lines[at] ?? '']))
  return Buffer.from(lines.join('\n'), 'latin1')
}

/** What a figure should be; undefined when the independent reading does not know it. */
type Expected = (name: string, provenance: string) => number | undefined

function expectationsOf(example: Example, bytes: Uint8Array): Expected {
  const text = new TextDecoder().decode(bytes)
  if (example === 'takeoff.csv') return expectationsOfCsv(text)
  if (example.endsWith('.xml') || example === 'eagleview.json') {
    const { printed, computed } = example.endsWith('.xml')
      ? readingsOfXml(text)
      : readingsOfJson(text)
    return (name, provenance) => (provenance === 'summary' ? printed : computed).get(name)
  }
  const json = JSON.parse(text) as unknown
  return (name) => {
    if (name.startsWith('roof.pitch.')) return undefined
    const found = FULL[name] ?? name
    const places = [
      json,
      at(json, ['summary']),
      ...Object.values(json as object),
      at(json, ['jobs', '0', 'measurements']),
    ]
    const values = places.flatMap((place) => [
      at(place, found.split('.')),
      at(place, name.split('.')),
    ])
    const value = values.find((one) => one !== undefined && one !== null)
    return typeof value === 'number' ? value : printedNumber(JSON.stringify(value).slice(1, -1))
  }
}

const FULL: Readonly<Record<string, string>> = {
  'corners.inside.qty': 'corners.inside_corners_qty',
  'corners.inside.len': 'corners.inside_corners_len',
  'corners.outside.qty': 'corners.outside_corners_qty',
  'corners.outside.len': 'corners.outside_corners_len',
  'accessories.vents.qty': 'accessories.vents_qty',
  'accessories.vents.area': 'accessories.vents_area',
}
const GAF_NAMES: Readonly<Record<string, string>> = {
  'roof.roof_facets.area': 'TotalArea',
  'roof.ridges.length': 'RidgeLength',
  'roof.hips.length': 'HipLength',
  'roof.valleys.length': 'ValleyLength',
  'roof.eaves_rakes.length': 'EaveRakeLength',
}

function at(json: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null
        ? (value as Record<string, unknown>)[key]
        : undefined,
    json,
  )
}

function expectationsOfCsv(text: string): Expected {
  // A cell may have line breaks.
  const [, header = '', row = ''] = /^\s*([^\r\n]*)\s+([^]*)$/.exec(text) ?? []
  const cells = row.match(/"(?:[^"]|"")*"|[^,]+|(?<=,)(?=,)/g) ?? []
  const names = header.split(',').map((name) => name.trim())
  return (name) => {
    const cell = cells[names.indexOf(name)]
    return cell === undefined || name.startsWith('roof.pitch.')
      ? undefined
      : Number(cell.replaceAll('"', ''))
  }
}

function read(bytes: Uint8Array): MeasurementFileContent | undefined {
  try {
    return readMeasurementFile(bytes)
  } catch (error) {
    if (error instanceof UnreadableMeasurementsError) return undefined
    throw error
  }
}

test(`${FILES} mutated files are refused, or have the figures of an independent reading`, () => {
  const random = seededRandom(SEED)
  const wrong: string[] = []
  const counts = { refused: 0, read: 0, figures: 0 }
  for (let index = 0; index < FILES; index += 1) {
    const example = examples[index % examples.length] ?? 'gaf.json'
    const bytes = mutate(bytesOf(example), random)
    const content = read(bytes)
    if (content === undefined) {
      counts.refused += 1
      continue
    }
    counts.read += 1
    const expected = expectationsOf(example, bytes)
    for (const { name, value, provenance } of content.figures) {
      if (typeof value !== 'number') continue
      const own = expected(
        content.source.vendor === 'GAF' ? (GAF_NAMES[name] ?? name) : name,
        provenance,
      )
      // A size that is no number is replaced by that of the outline.
      if (own === undefined || (Number.isNaN(own) && provenance === 'geometry')) continue
      counts.figures += 1
      if (Math.abs(value - own) <= TOLERANCE + own * 1e-9) continue
      wrong.push(`file ${index}, ${example}: ${name} by ${provenance} is ${value}, not ${own}`)
    }
  }
  expect(wrong).toEqual([])
  expect(counts.read).toBeGreaterThan(FILES / 20)
  expect(counts.refused).toBeGreaterThan(FILES / 4)
  expect(counts.figures).toBeGreaterThan(FILES)
}, 300_000)

test('the independent reading has the figures of the house', () => {
  const { printed, computed } = readingsOfXml(textOf('eagleview.xml'))
  expect([printed.get('roof.roof_facets.area'), computed.get('roof.roof_facets.area')]).toEqual([
    2580, 2580,
  ])
  expect(readingsOfJson(textOf('eagleview.json'))).toEqual({ printed, computed })
})
