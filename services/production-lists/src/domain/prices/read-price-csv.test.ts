import { readFile } from 'node:fs/promises'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readPriceCsv } from './read-price-csv.ts'
import type { StatedPrice } from './stated-price.ts'
import { writePriceCsvHeader, writePriceCsvRows } from './write-price-csv.ts'

const header = 'sku,name,unit,unit_cost,effective_from'
const good = 'A,Shingles,BUNDLES,41.5,2026-01-01'

function rowsOf(csv: string) {
  const read = readPriceCsv(csv)
  if (read.kind === 'rejected') throw new Error(read.reason)
  return read.rows
}

function pricesOf(csv: string) {
  return rowsOf(csv).flatMap((row) => (row.kind === 'accepted' ? [row.price] : []))
}

/** The reasons for which the only row of a file is refused. */
function reasonsOf(columns: string, cells: string) {
  const [row] = rowsOf(`${header},${columns}\n${cells}`)
  return row?.kind === 'refused' ? row.reasons : []
}

describe('a file', () => {
  test('from the documentation is read completely', async () => {
    const example = new URL('../../../../../docs/examples/price-book.csv', import.meta.url)
    const prices = pricesOf(await readFile(example, 'utf8'))

    expect(prices).toHaveLength(6)
    expect(prices[0]).toEqual({
      sku: 'GAF-0489-CHAR',
      name: 'GAF Timberline HDZ Shingles',
      unit: 'BUNDLES',
      coverage: 32.8,
      coverageUnit: 'SQUARE_FEET',
      colors: ['Charcoal', 'Weathered Wood', 'Barkwood'],
      unitCost: 41.5,
      taxPercent: 7.25,
      effectiveFrom: '2026-01-01',
      effectiveTo: null,
    })
    expect(prices[5]).toMatchObject({ unitCost: 1398, taxPercent: null, coverage: null })
  })

  test.for([
    ['a byte order mark', `\ufeff${header}\n${good}`],
    ['Windows line ends', `${header}\r\n${good}\r\n`],
    ['line ends of three kinds', `${header}\r${good}\n\r\n`],
    ['titles as people write them', `SKU,Name,Unit,Unit Cost,Effective From\n${good}`],
    [
      'columns in another order',
      'unit_cost,unit,sku,effective_from,name\n41.5,BUNDLES,A,2026-01-01,Shingles',
    ],
    ['blank rows', `\n${header}\n\n  \n,,,,\n${good}\n\n`],
    ['spaces around cells', `${header}\n A , Shingles , bundles , $41.50 , 2026-01-01 `],
    ['an amount with a currency', `${header}\nA,Shingles,BUNDLES,"$41.50",2026-01-01`],
  ] as const)('may have %s', ([, csv]) => {
    expect(pricesOf(csv)).toEqual([
      {
        sku: 'A',
        name: 'Shingles',
        unit: 'BUNDLES',
        coverage: null,
        coverageUnit: null,
        colors: [],
        unitCost: 41.5,
        taxPercent: null,
        effectiveFrom: '2026-01-01',
        effectiveTo: null,
      },
    ])
  })

  test('may have quotes and commas within cells, and an unquoted inch sign', () => {
    const csv = `${header}\nA,"3/4"" J-Channel, white",EACH,"1,234.50",2026-01-01\nB,3/4" J-Channel,EACH,1,2026-01-01`
    expect(pricesOf(csv)).toMatchObject([
      { name: '3/4" J-Channel, white', unitCost: 1234.5 },
      { name: '3/4" J-Channel' },
    ])
  })

  test.for([
    ['nothing', '', 'csv is empty: its first row must name the columns.'],
    [
      'unknown columns',
      `${header},cost,Extra\n${good},1,2`,
      'csv has unknown columns: "cost", "extra". Known are sku, name, unit, coverage, coverage_unit, colors, unit_cost, tax_percent, effective_from, effective_to.',
    ],
    [
      'semicolons, as Excel saves them in some countries',
      'sku;name;unit\nA;B;C',
      'csv does not separate its columns by commas. Write commas between them.',
    ],
    ['a column twice', `${header},SKU\n${good},B`, 'csv has the column sku twice. Name it once.'],
    [
      'columns missing',
      'sku,name,unit\nA,B,C',
      'csv has no column unit_cost, effective_from. Add what is missing.',
    ],
    [
      'a quote that stays open',
      `${header}\r\n${good}\r\n"B,x,EACH,1,2026-01-01\r\n${good}`,
      'csv has a quote on line 3 that is never closed. Close it, and write a quote within a value twice.',
    ],
    [
      'too many prices',
      `${header}\n${`${good}\n`.repeat(5001)}`,
      'csv must have at most 5000 prices; it has 5001. Split it.',
    ],
    [
      'half of a surrogate pair',
      `${header}\n${good.replace('A', '\ud800')}`,
      'csv holds half of a surrogate pair: save it as UTF-8.',
    ],
    [
      'too many rows',
      `${header}${'\n'.repeat(10_001)}`,
      'csv must have at most 10000 rows. Split it.',
    ],
  ] as const)('with %s is rejected as a whole', ([, csv, reason]) => {
    expect(readPriceCsv(csv)).toEqual({ kind: 'rejected', reason })
  })
})

