import { z } from 'zod'
import type { FieldViolation } from '../check-fields.ts'
import { decimal, id, label, lines, unit } from '../checked-values.ts'
import { Exact } from '../exact.ts'
import {
  COLOR_LENGTH_MAX,
  COVERAGE,
  MARKUP,
  NAME_LENGTH_MAX,
  NOTES_LENGTH_MAX,
  QUANTITY,
  TAX_PERCENT,
  UNIT_COST,
  UNIT_LENGTH_MAX,
  WASTE_FACTOR,
} from '../limits.ts'
import type { Rounding } from '../lists/takeoff.ts'
import { conditionsSchema } from './measure-condition.ts'
import { MEASUREMENT_UNITS, measureExpressionSchema, termViolation } from './measure-expression.ts'
import type { MeasurementUnits } from './measure-expression.ts'
import { convert } from './packaging.ts'
import type { Package } from './packaging.ts'

/** A closed set, because a list's totals are sums by type. */
export const itemTypes = ['MATERIAL', 'LABOR', 'OTHER'] as const
export type ItemType = (typeof itemTypes)[number]

const roundings = ['whole', 'step', 'exact'] as const satisfies readonly Rounding[]

/** A fraction: 0.1 orders ten per cent more. */
export const wasteFactor = decimal(WASTE_FACTOR)

/** The fields of a template line, apart from its id and place. */
export const lineShape = {
  name: label(NAME_LENGTH_MAX),
  listItemGroupName: label(NAME_LENGTH_MAX),
  type: z.enum(itemTypes, { error: `must be one of ${itemTypes.join(', ')}` }),
  measure: measureExpressionSchema,
  measurementUnits: z
    .enum(MEASUREMENT_UNITS, { error: `must be ${MEASUREMENT_UNITS.join(', ')} or null` })
    .nullable(),
  /** Measurement units that one quantity unit covers; null takes it from the product's packages. */
  coverage: decimal({ ...COVERAGE, isZeroAllowed: false }).nullable(),
  quantityUnits: unit(UNIT_LENGTH_MAX),
  wasteFactor: wasteFactor.nullable(),
  rounding: z.enum(roundings, { error: `must be one of ${roundings.join(', ')}` }),
  roundingStep: decimal({ ...QUANTITY, isZeroAllowed: false })
    .nullable()
    .default(null),
  /** In quantity units; applies when the measurement is above 0. */
  minimumQuantity: decimal(QUANTITY).nullable().default(null),
  conditions: conditionsSchema.default([]),
  productId: id.nullable(),
  color: label(COLOR_LENGTH_MAX).nullable(),
  notes: lines(NOTES_LENGTH_MAX),
  vendorId: id.nullable(),
  unitCost: decimal(UNIT_COST),
  markup: decimal(MARKUP),
  taxPercent: decimal(TAX_PERCENT),
}

const lineSchema = z.object(lineShape)
export type LineRule = z.infer<typeof lineSchema>

/** Violations by combinations of a line's fields; invalid fields are left out. */
export function combinationViolations({
  measure,
  measurementUnits,
  rounding,
  roundingStep,
}: Partial<LineRule>): FieldViolation[] {
  const violations: FieldViolation[] = []
  for (const [index, term] of (measure ?? []).entries()) {
    const message =
      measurementUnits === undefined ? undefined : termViolation(term, measurementUnits)
    if (message !== undefined) violations.push({ path: ['measure', index], message })
  }
  if (rounding === undefined || roundingStep === undefined) return violations
  if (rounding === 'step' && roundingStep === null) {
    violations.push({ path: ['roundingStep'], message: 'must be given when rounding is step' })
  }
  if (rounding !== 'step' && roundingStep !== null) {
    const message = `must be left out when rounding is ${rounding}`
    violations.push({ path: ['roundingStep'], message })
  }
  return violations
}

export interface Covering {
  readonly coverage: number | null
  readonly measurementUnits: MeasurementUnits
  readonly quantityUnits: string
}

/**
 * As many digits as a double returns unchanged. Divided by it, a quantity within its limit is less than 10^-8 from
 * the exact one, so that the 5 decimals of a whole number of packages are those of the whole number.
 */
const DERIVED_COVERAGE_DIGITS = 15

/**
 * Measurement units that one quantity unit covers: the line's own coverage, else the coverage that follows from the
 * packages of its product, to 15 significant digits half-even. Fewer would order more packages than are needed:
 * 120 feet need 360 clips of a third of a foot, and 361 of 0.33333 feet.
 * @returns undefined when the packages result in no coverage within its limits
 */
export function coverageOf(
  { coverage, measurementUnits, quantityUnits }: Covering,
  packages: readonly Package[],
): Exact | undefined {
  if (coverage !== null) return new Exact(coverage)

  const covered = convert(new Exact(1), quantityUnits, measurementUnits ?? 'PIECES', packages)
  return covered !== undefined && isCoverage(covered)
    ? covered.toSignificantDigits(DERIVED_COVERAGE_DIGITS, Exact.ROUND_HALF_EVEN)
    : undefined
}

/** Whether it is within the limits of a coverage that is given, after rounding to its decimals. */
function isCoverage(covered: Exact): boolean {
  const rounded = covered.toDecimalPlaces(COVERAGE.decimalsMax, Exact.ROUND_HALF_EVEN)
  return rounded.greaterThan(0) && rounded.lessThanOrEqualTo(COVERAGE.max)
}

/** The reason why a line without its own coverage cannot be computed, or undefined when it can. */
export function coverageViolation(
  line: Covering,
  packages: readonly Package[],
): string | undefined {
  if (coverageOf(line, packages) !== undefined) return undefined
  const units = line.measurementUnits ?? 'pieces'
  return `must be given: the product's packages do not say how many ${units} one of ${line.quantityUnits} covers`
}
