import { isJsonObject } from '@takeoff/kit/values/json'
import type { JsonObject } from '@takeoff/kit/values/json'
import { FigureSheet } from './figure-sheet.ts'
import { unitIn } from './length-unit.ts'
import { lineOf, UnreadableMeasurementsError } from './measurement-file.ts'
import type { MeasurementFileContent } from './measurement-file.ts'
import { readNumber, readPitch } from './read-number.ts'

const FIGURES = {
  TotalArea: ['roof.roof_facets.area', 'area'],
  RidgeLength: ['roof.ridges.length', 'length'],
  HipLength: ['roof.hips.length', 'length'],
  ValleyLength: ['roof.valleys.length', 'length'],
  EaveRakeLength: ['roof.eaves_rakes.length', 'length'],
} as const
const PITCH = 'PredominantPitch'
const NAMES: readonly string[] = [...Object.keys(FIGURES), PITCH]
/** Fewer names may occur in anything. */
const NAMES_MIN = 3

/** The object of a GAF order's result, which may be inside another; undefined when there is none. */
export function gafResultIn(json: JsonObject): JsonObject | undefined {
  const candidates = [json, ...Object.values(json).filter(isJsonObject)]
  const found = candidates.filter(
    (candidate) => NAMES.filter((name) => Object.hasOwn(candidate, name)).length >= NAMES_MIN,
  )
  if (found.length > 1) {
    throw new UnreadableMeasurementsError(
      'SEVERAL_HOUSES',
      'The file has the results of several GAF orders. Give one file for each of them.',
    )
  }
  return found[0]
}

/** @throws UnreadableMeasurementsError for a result without a figure */
export function readGafJson(json: JsonObject, result: JsonObject): MeasurementFileContent {
  const sheet = new FigureSheet()
  const unit = unitIn([...Object.entries(json), ...Object.entries(result)])
  for (const [key, [name, kind]] of Object.entries(FIGURES)) {
    const given = result[key]
    if (given === undefined || given === null) continue
    const value = readNumber(given, kind, unit)
    if (value === undefined) sheet.warn(`${key} cannot be read as a number, and was left out.`)
    else sheet.add(name, value, 'summary')
  }
  const pitch = readPitch(result[PITCH])
  if (pitch !== undefined) sheet.addPredominantPitch(pitch, 'summary')
  else if (result[PITCH] !== undefined && result[PITCH] !== null)
    sheet.warn(`${PITCH} cannot be read as a pitch, and was left out.`)
  if (sheet.has('roof.eaves_rakes.length')) {
    sheet.warn(
      'GAF measures eaves and rakes together: what a template measures by eaves or by rakes counts as 0. Type them, or measure by eaves_rakes.',
    )
  }
  const figures = sheet.figures()
  if (figures.length === 0) {
    throw new UnreadableMeasurementsError(
      'NO_FIGURES',
      `Recognised: the result of a GAF order. Not found: a readable value of ${NAMES.join(', ')}. Nothing was read.`,
    )
  }
  const id = result['OrderNumber'] ?? json['OrderNumber']
  return {
    source: { vendor: 'GAF', format: 'JSON', version: null, reportId: lineOf(id) },
    figures,
    warnings: sheet.warnings(),
    measurements: sheet.measurements(),
  }
}