describe('a row', () => {
  test('has the number of its line in the file', () => {
    const csv = `${header}\r\n\r\n"A","two\r\nlines",EACH,1,2026-01-01\r\n${good}\r\n`
    expect(rowsOf(csv).map(({ row, kind }) => [row, kind])).toEqual([
      [3, 'refused'],
      [5, 'accepted'],
    ])
  })

  test('that repeats a SKU and its first day is refused, naming the first such row', () => {
    const rows = rowsOf(`${header}\n${good}\nA,Other,EACH,2,2026-02-01\nA,Other,EACH,2,2026-01-01`)
    expect(rows.map(({ kind }) => kind)).toEqual(['accepted', 'accepted', 'refused'])
    expect(rows[2]).toMatchObject({
      row: 4,
      sku: 'A',
      reasons: ['Row 2 already states the price of A from 2026-01-01 on.'],
    })
  })

  test('with a different number of cells than the header is refused', () => {
    expect(reasonsOf('effective_to', good)).toEqual([
      'The row has 5 cells, the header 6. Put quotes around a cell with a comma.',
    ])
  })

  test('is refused with all its violations at once', () => {
    expect(rowsOf(`${header}\n,,,,`.replace(',,,,', ',,,x,'))).toMatchObject([
      {
        reasons: [
          'sku is empty.',
          'name is empty.',
          'unit is empty.',
          'unit_cost must be an amount such as 41.50 or $1,234.50, at most 1000000 with at most 4 decimals; "x" is not.',
          'effective_from is empty: give the first day of the price.',
        ],
      },
    ])
  })

  test.for([
    ['-1', 'below 0'],
    ['1000000.01', 'too large'],
    ['1'.repeat(400), 'huge'],
    ['0.00001', 'five decimals'],
    ['41.50000000000000000001', 'more decimals than a double has'],
    ['1000000.00000000001', 'too large by less than a double shows'],
    ['1e3', 'an exponent'],
    ['"1,23"', 'a comma for a point'],
    ['1.234.5', 'two points'],
    ['NaN', 'no number'],
    ['€5', 'another currency'],
  ] as const)('with the unit cost %s is refused: %s', ([unitCost]) => {
    const [row] = rowsOf(`${header}\nA,Shingles,EACH,${unitCost},2026-01-01`)
    expect(row).toMatchObject({ kind: 'refused', reasons: [expect.stringContaining('unit_cost')] })
  })

  test.for(['2026-02-30', '2026-13-01', '03/14/2026', '2026-3-14', '1899-12-31', '9999-01-01'])(
    'that begins on %s is refused',
    (day) => {
      const [row] = rowsOf(`${header}\nA,Shingles,EACH,1,${day}`)
      expect(row).toMatchObject({
        reasons: [`effective_from must be a day such as 2026-03-14; "${day}" is not.`],
      })
    },
  )

  test('with a unit that is too long in capitals is refused', () => {
    const [row] = rowsOf(`${header}\nA,Shingles,${'\u0390'.repeat(17)},1,2026-01-01`)
    expect(row).toMatchObject({ reasons: ['unit must have at most 50 characters; it has 51.'] })
  })

  test.for([
    ['tax_percent', '101', 'tax_percent must be from 0 to 100'],
    ['tax_percent', '100.000000000000001', 'tax_percent must be from 0 to 100'],
    ['tax_percent', '7.25 $', 'tax_percent must be from 0 to 100'],
    ['coverage', '1', 'coverage and coverage_unit belong together'],
    ['effective_to', '2025-12-31', 'effective_to 2025-12-31 is before effective_from 2026-01-01'],
    ['effective_to', 'never', 'effective_to must be empty or a day'],
    ['colors', 'x'.repeat(101), 'colors: a color must have at most 100 characters'],
    [
      'colors',
      Array.from({ length: 51 }, (_, n) => n).join('|'),
      'colors must have at most 50 colors',
    ],
    ['colors', 'Gray\0', 'colors must be one line of printable characters'],
  ] as const)('with %s %s is refused', ([column, cell, reason]) => {
    expect(reasonsOf(column, `${good},${cell}`)).toEqual([expect.stringContaining(reason)])
  })

  test.for([
    ['0,SQUARE_FEET', 'coverage must be a number above 0'],
    ['1,BUNDLES', 'coverage cannot be calculated with'],
  ] as const)('with the coverage %s is refused', ([cells, reason]) => {
    expect(reasonsOf('coverage,coverage_unit', `${good},${cells}`)).toEqual([
      expect.stringContaining(reason),
    ])
  })

  test('from a file that was not UTF-8 is refused', () => {
    const [row] = rowsOf(`${header}\nA,Fen\ufffdtre,EACH,1,2026-01-01`)
    expect(row).toMatchObject({
      reasons: ['name has a character that could not be read: save the file as UTF-8.'],
    })
  })

  test('with control characters in its SKU is refused', () => {
    const [row] = rowsOf(`${header}\nA\0,Shingles,EACH,1,2026-01-01`)
    expect(row).toMatchObject({ reasons: ['sku must be one line of printable characters.'] })
  })
})

