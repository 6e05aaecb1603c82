import { characterCount, isLongerThan, shortened } from '@takeoff/contracts/character-count'
import { lineReason } from '@takeoff/contracts/text-violation'
import { Exact } from '../exact.ts'
import {
  COLOR_LENGTH_MAX,
  COVERAGE,
  NAME_LENGTH_MAX,
  TAX_PERCENT,
  UNIT_COST,
  UNIT_LENGTH_MAX,
} from '../limits.ts'
import { packagesViolation, normalizedUnit } from '../templates/packaging.ts'
import type { NumberLimits } from '../limits.ts'
import { isDay } from './day.ts'
import type { StatedPrice } from './stated-price.ts'

const COLORS_MAX = 50

/** The columns of a price book's file, in the order in which it is written. */
export const priceColumns = [
  'sku',
  'name',
  'unit',
  'coverage',
  'coverage_unit',
  'colors',
  'unit_cost',
  'tax_percent',
  'effective_from',
  'effective_to',
] as const

export type PriceColumn = (typeof priceColumns)[number]

/** The columns whose cells are texts: the guard against formulas is in these only. */
export const textColumns: ReadonlySet<PriceColumn> = new Set<PriceColumn>([
  'sku',
  'name',
  'unit',
  'coverage_unit',
  'colors',
])

/** A row's cells without guards and the spaces around them; a missing column gives an empty cell. */
export type PriceCells = Readonly<Record<PriceColumn, string>>

export type ReadPrice =
  | { readonly kind: 'accepted'; readonly price: StatedPrice }
  | { readonly kind: 'refused'; readonly reasons: readonly string[] }

/** The price of a row of the file, or all its violations as sentences. */
export function readPrice(cells: PriceCells): ReadPrice {
  const reasons: string[] = []
  const price: StatedPrice = {
    sku: readLabel('sku', NAME_LENGTH_MAX, { cells, reasons }),
    name: readLabel('name', NAME_LENGTH_MAX, { cells, reasons }),
    unit: readUnit('unit', { cells, reasons }),
    ...readCoverage(cells, reasons),
    colors: readColors(cells, reasons),
    unitCost: readUnitCost(cells, reasons),
    taxPercent: readTaxPercent(cells, reasons),
    ...readDays(cells, reasons),
  }
  return reasons.length === 0 ? { kind: 'accepted', price } : { kind: 'refused', reasons }
}

interface Row {
  readonly cells: PriceCells
  readonly reasons: string[]
}

function readLabel(column: PriceColumn, lengthMax: number, { cells, reasons }: Row): string {
  const text = cells[column]
  const tooLong = lengthReason(column, text, lengthMax)
  if (text === '') reasons.push(`${column} is empty.`)
  if (tooLong !== undefined) reasons.push(tooLong)
  pushLineReason(column, text, reasons)
  if (isGarbled(text)) reasons.push(garbled(column))
  return text
}

/** Some letters become longer in capitals. */
function readUnit(column: 'unit' | 'coverage_unit', row: Row): string {
  const text = readLabel(column, UNIT_LENGTH_MAX, row)
  const unit = normalizedUnit(text)
  const tooLong = isLongerThan(text, UNIT_LENGTH_MAX)
    ? undefined
    : lengthReason(column, unit, UNIT_LENGTH_MAX)
  if (tooLong !== undefined) row.reasons.push(tooLong)
  return unit
}

function lengthReason(column: PriceColumn, text: string, lengthMax: number): string | undefined {
  return isLongerThan(text, lengthMax)
    ? `${column} must have at most ${lengthMax} characters; it has ${characterCount(text)}.`
    : undefined
}

