import { z } from 'zod'
import type { Measurements } from '@takeoff/contracts/jobs/measurements'
import { MEASURED_SIZE_MAX } from '@takeoff/contracts/jobs/limits'
import { measureName, pitchAbove, readTerm, refinePitch } from './measure-expression.ts'

const conditionSchema = z
  .strictObject({
    measure: measureName,
    pitchAbove,
    /** Square feet, feet or pieces; 0 requires any positive value. */
    above: z
      .number()
      .min(0, { error: 'must not be negative' })
      .max(MEASURED_SIZE_MAX, { error: `must be at most ${MEASURED_SIZE_MAX}` }),
  })
  .superRefine(refinePitch)

/** Conditions that must all hold for a template line to become an item. */
export const conditionsSchema = z
  .array(conditionSchema)
  .max(10, { error: 'must have at most 10 conditions' })

export type MeasureCondition = z.infer<typeof conditionSchema>

/** Whether each measure is greater than the value of its condition. */
export function conditionsHold(
  conditions: readonly MeasureCondition[],
  measured: Measurements,
): boolean {
  return conditions.every((condition) => readTerm(condition, measured).greaterThan(condition.above))
}