const label = fc
  .string({ minLength: 1, maxLength: 20, unit: 'grapheme' })
  .map((text) => text.trim())
  .filter((text) => text !== '' && !/[\p{Cc}\p{Zl}\p{Zp}\ufffd]/u.test(text))
const decimal = (digits: number, max: number) =>
  fc.integer({ min: 1, max }).map((n) => Number(`${n}e-${digits}`))
const day = fc
  .date({ min: new Date('1900-01-01'), max: new Date('2199-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const unit = fc.constantFrom('BUNDLES', 'ROLLS', 'EACH', 'LINEAR_FEET')

const statedPrice: fc.Arbitrary<StatedPrice> = fc
  .record({
    sku: fc.oneof(label, fc.constantFrom('=1+1', '+A', '-B', '@C', '"', '5"', "'x")),
    name: label,
    unit,
    covers: fc.option(decimal(5, 1_000_000)),
    colors: fc.uniqueArray(
      label.filter((color) => !color.includes('|')),
      { maxLength: 4 },
    ),
    unitCost: decimal(4, 10_000_000_000),
    taxPercent: fc.option(decimal(4, 1_000_000)),
    days: fc.tuple(day, fc.option(day)),
  })
  .map(({ covers, days: [from, to], ...price }) => ({
    ...price,
    coverage: covers,
    coverageUnit: covers === null ? null : 'SQUARE_FEET',
    effectiveFrom: to !== null && to < from ? to : from,
    effectiveTo: to !== null && to < from ? from : to,
  }))

test('any prices are read back unchanged after they are written', () => {
  const prices = fc.uniqueArray(statedPrice, {
    selector: ({ sku, effectiveFrom }) => `${effectiveFrom} ${sku}`,
    maxLength: 20,
  })
  fc.assert(
    fc.property(prices, (written) => {
      expect(pricesOf(writePriceCsvHeader() + writePriceCsvRows(written))).toEqual(written)
    }),
  )
})

test('no cell that is written is a formula, and the guard against it is not read as a part of the text', () => {
  const price: StatedPrice = {
    sku: '=1+1',
    name: '@SUM(1)',
    unit: '-EACH',
    coverage: 1,
    coverageUnit: '+FEET',
    colors: ['=Red', '=Blue'],
    unitCost: 1,
    taxPercent: null,
    effectiveFrom: '2026-01-01',
    effectiveTo: null,
  }
  const row = writePriceCsvRows([price])
  expect(row).toBe(`'=1+1,'@SUM(1),'-EACH,1,'+FEET,"'=Red|=Blue",1,,2026-01-01,\r\n`)
  expect(pricesOf(writePriceCsvHeader() + row)).toEqual([price])
})

test('a cell with a separator of spreadsheets in other locales is quoted, and read back', () => {
  const price: StatedPrice = {
    sku: 'A;=1+1',
    name: 'Nails;=2+2',
    unit: 'EACH',
    coverage: null,
    coverageUnit: null,
    colors: ['Red', '=Blue'],
    unitCost: 1,
    taxPercent: null,
    effectiveFrom: '2026-01-01',
    effectiveTo: null,
  }
  const row = writePriceCsvRows([price])
  for (const field of ['"A;=1+1"', '"Nails;=2+2"', '"Red|=Blue"']) expect(row).toContain(field)
  expect(pricesOf(writePriceCsvHeader() + row)).toEqual([price])
})

test('a row that is refused is named by its SKU without the guard', () => {
  expect(rowsOf(`${header}\n'=A,Shingles,BUNDLES,x,2026-01-01`)).toMatchObject([{ sku: '=A' }])
})

test('a row that is refused shows no half of a character', () => {
  const beginning = 'x'.repeat(49)
  const [row] = rowsOf(
    `${header}\n${'A'.repeat(199)}😀B,Shingles,BUNDLES,${beginning}😀y,2026-01-01`,
  )
  expect(row).toMatchObject({
    sku: `${'A'.repeat(199)}😀`,
    reasons: [expect.any(String), expect.stringContaining(`"${beginning}😀…"`)],
  })
})

test('the reader never throws, for any text', () => {
  const cells = fc.oneof(fc.string(), fc.constantFrom(',', '"', '\r\n', '\n', good, header))
  fc.assert(
    fc.property(fc.array(cells), (parts) => {
      expect(['accepted', 'rejected']).toContain(readPriceCsv(parts.join('')).kind)
      expect(['accepted', 'rejected']).toContain(readPriceCsv(`${header}\n${parts.join('')}`).kind)
    }),
  )
})
