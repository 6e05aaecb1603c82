import { z } from 'zod'
import { Exact } from './exact.ts'
import { dimensionOf, isMeasureName, measureNames, readMeasure } from './measure.ts'
import type { Dimension, MeasureName } from './measure.ts'
import type { Measurements } from './measurements.ts'

const measureName = z.custom<MeasureName>(
  (value) => typeof value === 'string' && isMeasureName(value),
  {
    error: (issue) =>
      `unknown measure ${JSON.stringify(issue.input)}; known are ${measureNames.join(', ')}`,
  },
)

const termSchema = z.strictObject({
  measure: measureName,
  /** Feet: turns a length into an area, as of a membrane along the eaves. */
  width: z.number().positive().max(100).optional(),
  /** How often it is counted, as two rows of a board, or 4 pipe boots a `job`. */
  times: z.number().positive().max(1000).optional(),
})

/** What drives a template line: a sum of measures. */
export const measureExpressionSchema = z.array(termSchema).min(1).max(10)

type Term = z.infer<typeof termSchema>
export type MeasureExpression = readonly Term[]

/** `squares` is 100 square feet; null is a count of pieces. */
export type MeasurementUnits = 'squares' | 'linear_feet' | null

const unitsOfDimension: Record<Dimension, MeasurementUnits> = {
  area: 'squares',
  length: 'linear_feet',
  count: null,
}

/** Why an expression cannot be measured in these units, or undefined when it can. */
export function expressionFault(
  expression: MeasureExpression,
  units: MeasurementUnits,
): string | undefined {
  for (const term of expression) {
    const dimension = dimensionOfTerm(term)
    if (dimension === undefined) return `${term.measure} is not a length and takes no width`
    if (unitsOfDimension[dimension] !== units) {
      return `${describeTerm(term)} is not measured in ${units ?? 'pieces'}`
    }
  }
  return undefined
}

/** The measurement of a line in its units, to 5 decimals half-even. */
export function measure(expression: MeasureExpression, measured: Measurements): Exact {
  const total = expression.reduce((sum, term) => sum.plus(valueOf(term, measured)), new Exact(0))
  return total.toDecimalPlaces(5, Exact.ROUND_HALF_EVEN)
}

/** In words, for the explanation of a line: `valleys × 3 ft + eaves × 6 ft`. */
export function describeMeasure(expression: MeasureExpression): string {
  return expression.map(describeTerm).join(' + ')
}

function valueOf(term: Term, measured: Measurements): Exact {
  const value = readMeasure(term.measure, measured)
    .times(term.width ?? 1)
    .times(term.times ?? 1)
  return dimensionOfTerm(term) === 'area' ? value.div(100) : value
}

function describeTerm({ measure, width, times }: Term): string {
  const wide = width === undefined ? measure : `${measure} × ${width} ft`
  return times === undefined ? wide : `${times} × ${wide}`
}

function dimensionOfTerm({ measure, width }: Term): Dimension | undefined {
  const dimension = dimensionOf(measure)
  if (width === undefined) return dimension
  return dimension === 'length' ? 'area' : undefined
}
