import { parseMeasurements } from '@takeoff/contracts/jobs/measurements'
import { describe, expect, test } from 'vitest'
import { readDevelopmentTemplates } from '../../src/development-data.ts'
import { draftItems } from '../../src/domain/lists/draft-items.ts'
import { readMeasurementFile } from '../../src/domain/measurement-files/read-measurement-file.ts'
import { bytesOf, examples, figuresIn, readFileText, refusalOf, textOf } from './example.ts'
import type { Example } from './example.ts'

/** Worked out by hand: gables of 3-4-5 triangles, a porch of 5-12-13, and four hips of √369 feet. */
const HOUSE = {
  'roof.roof_facets.area': 2580,
  'roof.roof_facets.total': 7,
  'roof.valleys.length': 13,
  'roof.rakes.length': 93,
  'roof.gutters_eaves.length': 196,
  'roof.flashing.length': 20,
  'roof.step_flashing.length': 13,
  'roof.pitch.9/12': 2320,
  'roof.pitch.5/12': 260,
  'area.total.walls': 700,
  'area.facades.walls': 660,
  'openings.quantity': 1,
  'openings.total_perimeter': 26,
  'corners.outside.qty': 4,
  'corners.outside.len': 40,
}
const whole = examples.filter((example) => example !== 'gaf.json')
const read = (example: Example) => readMeasurementFile(bytesOf(example))

test.each(whole)('%s has the figures of the house', (example) => {
  expect(figuresIn(read(example))).toMatchObject(HOUSE)
})

test.each([
  ['eagleview.xml', { vendor: 'EAGLEVIEW', format: 'XML', version: '1.2', reportId: '70000001' }],
  ['eagleview.json', { vendor: 'EAGLEVIEW', format: 'JSON', version: '1.2', reportId: '70000001' }],
  ['hover.xml', { vendor: 'HOVER', format: 'XML', version: '1.1', reportId: '800001' }],
  ['hover.json', { vendor: 'HOVER', format: 'JSON', version: null, reportId: '800001' }],
  ['gaf.json', { vendor: 'GAF', format: 'JSON', version: null, reportId: '900001' }],
  ['takeoff.json', { vendor: 'TAKEOFF', format: 'JSON', version: null, reportId: null }],
  ['takeoff.csv', { vendor: 'TAKEOFF', format: 'CSV', version: null, reportId: null }],
] as const)('%s names its source', (example, source) => {
  expect(read(example).source).toEqual(source)
})

test('XML and JSON of one report are the same', () => {
  const [xml, json] = [read('eagleview.xml'), read('eagleview.json')]
  expect(json.figures).toEqual(xml.figures)
  expect(json.measurements).toEqual(xml.measurements)
  expect([xml.warnings, json.warnings]).toEqual([[], []])
})

test('each figure says where it comes from', () => {
  const of = (example: Example) =>
    new Set(read(example).figures.map(({ provenance }) => provenance))
  const byName = new Map(read('eagleview.xml').figures.map((figure) => [figure.name, figure]))
  expect(byName.get('roof.hips.length')).toMatchObject({ value: 76.84, provenance: 'summary' })
  expect(byName.get('corners.outside.qty')).toMatchObject({ value: 4, provenance: 'geometry' })
  expect(of('hover.xml')).toEqual(new Set(['geometry']))
  expect(of('hover.json')).toEqual(new Set(['summary']))
  expect(of('takeoff.csv')).toEqual(new Set(['typed']))
})

describe('the computed list is the same from each file', async () => {
  const templates = await readDevelopmentTemplates()
  const listFrom = (example: Example) => {
    const parsed = parseMeasurements(read(example).measurements)
    if (parsed.kind === 'rejected') throw new Error(parsed.reason)
    const items = draftItems({
      templates: templates.filter(({ id }) => id === 1 || id === 3),
      measurements: parsed.measurements,
      defaultWasteFactor: 0.1,
    })
    return items.map(({ name, quantity }) => [name, quantity])
  }
  const expected = listFrom('takeoff.json')
  // HOVER's JSON does not split ridges and hips: the line that measures ridges alone has no length there.
  const isOfRidges = ([name]: readonly unknown[]) => /ridge vent/i.test(String(name))

  test('which has lines with quantities', () => {
    expect(expected.filter(([, quantity]) => Number(quantity) > 0).length).toBeGreaterThan(10)
  })

  test.each(whole)('%s', (example) => {
    const without =
      example.startsWith('hover') && example.endsWith('.json') ? isOfRidges : () => false
    const kept = (list: typeof expected) => list.filter((item) => !without(item))
    expect(kept(listFrom(example))).toEqual(kept(expected))
  })
})

