import { requireScope } from '@takeoff/kit/security/auth'
import type { Context } from '../context.ts'
import { measureNames } from '../domain/templates/measure.ts'
import type { MeasureName } from '../domain/templates/measure.ts'

/** All measures that a template line can use. */
export function readMeasures({ caller }: Context): readonly MeasureName[] {
  requireScope(caller, 'lists:read')
  return measureNames
}
