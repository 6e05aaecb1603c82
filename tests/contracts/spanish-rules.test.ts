import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { planPriceImport } from '@takeoff/production-lists/domain/prices/plan-price-import'
import { readPriceCsv } from '@takeoff/production-lists/domain/prices/read-price-csv'
import { priceRowEs, priceRowPatterns } from '../../services/console/web/src/i18n/price-rows-es.ts'
import { rulePatterns, ruleEs } from '../../services/console/web/src/i18n/rules-es.ts'

const document = readFileSync(new URL('../../docs/errors.md', import.meta.url), 'utf8')
/** The messages of the table of mistakes, each of which a test receives from the server. */
const messages = [...document.matchAll(/\| `(?=[^`]*\s)([^`]+)`\s*\|$/gm)].map(
  ([, text = '']) => text,
)

test('each rule that the console has in Spanish is one that the server states', () => {
  const unused = rulePatterns.filter((pattern) => !messages.some((text) => pattern.test(text)))
  expect(unused).toEqual([])
})

test('a rule is in Spanish with its values, and an unknown one stays as it is', () => {
  expect(ruleEs('listItems[0].quantity must be from 0 to 1000000.')).toBe(
    'Debe estar entre 0 y 1000000.',
  )
  expect(ruleEs('name must have at most 250 characters; it has 251.')).toBe(
    'Puede tener 250 caracteres como máximo.',
  )
  expect(ruleEs('Must have at most 4 decimals.')).toBe('Puede tener 4 decimales como máximo.')
  expect(ruleEs('A new rule.')).toBe('A new rule.')
})

const COLUMNS =
  'sku,name,unit,unit_cost,effective_from,coverage,coverage_unit,colors,tax_percent,effective_to'
/** A row with what its columns do not allow, in the order of the columns. */
const refusedRows = [
  ',,EA,,,,,,,',
  `A,${'x'.repeat(300)},EA,1,2026-01-01,1,,,,`,
  'B,a\u0000b,EA,x,x,x,EA,,x,x',
  `C,\ufffd,EA,1,2026-01-01,5,EA,${'x'.repeat(101)}|${Array.from({ length: 100 }, (_, n) => n).join('|')},,2025-01-01`,
  'D,Nails',
  'E,Nails,EA,1,2026-01-01,,,,,',
  'E,Nails,EA,2,2026-01-01,,,,,',
]

test('everything that the server says of a row of a price file is in Spanish', () => {
  const read = readPriceCsv([COLUMNS, ...refusedRows].join('\n'))
  if (read.kind === 'rejected') throw new Error(read.reason)
  const planned = planPriceImport(read.rows, (price) => ({ ...price, effectiveFrom: '2025-01-01' }))
  const said = planned.flatMap(({ reasons }) => reasons)

  expect(said.filter((sentence) => priceRowEs(sentence) === sentence)).toEqual([])
  const unused = priceRowPatterns.filter((pattern) => !said.some((text) => pattern.test(text)))
  expect(unused).toEqual([])
  expect(priceRowEs('Row 2 already states the price of A-1 from 2026-01-01 on.')).toBe(
    'La fila 2 ya indica el precio de A-1 a partir de 2026-01-01.',
  )
})