function readCoverage(cells: PriceCells, reasons: string[]) {
  if (cells.coverage === '' && cells.coverage_unit === '') {
    return { coverage: null, coverageUnit: null }
  }
  if (cells.coverage === '' || cells.coverage_unit === '') {
    reasons.push('coverage and coverage_unit belong together: give both or neither.')
    return { coverage: null, coverageUnit: null }
  }

  const coverage = readAmount(cells.coverage, COVERAGE)
  const coverageUnit = readUnit('coverage_unit', { cells, reasons })
  if (coverage === undefined || coverage === 0) {
    reasons.push(
      `coverage must be a number above 0, at most ${COVERAGE.max} with at most ${COVERAGE.decimalsMax} decimals; ${shown(cells.coverage)} is not.`,
    )
    return { coverage: null, coverageUnit: null }
  }
  const violation = packagesViolation([
    { unit: normalizedUnit(cells.unit), holds: coverage, of: coverageUnit },
  ])
  if (violation !== undefined) reasons.push(`coverage cannot be calculated with: ${violation}.`)
  return { coverage, coverageUnit }
}

function readColors({ colors: cell }: PriceCells, reasons: string[]): readonly string[] {
  const words = cell.split('|').map((word) => word.trim())
  const colors = [...new Set(words.filter((word) => word !== ''))]
  if (colors.length > COLORS_MAX) reasons.push(`colors must have at most ${COLORS_MAX} colors.`)
  if (colors.some((color) => isLongerThan(color, COLOR_LENGTH_MAX))) {
    reasons.push(`colors: a color must have at most ${COLOR_LENGTH_MAX} characters.`)
  }
  pushLineReason('colors', cell, reasons)
  if (isGarbled(cell)) reasons.push(garbled('colors'))
  return colors
}

function readUnitCost({ unit_cost: cell }: PriceCells, reasons: string[]): number {
  const amount = readAmount(cell.replace(/^\$\s*/, ''), UNIT_COST)
  if (amount !== undefined) return amount
  reasons.push(
    cell === ''
      ? 'unit_cost is empty.'
      : `unit_cost must be an amount such as 41.50 or $1,234.50, at most ${UNIT_COST.max} with at most ${UNIT_COST.decimalsMax} decimals; ${shown(cell)} is not.`,
  )
  return 0
}

function readTaxPercent({ tax_percent: cell }: PriceCells, reasons: string[]): number | null {
  if (cell === '') return null
  const amount = readAmount(cell.replace(/\s*%$/, ''), TAX_PERCENT)
  if (amount !== undefined) return amount
  reasons.push(
    `tax_percent must be from 0 to ${TAX_PERCENT.max} with at most ${TAX_PERCENT.decimalsMax} decimals, such as 7.25 or 7.25%; ${shown(cell)} is not.`,
  )
  return null
}

function readDays({ effective_from: from, effective_to: to }: PriceCells, reasons: string[]) {
  if (!isDay(from)) {
    reasons.push(
      from === ''
        ? 'effective_from is empty: give the first day of the price.'
        : `effective_from must be a day such as 2026-03-14; ${shown(from)} is not.`,
    )
  }
  if (to !== '' && !isDay(to)) {
    reasons.push(`effective_to must be empty or a day such as 2026-03-14; ${shown(to)} is not.`)
  }
  if (isDay(from) && isDay(to) && to < from) {
    reasons.push(`effective_to ${to} is before effective_from ${from}.`)
  }
  return { effectiveFrom: from, effectiveTo: to === '' ? null : to }
}

/**
 * Reads a plain decimal within the limits, with or without commas between thousands; undefined for anything else. The text is
 * checked, because a double drops digits that exceed the limits.
 */
function readAmount(text: string, { max, decimalsMax }: NumberLimits): number | undefined {
  if (!/^(\d+|\d{1,3}(,\d{3})+)(\.\d+)?$/.test(text)) return undefined
  const amount = new Exact(text.replaceAll(',', ''))
  const isWithin = amount.lessThanOrEqualTo(max) && amount.decimalPlaces() <= decimalsMax
  return isWithin ? amount.toNumber() : undefined
}

function pushLineReason(column: PriceColumn, text: string, reasons: string[]): void {
  const reason = lineReason(text)
  if (reason !== undefined) reasons.push(`${column} ${reason}.`)
}

/** Whether the text contains the character that decoders insert for bytes that are not UTF-8. */
function isGarbled(text: string): boolean {
  return text.includes('\ufffd')
}

function garbled(column: PriceColumn): string {
  return `${column} has a character that could not be read: save the file as UTF-8.`
}

/** Shortens a refused cell, which may have any length. */
function shown(cell: string): string {
  return `"${shortened(cell, 50)}"`
}
