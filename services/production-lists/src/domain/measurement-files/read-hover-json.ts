import { isJsonObject, valueAt } from '@takeoff/kit/values/json'
import type { JsonObject } from '@takeoff/kit/values/json'
import { Exact } from '../exact.ts'
import { figureKinds } from './figure-kinds.ts'
import { FigureSheet } from './figure-sheet.ts'
import { unitIn } from './length-unit.ts'
import { lineOf, NAME_SHOWN_MAX, UnreadableMeasurementsError } from './measurement-file.ts'
import type { MeasurementFileContent } from './measurement-file.ts'
import { readNumber, readPitch } from './read-number.ts'
import type { LengthUnit } from './read-number.ts'

/** Where the full export has other names than the summarised one. */
const FULL: Readonly<Record<string, string>> = {
  'corners.inside.qty': 'corners.inside_corners_qty',
  'corners.inside.len': 'corners.inside_corners_len',
  'corners.outside.qty': 'corners.outside_corners_qty',
  'corners.outside.len': 'corners.outside_corners_len',
  'accessories.shutter.qty': 'accessories.shutter_qty',
  'accessories.shutter.area': 'accessories.shutter_area',
  'accessories.vents.qty': 'accessories.vents_qty',
  'accessories.vents.area': 'accessories.vents_area',
}
/** Keys of HOVER's exports that our own measurements do not have. */
const OWN_KEYS = ['property_id', 'external_identifier', 'elevations', 'facades', 'siding_waste']

/** Whether an object is an export of HOVER: full with `summary`, or summarised with a key that only HOVER writes. */
export function isHoverJson(json: JsonObject): boolean {
  return isJsonObject(json['summary']) || OWN_KEYS.some((key) => Object.hasOwn(json, key))
}

/** @throws UnreadableMeasurementsError for an export without a figure */
export function readHoverJson(json: JsonObject): MeasurementFileContent {
  const { summary } = json
  const isFull = isJsonObject(summary)
  const measured = isFull ? summary : json
  const unit = unitIn([...Object.entries(json), ...Object.entries(measured)])
  const sheet = new FigureSheet()
  for (const name of figureKinds.keys()) {
    const path = isFull ? (FULL[name] ?? name) : name
    const from = isFull && name.startsWith('footprint.') ? json : measured
    addFigure(sheet, { name, path, given: valueAt(from, path.split('.')) }, unit)
  }
  addPitches(sheet, valueAt(measured, ['roof', 'pitch']), unit)
  const figures = sheet.figures()
  if (figures.length === 0) {
    throw new UnreadableMeasurementsError(
      'NO_FIGURES',
      `Recognised: the JSON of HOVER, ${isFull ? 'full' : 'summarised'}. Not found: a figure in roof, area, openings, trim, roofline, corners or accessories. Nothing was read.`,
    )
  }
  const id = measured['property_id'] ?? json['property_id'] ?? measured['external_identifier']
  return {
    source: {
      vendor: 'HOVER',
      format: 'JSON',
      version: lineOf(json['version']),
      reportId: lineOf(id),
    },
    figures,
    warnings: sheet.warnings(),
    measurements: sheet.measurements(),
  }
}

function addFigure(
  sheet: FigureSheet,
  { name, path, given }: { readonly name: string; readonly path: string; readonly given: unknown },
  unit: LengthUnit,
): void {
  if (given === undefined || given === null) return
  const value = readNumber(given, figureKinds.get(name) ?? 'length', unit)
  if (value !== undefined) sheet.add(name, value, 'summary')
  else sheet.warn(`${path} is ${shown(given)}, which cannot be read as a number, and was left out.`)
}

function addPitches(sheet: FigureSheet, given: unknown, unit: LengthUnit): void {
  if (given === undefined || given === null) return
  const areas = new Map<string, Exact>()
  for (const part of Array.isArray(given) ? (given as readonly unknown[]) : [given]) {
    const pitch = isJsonObject(part) ? readPitch(part['roof_pitch']) : undefined
    const area = isJsonObject(part) ? readNumber(part['area'], 'area', unit) : undefined
    if (pitch === undefined || area === undefined) {
      return sheet.warn(
        'roof.pitch has a part without a readable roof_pitch and area: it was left out.',
      )
    }
    areas.set(pitch, area.plus(areas.get(pitch) ?? 0))
  }
  sheet.addPitches(areas, 'summary')
}

function shown(value: unknown): string {
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' ? 'an object' : `"${lineOf(value, NAME_SHOWN_MAX) ?? ''}"`
}