test('GAF: eaves and rakes are one figure, with a warning', () => {
  const gaf = read('gaf.json')
  expect(figuresIn(gaf)).toEqual({
    'roof.roof_facets.area': 2580,
    'roof.ridges.length': 40,
    'roof.hips.length': 76.84,
    'roof.valleys.length': 13,
    'roof.eaves_rakes.length': 289,
    'roof.predominant_pitch': '9/12',
  })
  expect(gaf.warnings).toEqual([expect.stringContaining('eaves and rakes together')])
})

const eagleView = textOf('eagleview.xml')
const withoutSummary = eagleView.replace(/<OVERALL_SUMMARY>[^]*<\/OVERALL_SUMMARY>/, '')
const stated = (name: string, value: string) =>
  eagleView.replace(new RegExp(`(name="${name}" value=)"[^"]*"`), `$1"${value}"`)

describe('a report', () => {
  test('without an overall summary is computed from its geometry', () => {
    const content = readFileText(withoutSummary)
    expect(figuresIn(content)).toMatchObject({ ...HOUSE, 'roof.hips.length': 76.84 })
    expect(content.warnings).toEqual([])
  })

  test('of which a figure is not printed has that one from its geometry', () => {
    const content = readFileText(eagleView.replace(/<ATTRIBUTE name="TotalValleysLength".*?>/, ''))
    expect(content.figures.find(({ name }) => name === 'roof.valleys.length')).toEqual({
      name: 'roof.valleys.length',
      value: 13,
      kind: 'length',
      provenance: 'geometry',
    })
  })

  test('without lines of a type has no figure for it, and no zero', () => {
    const none = withoutSummary.replace(/<LINE [^>]*type="VALLEY"[^>]*>/, '')
    expect(readFileText(none).measurements).not.toHaveProperty('roof.valleys')
  })

  test('whose printed figure differs by more than 1 % from its geometry says so, and the printed one wins', () => {
    const content = readFileText(stated('TotalRoofArea', '2,700'))
    expect(figuresIn(content)['roof.roof_facets.area']).toBe(2700)
    expect(content.warnings[0]).toContain(
      'roof.roof_facets.area is 2700 by its summary and 2580 by its geometry',
    )
    expect(readFileText(stated('TotalRoofArea', '2,600')).warnings).toEqual([])
  })

  test('has the sum of its structures, whose ids may be the same', () => {
    const [structure = ''] = /<STRUCTURES>[^]*?<\/STRUCTURES>/.exec(withoutSummary) ?? []
    const twice = withoutSummary.replace(structure, structure.repeat(2))
    expect(figuresIn(readFileText(twice))['roof.roof_facets.area']).toBe(2580 + 1860)
  })

  test('has the sum of the overall summaries of its structures', () => {
    const [summary = ''] = /<OVERALL_SUMMARY>[^]*<\/OVERALL_SUMMARY>/.exec(eagleView) ?? []
    const each = withoutSummary.replaceAll('</STRUCTURES>', `${summary}</STRUCTURES>`)
    const content = readFileText(each)
    expect(figuresIn(content)).toMatchObject({
      'roof.roof_facets.area': 5160,
      'roof.pitch.9/12': 4640,
    })
    expect(figuresIn(content)).not.toHaveProperty('footprint.stories')
    expect(content.warnings).toContain(
      'NumberOfStories of several buildings has no sum, and was left out.',
    )
  })

  test('in metres is converted', () => {
    const feet = /<POINT id="P(\d+)" data="([^"]*)"/g
    const metres = withoutSummary
      .replaceAll(feet, (_, id: string, data: string) => {
        const converted = data.split(',').map((value) => Number(value) * 0.3048)
        return `<POINT id="P${id}" data="${converted.join(',')}"`
      })
      .replaceAll(
        /(size|unroundedsize|sizelesspenetrations)="([\d.]+)"/g,
        (_, name: string, value: string) => `${name}="${Number(value) * 0.3048 ** 2}"`,
      )
      .replaceAll(
        /perimeter="([\d.]+)"/g,
        (_, value: string) => `perimeter="${Number(value) * 0.3048}"`,
      )
      .replace('<EAGLEVIEW_EXPORT>', '<EAGLEVIEW_EXPORT units="meters">')
    const content = readFileText(metres)
    expect(figuresIn(content)).toMatchObject({ ...HOUSE, 'roof.hips.length': 76.84 })
    expect(content.warnings).toEqual([])
  })

  test('with absurd, negative or unreadable figures says so', () => {
    expect(readFileText(stated('TotalRoofArea', '500,000')).warnings).toContain(
      'roof.roof_facets.area is 500000, which is unlikely for a house. Check it.',
    )
    const negative = readFileText(stated('TotalEavesLength', '-196'))
    expect(negative.warnings).toContain(
      'roof.gutters_eaves.length is negative (-196) and was left out.',
    )
    expect(figuresIn(negative)['roof.gutters_eaves.length']).toBe(196)
    const stories = readFileText(stated('NumberOfStories', '&gt;1'))
    expect(figuresIn(stories)).not.toHaveProperty('footprint.stories')
    expect(stories.warnings[0]).toContain('NumberOfStories is ">1"')
  })

  test('with a face whose size is not that of its outline names the face', () => {
    const wrong = withoutSummary.replace(
      'size="800" unroundedsize="800"',
      'size="900" unroundedsize="900"',
    )
    expect(readFileText(wrong).warnings).toEqual([
      'The stated size of roof faces differs by more than 1 % from their outline (1): F1.',
    ])
  })

  test('with a line that has no points has no sum of its type', () => {
    const content = readFileText(withoutSummary.replace(/<POINT id="P1" [^>]*>/, ''))
    expect(figuresIn(content)).not.toHaveProperty('roof.rakes.length')
    expect(content.warnings).toContain(
      'roof.rakes.length was not computed. Lines without points that can be read: 1.',
    )
  })

  test('with latitude and longitude out of range says so', () => {
    expect(read('hover.xml').warnings).toEqual([
      'LOCATION has a lat of -90.5, which is out of range; are lat and long swapped? No figure depends on it.',
    ])
  })
})

