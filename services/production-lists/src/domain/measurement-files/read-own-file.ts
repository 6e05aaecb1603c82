import { knownKeys } from '@takeoff/contracts/jobs/measurements'
import { jobColumns, recordOfCells, repeatedColumn } from '@takeoff/contracts/jobs/job-record-cells'
import { measurementsViolation } from '@takeoff/contracts/jobs/measurements-violation'
import { UnknownMeasurements } from '@takeoff/contracts/jobs/unknown-measurements'
import { CsvError, parse } from 'csv-parse/sync'
import { isJsonObject, valueAt } from '@takeoff/kit/values/json'
import type { JsonObject } from '@takeoff/kit/values/json'
import { Exact } from '../exact.ts'
import { figureKinds } from './figure-kinds.ts'
import { FigureSheet } from './figure-sheet.ts'
import { isUnitKey, unitIn } from './length-unit.ts'
import { lineOf, namesOf, UnreadableMeasurementsError } from './measurement-file.ts'
import type { MeasurementFileContent, MeasurementFormat } from './measurement-file.ts'

const RECORD_KEYS: ReadonlySet<string> = new Set(['externalIdentifier', 'name', 'measurements'])
/** A header and the only row, and blank rows behind them. */
const CSV_ROWS_MAX = 1_000

/** Measurements in our own form; undefined for anything else. A record of an import file has them inside it. */
export function ownMeasurementsIn(json: unknown): JsonObject | undefined {
  const record = recordIn(json)
  if (record === undefined) return undefined
  const { measurements } = record
  const isRecord = Object.keys(record).every((key) => RECORD_KEYS.has(key))
  if (isRecord && isJsonObject(measurements)) return measurements
  return Object.keys(record).some((key) => knownKeys.has(key)) ? record : undefined
}

function recordIn(json: unknown): JsonObject | undefined {
  const list = isJsonObject(json) && Array.isArray(json['jobs']) ? json['jobs'] : json
  if (!Array.isArray(list)) return isJsonObject(json) ? json : undefined
  if (list.length !== 1) {
    throw new UnreadableMeasurementsError(
      'SEVERAL_HOUSES',
      `The file has ${list.length} records. A measurement file is of one house; many jobs are imported by jobsImport or npm run import.`,
    )
  }
  return isJsonObject(list[0]) ? list[0] : undefined
}

/**
 * Measurements in our own form; unknown keys are kept, as in every import.
 * @throws UnreadableMeasurementsError for values that measurements cannot have
 */
export function readOwnMeasurements(
  json: JsonObject,
  format: MeasurementFormat,
): MeasurementFileContent {
  if (unitIn(Object.entries(json)) === 'metres') {
    throw new UnreadableMeasurementsError(
      'UNIT',
      'Our own measurements are in feet and square feet; this file says metres. Convert it first.',
    )
  }
  const measurements = Object.fromEntries(Object.entries(json).filter(([key]) => !isUnitKey(key)))
  const violation = measurementsViolation(measurements)
  if (violation !== undefined) {
    throw new UnreadableMeasurementsError(
      'INVALID_VALUE',
      `Recognised: our own measurements. But ${violation.path || 'the file'} ${violation.reason}. Nothing was read.`,
    )
  }
  const sheet = new FigureSheet()
  addFigures(sheet, measurements)
  const unknown = new UnknownMeasurements()
  unknown.add(measurements, '')
  for (const sentence of unknown.sentences()) sheet.warn(sentence)
  const figures = sheet.figures()
  if (figures.length === 0) {
    throw new UnreadableMeasurementsError(
      'NO_FIGURES',
      `Recognised: our own measurements with ${namesOf(Object.keys(json))}. They have no figures, so nothing was read. Export the report again with its measurements.`,
    )
  }
  const source = { vendor: 'TAKEOFF', format, version: null, reportId: null } as const
  return { source, figures, warnings: sheet.warnings(), measurements }
}

function addFigures(sheet: FigureSheet, measurements: JsonObject): void {
  for (const name of figureKinds.keys()) {
    const value = valueAt(measurements, name.split('.'))
    if (typeof value === 'number') sheet.add(name, new Exact(value), 'typed')
  }
  const pitches = valueAt(measurements, ['roof', 'pitch'])
  const areas = new Map<string, Exact>()
  for (const part of Array.isArray(pitches) ? (pitches as readonly unknown[]) : []) {
    if (!isJsonObject(part) || typeof part['area'] !== 'number') continue
    const pitch = lineOf(part['roof_pitch']) ?? 'unknown'
    areas.set(pitch, new Exact(part['area']).plus(areas.get(pitch) ?? 0))
  }
  sheet.addPitches(areas, 'typed')
  const predominant = valueAt(measurements, ['roof', 'predominant_pitch'])
  if (typeof predominant === 'string') sheet.addPredominantPitch(lineOf(predominant) ?? '', 'typed')
}

/** Whether the first line of a text names a column of our own CSV. */
export function isOwnCsv(text: string): boolean {
  const [header = ''] = text.split(/\r\n|\n|\r/, 1)
  const columns = header.split(',').map((column) => column.trim().replaceAll('"', ''))
  return columns.some((column) => jobColumns.includes(column))
}

/** @throws UnreadableMeasurementsError unless the file has one row below its header */
export function readOwnCsv(text: string): MeasurementFileContent {
  const [header, ...rows] = rowsOf(text)
  const columns = (header ?? []).map((cell) => cell.trim())
  const [cells] = rows
  const twin = repeatedColumn(columns)
  if (twin !== undefined) {
    throw new UnreadableMeasurementsError(
      'AMBIGUOUS',
      `The CSV has the column ${namesOf([twin])} twice.`,
    )
  }
  if (cells === undefined || rows.length > 1 || cells.length !== columns.length) {
    throw new UnreadableMeasurementsError(
      'SEVERAL_HOUSES',
      `A CSV of measurements has a header and one row with as many cells; this one has ${rows.length} rows. Many jobs are imported by npm run import.`,
    )
  }
  const read = recordOfCells(columns, cells)
  if (read.kind === 'rejected') {
    throw new UnreadableMeasurementsError(
      'INVALID_VALUE',
      `The column ${namesOf([read.path])} ${read.reason}.`,
    )
  }
  const measurements = (read.json as { readonly measurements?: unknown }).measurements
  if (!isJsonObject(measurements)) {
    throw new UnreadableMeasurementsError('NO_FIGURES', 'The CSV has no measurements in its row.')
  }
  return readOwnMeasurements(measurements, 'CSV')
}

function rowsOf(text: string): string[][] {
  try {
    return parse(text, {
      relax_column_count: true,
      skip_empty_lines: true,
      // A spreadsheet saves a blank row as separators alone.
      skip_records_with_empty_values: true,
      to: CSV_ROWS_MAX,
      record_delimiter: ['\r\n', '\n', '\r'],
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new UnreadableMeasurementsError('MALFORMED', `The CSV cannot be read: ${error.message}.`)
  }
}
