import { shortened } from '@takeoff/contracts/character-count'
import { z } from 'zod'
import { Exact } from '../exact.ts'
import type { Measurements } from '@takeoff/contracts/jobs/measurements'
import { QUANTITY } from '../limits.ts'
import { dimensionOf, isMeasureName, measureNames, missingKey, readMeasure } from './measure.ts'
import type { Dimension, MeasureName } from './measure.ts'
import { areaWhere, isSteeperThan, missingPitchKey } from './roof-pitch.ts'

export const measureName = z.custom<MeasureName>(
  (value) => typeof value === 'string' && isMeasureName(value),
  {
    error: (issue) => `unknown measure ${quoted(issue.input)}; known are ${namedMeasures}`,
  },
)

/** A message with all names would be too long to read, and a template can have a thousand violations. */
const NAMED_MAX = 30
const namedMeasures = `${measureNames.slice(0, NAMED_MAX).join(', ')} and ${measureNames.length - NAMED_MAX} more, which the query measures lists`

/** Inches of rise over 12 of run: only steeper facets count. Only `roof_area` has pitches. */
export const pitchAbove = z
  .number()
  .min(0, { error: 'must be from 0 to 48' })
  .max(48, { error: 'must be from 0 to 48' })
  .optional()

const termSchema = z
  .strictObject({
    measure: measureName,
    /** In feet; converts a length into an area, such as a membrane along the eaves. */
    width: factor(100),
    /** A factor, such as 2 for two rows of a board, or 4 for 4 pipe boots a `job`. */
    times: factor(1000),
    pitchAbove,
  })
  .superRefine(refinePitch)

/** Reports the pitch of a measure that has no part above a pitch. */
export function refinePitch(
  { measure: name, pitchAbove: pitch }: MeasuredPart,
  context: z.RefinementCtx,
): void {
  if (pitch === undefined || name === 'roof_area') return
  context.addIssue({
    code: 'custom',
    path: ['pitchAbove'],
    message: `only roof_area is known by its pitch, not ${name}`,
  })
}

/** The given value, shortened. */
function quoted(input: unknown): string {
  return shortened(JSON.stringify(input) ?? '', 60)
}

function factor(max: number) {
  const error = `must be above 0 and at most ${max}`
  return z.number().positive({ error }).max(max, { error }).optional()
}

/** The measurement of a template line: a sum of measures. */
export const measureExpressionSchema = z
  .array(termSchema)
  .min(1, { error: 'must have at least one measure' })
  .max(10, { error: 'must have at most 10 measures' })

export type Term = z.infer<typeof termSchema>

/** A measure, or the part of it above a pitch. */
export interface MeasuredPart {
  readonly measure: MeasureName
  readonly pitchAbove?: number | undefined
}

export type MeasureExpression = readonly Term[]

/** `squares` are 100 square feet each. */
export const MEASUREMENT_UNITS = ['squares', 'linear_feet'] as const
/** Null is a count of pieces. */
export type MeasurementUnits = (typeof MEASUREMENT_UNITS)[number] | null

const unitsOfDimension: Record<Dimension, MeasurementUnits> = {
  area: 'squares',
  length: 'linear_feet',
  count: null,
}

/** The units in which a line measures this. */
export function unitsOfMeasure(name: MeasureName): MeasurementUnits {
  return unitsOfDimension[dimensionOf(name)]
}

/** The reason why a term cannot be measured in these units, or undefined when it can. */
export function termViolation(term: Term, units: MeasurementUnits): string | undefined {
  const dimension = dimensionOfTerm(term)
  if (dimension === undefined) return `${term.measure} is not a length and takes no width`
  return unitsOfDimension[dimension] === units
    ? undefined
    : `${describeTerm(term)} is not measured in ${units ?? 'pieces'}`
}

/** The measurement of a line in its units, to 5 decimals half-even. */
export function measure(expression: MeasureExpression, measured: Measurements): Exact {
  const total = expression.reduce((sum, term) => sum.plus(valueOf(term, measured)), new Exact(0))
  return total.toDecimalPlaces(QUANTITY.decimalsMax, Exact.ROUND_HALF_EVEN)
}

/** Describes a measurement for the explanation of a line: `valleys × 3 ft + eaves × 6 ft`. */
export function describeMeasure(expression: MeasureExpression): string {
  return expression.map(describeTerm).join(' + ')
}

/** In square feet, feet or pieces. */
export function readTerm({ measure, pitchAbove }: MeasuredPart, measured: Measurements): Exact {
  return pitchAbove === undefined
    ? readMeasure(measure, measured)
    : areaWhere(isSteeperThan(pitchAbove), measured)
}

/** The dotted path of the value that a part needs and that is missing; undefined when it is not. */
export function missingKeyOf(
  { measure, pitchAbove }: MeasuredPart,
  measured: Measurements,
): string | undefined {
  return pitchAbove === undefined
    ? missingKey(measure, measured)
    : missingPitchKey(isSteeperThan(pitchAbove), measured)
}

function valueOf(term: Term, measured: Measurements): Exact {
  const value = readTerm(term, measured)
    .times(term.width ?? 1)
    .times(term.times ?? 1)
  return dimensionOfTerm(term) === 'area' ? value.div(100) : value
}

function describeTerm({ measure, width, times, pitchAbove }: Term): string {
  const part = pitchAbove === undefined ? measure : `${measure} above ${pitchAbove}/12`
  const wide = width === undefined ? part : `${part} × ${width} ft`
  return times === undefined ? wide : `${times} × ${wide}`
}

function dimensionOfTerm({ measure, width }: Term): Dimension | undefined {
  const dimension = dimensionOf(measure)
  if (width === undefined) return dimension
  return dimension === 'length' ? 'area' : undefined
}