const UTF16 = (text: string, isBig: boolean) => {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le')
  return isBig ? bytes.swap16() : bytes
}

describe('the encoding', () => {
  test.each([
    ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${eagleView}`)],
    ['UTF-16, little end first', UTF16(eagleView.replace('UTF-8', 'UTF-16'), false)],
    ['UTF-16, big end first', UTF16(eagleView.replace('UTF-8', 'UTF-16'), true)],
    [
      'Latin 1',
      Buffer.from(
        eagleView.replace('UTF-8', 'ISO-8859-1').replace('Sampleton', 'Sämpleton'),
        'latin1',
      ),
    ],
  ])('%s is read', (_name, bytes) => {
    expect(readMeasurementFile(bytes).figures).toEqual(read('eagleview.xml').figures)
  })

  test('of JSON and CSV may have a byte order mark', () => {
    for (const example of ['eagleview.json', 'takeoff.csv'] as const)
      expect(readFileText(`\ufeff${textOf(example)}`).figures).toEqual(read(example).figures)
  })

  test('of our own CSV may have rows without values, as a spreadsheet saves them', () => {
    const [head = '', row = ''] = textOf('takeoff.csv').split('\n')
    const blank = head.replace(/[^,]/g, '')
    const csv = [head, blank, row, blank, ''].join('\n')
    expect(readFileText(csv).figures).toEqual(read('takeoff.csv').figures)
  })

  test.each([
    [
      'bytes that are no UTF-8',
      Buffer.from(eagleView.replace('Sampleton', 'Sämpleton'), 'latin1'),
      'not UTF-8',
    ],
    [
      'UTF-16 that is declared only',
      eagleView.replace('UTF-8', 'UTF-16'),
      'declares the encoding "utf-16"',
    ],
    ['an unknown encoding', eagleView.replace('UTF-8', 'EBCDIC-US'), 'declares the encoding'],
    ['half of a UTF-16 character', UTF16(`<A b="\ud800"/>`, false), 'UTF-16LE'],
  ])('%s is refused', (_name, bytes, reason) => {
    expect(refusalOf(bytes)).toContain(reason)
  })
})

const laughs = `<?xml version="1.0"?><!DOCTYPE l [<!ENTITY a "ha">${Array.from({ length: 9 }, (_, index) => `<!ENTITY a${index} "${`&a${index - 1};`.repeat(10)}">`).join('')}]><EAGLEVIEW_EXPORT>&a8;</EAGLEVIEW_EXPORT>`

describe('refused is', () => {
  test.each<[string, Uint8Array | string, string]>([
    ['a billion laughs', laughs, 'document type declaration'],
    [
      'an external entity',
      eagleView.replace('<EAGLEVIEW', '<!DOCTYPE x SYSTEM "file:///etc/passwd"><EAGLEVIEW'),
      'document type declaration',
    ],
    ['an unknown entity', eagleView.replace('Sampleton', '&xxe;'), 'not well-formed'],
    ['deep nesting', `<EAGLEVIEW_EXPORT>${'<A>'.repeat(100_000)}`, 'more than 32 levels'],
    [
      'deep nesting in JSON',
      `{"EAGLEVIEW_EXPORT":${'{"A":'.repeat(10_000)}1${'}'.repeat(10_001)}`,
      'more than 32 levels',
    ],
    [
      'deep nesting of our own',
      `{"roof":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
      'nested deeper',
    ],
    [
      'a huge attribute',
      eagleView.replace('Sampleton', 'x'.repeat(200_000)),
      'an attribute of more than',
    ],
    [
      'very many elements',
      `<EAGLEVIEW_EXPORT>${'<A/>'.repeat(200_001)}</EAGLEVIEW_EXPORT>`,
      'more than 200000 elements',
    ],
    ['a large file', new Uint8Array(5_000_001).fill(0x20), 'at most 5000000 bytes'],
    [
      'a ZIP that is called XML',
      Buffer.from('PK\u0003\u0004xl/workbook.xml', 'latin1'),
      'ZIP archive, such as XLSX or ESX',
    ],
    ['a PDF', Buffer.from('%PDF-1.7'), 'is a PDF'],
    ['an old spreadsheet', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1]), 'XLS'],
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47]), 'a picture'],
    ['zeros', Buffer.alloc(100), 'holds no text'],
    ['nothing', '', 'is empty'],
    ['prose', 'Roof area 2580', 'Not recognised: XML, JSON, or CSV'],
    [
      'the mail of GAF',
      '<GAFQuickMeasure><TotalArea>1</TotalArea></GAFQuickMeasure>',
      'no public schema',
    ],
    ['another root', '<REPORTS><HOUSE/></REPORTS>', 'the root REPORTS with HOUSE'],
    ['a web page', '<html><body><br></body></html>', 'not well-formed'],
    [
      'a report without figures',
      '<EAGLEVIEW_EXPORT><REPORT reportId="1"/></EAGLEVIEW_EXPORT>',
      'Recognised: EAGLEVIEW_EXPORT, REPORT. Not found: OVERALL_SUMMARY/ATTRIBUTE',
    ],
    ['a line of another name', eagleView.replace('<LINE ', '<LYNE '), 'Not recognised in it: LYNE'],
    [
      'lines outside of a roof',
      eagleView.replaceAll('LINES>', 'LIMES>'),
      'outside of STRUCTURES/ROOF/LINES',
    ],
    ['an id twice', eagleView.replace('id="L2"', 'id="L1"'), 'have the id L1'],
    ['a line without a type', eagleView.replace('type="EAVE"', ''), 'has no type'],
    [
      'text between faces',
      eagleView.replace('<FACE ', 'type="ROOF"><FACE '),
      'text between the elements',
    ],
    [
      'two overall summaries',
      eagleView.replace('</EAGLEVIEW_EXPORT>', '<OVERALL_SUMMARY/></EAGLEVIEW_EXPORT>'),
      'more than once',
    ],
    [
      'an unknown unit',
      eagleView.replace('<EAGLEVIEW_EXPORT>', '<EAGLEVIEW_EXPORT units="rods">'),
      'the unit rods',
    ],
    [
      'two units',
      eagleView
        .replace('<EAGLEVIEW_EXPORT>', '<EAGLEVIEW_EXPORT units="ft">')
        .replace('<REPORT ', '<REPORT units="m" '),
      'feet and metres',
    ],
    ['XML of something else', '<constructor/>', 'Not recognised: the root constructor'],
    ['JSON of something else', '{"house":{"rooms":4}}', 'Not recognised: the keys house'],
    ['a list of numbers', '[1,2]', '2 records'],
    ['two jobs', '[{"externalIdentifier":"1"},{"externalIdentifier":"2"}]', '2 records'],
    ['broken JSON', '{"roof":', 'not valid JSON'],
    ['a key twice', '{"roof":{"valleys":{"length":1,"length":2}}}', 'a key twice'],
    [
      'the keys of two tools',
      JSON.stringify({ EAGLEVIEW_EXPORT: {}, roof: { valleys: { length: 1 } } }),
      'several tools',
    ],
    [
      'a negative value of our own',
      '{"roof":{"valleys":{"length":-1}}}',
      'roof.valleys.length must not be negative',
    ],
    [
      'a text in our own',
      '{"roof":{"valleys":{"length":"1,234"}}}',
      'roof.valleys.length must be number',
    ],
    ['a key that pollutes', '{"roof":{"__proto__":{"length":1}}}', 'a key that cannot be kept'],
    ['our own in metres', '{"units":"m","roof":{"valleys":{"length":1}}}', 'says metres'],
    ['our own without figures', '{"roof":{}}', 'They have no figures'],
    [
      'a CSV of two houses',
      `${textOf('takeoff.csv')}${textOf('takeoff.csv').split('\n')[1]}\n`,
      'has 2 rows',
    ],
    ['HOVER without figures', '{"summary":{}}', 'Recognised: the JSON of HOVER, full'],
    [
      'GAF without figures',
      '{"TotalArea":null,"RidgeLength":null,"HipLength":null}',
      'Recognised: the result of a GAF order',
    ],
  ])('%s', (_name, bytes, reason) => {
    expect(refusalOf(bytes)).toContain(reason)
  })
})

