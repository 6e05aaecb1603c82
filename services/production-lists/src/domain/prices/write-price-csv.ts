import { QUOTED_IN_CSV } from '@takeoff/contracts/csv-quoting'
import { guardFormula } from '@takeoff/contracts/formula-guard'
import { stringify } from 'csv-stringify/sync'
import { Exact } from '../exact.ts'
import { priceColumns, textColumns } from './price-cells.ts'
import type { PriceColumn } from './price-cells.ts'
import type { StatedPrice } from './stated-price.ts'

const cellOf: Readonly<Record<PriceColumn, (price: StatedPrice) => string>> = {
  sku: ({ sku }) => sku,
  name: ({ name }) => name,
  unit: ({ unit }) => unit,
  coverage: ({ coverage }) => digits(coverage),
  coverage_unit: ({ coverageUnit }) => coverageUnit ?? '',
  colors: ({ colors }) => colors.join('|'),
  unit_cost: ({ unitCost }) => digits(unitCost),
  tax_percent: ({ taxPercent }) => digits(taxPercent),
  effective_from: ({ effectiveFrom }) => effectiveFrom,
  effective_to: ({ effectiveTo }) => effectiveTo ?? '',
}

/** The header row of a price book's file. */
export function writePriceCsvHeader(): string {
  return write([[...priceColumns]])
}

/**
 * Rows of a price book's file, which reads back as the same prices (RFC 4180, UTF-8, CRLF). Texts are guarded
 * against evaluation by a spreadsheet; the reader removes the guard.
 */
export function writePriceCsvRows(prices: readonly StatedPrice[]): string {
  return write(prices.map((price) => priceColumns.map((column) => textOf(column, price))))
}

function textOf(column: PriceColumn, price: StatedPrice): string {
  const text = cellOf[column](price)
  return textColumns.has(column) ? guardFormula(text) : text
}

function write(rows: readonly (readonly string[])[]): string {
  return stringify(
    rows.map((row) => [...row]),
    { record_delimiter: 'windows', quoted_match: QUOTED_IN_CSV },
  )
}

/** `0.00001`, never `1e-5`. */
function digits(amount: number | null): string {
  return amount === null ? '' : new Exact(amount).toFixed()
}
