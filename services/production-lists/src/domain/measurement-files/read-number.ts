import { Exact } from '../exact.ts'
import { riseOf } from '../templates/roof-pitch.ts'
import type { FigureKind } from './figure-kinds.ts'

/** How many decimals a figure has that was converted or computed: a hundredth of a foot is an eighth of an inch. */
const DECIMALS = 2
const METRES_PER_FOOT = '0.3048'
const INCHES_PER_FOOT = 12

const NUMBER = String.raw`-?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:[eE][-+]?\d{1,2})?`
const NUMBER_WITH_UNIT = new RegExp(`^(${NUMBER})\\s*(.*)$`, 'u')
const FEET_AND_INCHES =
  /^(\d{1,3}(?:,\d{3})+|\d+)\s*(?:'|′|ft\.?|feet)\s*-?\s*(\d+(?:\.\d+)?)\s*(?:"|″|''|in\.?|inches)$/iu

const FEET: Readonly<Record<FigureKind, RegExp>> = {
  area: /^(?:sq\.?\s?ft\.?|sqft|sf|ft2|ft²|square feet)$/iu,
  length: /^(?:'|′|ft\.?|feet|foot|lf|linear feet)$/iu,
  count: /^$/u,
  percent: /^%$/u,
}
const METRES: Readonly<Partial<Record<FigureKind, RegExp>>> = {
  area: /^(?:sq\.?\s?m\.?|sqm|m2|m²|square met(?:re|er)s)$/iu,
  length: /^(?:m\.?|met(?:re|er)s?)$/iu,
}

/** The unit of numbers that name none. */
export type LengthUnit = 'feet' | 'metres'

/**
 * The value of a number as measuring tools write it: `1,234.5`, `46 ft`, `79' 6"`, `12.5 m`; in feet and square feet.
 * Undefined when it cannot be read for certain: `1.234,5`, `>1`, a unit of another kind, a fraction of a piece.
 */
export function readNumber(
  given: unknown,
  kind: FigureKind,
  unit: LengthUnit = 'feet',
): Exact | undefined {
  const read = typeof given === 'number' ? readJsonNumber(given) : readText(given, kind)
  if (read === undefined) return undefined
  const { value, isInMetres = unit === 'metres' } = read
  if (kind === 'count' && !value.isInteger()) return undefined
  return isInMetres ? toFeet(value, kind) : value
}

/** Rounds what was converted or computed. */
export function rounded(value: Exact | number): Exact {
  return new Exact(value).toDecimalPlaces(DECIMALS, Exact.ROUND_HALF_EVEN)
}

interface ReadValue {
  readonly value: Exact
  /** Undefined when the number names no unit. */
  readonly isInMetres?: boolean
}

function readJsonNumber(given: number): ReadValue | undefined {
  return Number.isFinite(given) ? { value: new Exact(given) } : undefined
}

function readText(given: unknown, kind: FigureKind): ReadValue | undefined {
  if (typeof given !== 'string') return undefined
  const text = given.trim()
  const [, feet, inches] = (kind === 'length' && FEET_AND_INCHES.exec(text)) || []
  if (feet !== undefined && inches !== undefined) return readFeetAndInches(feet, inches)
  const [, digits, unit = ''] = NUMBER_WITH_UNIT.exec(text) ?? []
  if (digits === undefined) return undefined
  const value = new Exact(digits.replaceAll(',', ''))
  if (unit === '') return { value }
  if (FEET[kind].test(unit)) return { value, isInMetres: false }
  return METRES[kind]?.test(unit) === true ? { value, isInMetres: true } : undefined
}

function readFeetAndInches(feet: string, inches: string): ReadValue | undefined {
  if (Number(inches) >= INCHES_PER_FOOT) return undefined
  const value = new Exact(feet.replaceAll(',', '')).plus(
    rounded(new Exact(inches).div(INCHES_PER_FOOT)),
  )
  return { value, isInMetres: false }
}

function toFeet(value: Exact, kind: FigureKind): Exact {
  if (kind !== 'length' && kind !== 'area') return value
  const factor = new Exact(1).div(METRES_PER_FOOT)
  return rounded(value.times(kind === 'area' ? factor.times(factor) : factor))
}

const RISE_MAX = 99
const RISE_DECIMALS = 4

/** Every pitch that templates understand, in one spelling: `6:12`, `6` and `12/24` → `6/12`; undefined for anything else. */
export function readPitch(given: unknown): string | undefined {
  const text = typeof given === 'number' ? String(given) : given
  const rise = typeof text === 'string' ? riseOf(text) : undefined
  if (rise === undefined || rise.greaterThan(RISE_MAX)) return undefined
  return `${rise.toDecimalPlaces(RISE_DECIMALS).toFixed()}/12`
}