describe('JSON of HOVER', () => {
  test('whose value is no number is read without it, and says so', () => {
    const json = textOf('hover.json').replace('"quantity": 1', '"quantity": { "siding": 1 }')
    const content = readFileText(json)
    expect(figuresIn(content)).not.toHaveProperty('openings.quantity')
    expect(content.warnings).toEqual([
      'openings.quantity is an object, which cannot be read as a number, and was left out.',
    ])
  })

  test('has zero where it says zero, and nothing where it says nothing', () => {
    expect(figuresIn(read('hover.json'))['corners.inside.qty']).toBe(0)
    expect(figuresIn(read('hover.json'))).not.toHaveProperty('trim.level_starter')
  })
})

test('our own measurements keep unknown keys, and warn of them', () => {
  const content = readFileText('{"roof":{"valleys":{"length":1},"ridge":{"length":2}}}')
  expect(content.measurements).toEqual({ roof: { valleys: { length: 1 }, ridge: { length: 2 } } })
  expect(content.warnings).toEqual([
    expect.stringContaining('Did you mean measurements.roof.ridges'),
  ])
})

test('a record of an import file is read as its measurements', () => {
  const record = { externalIdentifier: 'A-1', measurements: { roof: { valleys: { length: 1 } } } }
  for (const json of [record, [record], { jobs: [record] }])
    expect(readFileText(JSON.stringify(json)).measurements).toEqual(record.measurements)
})
