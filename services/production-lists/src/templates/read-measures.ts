import { measureNames } from '../domain/templates/measure.ts'
import type { MeasureName } from '../domain/templates/measure.ts'

/** All measures that a template line can use. */
export function readMeasures(): readonly MeasureName[] {
  return measureNames
}
