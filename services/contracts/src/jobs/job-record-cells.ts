import { guardFormula, removeFormulaGuard } from '../formula-guard.ts'
import { readJobRecord } from './job-record.ts'
import type { ReadJobRecord, RejectedJobRecord } from './job-record.ts'
import { measurementPaths } from './measurements.ts'

/** A job for the export: null fields are omitted from its record. */
export interface JobToWrite {
  readonly externalIdentifier: string | null
  readonly name: string | null
  /** Measurements of the newest version; undefined when the job was never measured. */
  readonly measurements: unknown
}

type JsonObject = Record<string, unknown>

const KEY_COLUMN = 'externalIdentifier'
const NAME_COLUMN = 'name'
/** JSON of the measurements that have no column of their own. */
const OTHER_COLUMN = 'other'

/** The columns of an export as CSV, in their order; the dotted ones are measurements, as JSON. */
export const jobColumns: readonly string[] = [
  KEY_COLUMN,
  NAME_COLUMN,
  ...measurementPaths.map((path) => path.join('.')),
  OTHER_COLUMN,
]

/**
 * The cells of a record's row, one for each of `jobColumns`. An empty cell is an absent value. Texts are guarded against
 * evaluation by a spreadsheet. Cells of measurements are JSON, which is never a formula: a negative number stays one.
 */
export function jobCells({ externalIdentifier, name, measurements }: JobToWrite): string[] {
  const rest: unknown = structuredClone(measurements)
  const known = measurementPaths.map((path) => takeFrom(rest, path))
  const isAllTaken = known.some((value) => value !== undefined) && isEmpty(rest)
  return [
    guardFormula(externalIdentifier ?? ''),
    guardFormula(name ?? ''),
    ...known.map(jsonText),
    isAllTaken ? '' : jsonText(rest),
  ]
}

/** The first column that the header of a file names twice. */
export function repeatedColumn(columns: readonly string[]): string | undefined {
  const before = new Set<string>()
  return columns.find((column) => before.size === before.add(column).size)
}

/** Reads and checks the record of a row; columns of unknown measurements are unknown keys. */
export function readJobCells(columns: readonly string[], cells: readonly string[]): ReadJobRecord {
  const read = recordOfCells(columns, cells)
  return read.kind === 'rejected' ? read : readJobRecord(read.json)
}

type CellsRead = { readonly kind: 'read'; readonly json: unknown } | RejectedJobRecord

/** Reads the record of a row as unchecked JSON. */
export function recordOfCells(columns: readonly string[], cells: readonly string[]): CellsRead {
  const filled = columns.flatMap((column, index) => {
    const text = cells[index] ?? ''
    return text === '' ? [] : [[column, isText(column) ? removeFormulaGuard(text) : text] as const]
  })
  const head = Object.fromEntries(filled.filter(([column]) => isHeadColumn(column)))
  const { [KEY_COLUMN]: externalIdentifier, [NAME_COLUMN]: name, [OTHER_COLUMN]: other } = head
  const record = { externalIdentifier, ...(name !== undefined && { name }) }
  const measured = filled.filter(([column]) => !isHeadColumn(column))
  if (other === undefined && measured.length === 0) return { kind: 'read', json: record }

  const rejected = (path: string, reason: string): CellsRead => {
    return { kind: 'rejected', externalIdentifier: externalIdentifier ?? null, path, reason }
  }
  const measurements = other === undefined ? {} : parseJson(other)
  if (measurements === undefined) return rejected(OTHER_COLUMN, 'is not JSON')
  for (const [column, text] of measured) {
    // JSON if it parses, such as a number; otherwise text.
    const json = parseJson(text)
    if (!putInto(measurements, column.split('.'), json === undefined ? text : json)) {
      return rejected(column, `does not fit beside what the column ${OTHER_COLUMN} holds`)
    }
  }
  return { kind: 'read', json: { ...record, measurements } }
}

/** Whether the cells of a column are guarded texts, and not JSON. */
function isText(column: string): boolean {
  return column === KEY_COLUMN || column === NAME_COLUMN
}

function isHeadColumn(column: string): boolean {
  return isText(column) || column === OTHER_COLUMN
}

/** Removes the value at a path, and parents that are then empty. Returns undefined if there is no value. */
function takeFrom(json: unknown, [key, ...path]: readonly string[]): unknown {
  if (key === undefined || !isObject(json) || !Object.hasOwn(json, key)) return undefined
  if (path.length === 0) {
    const value = json[key]
    delete json[key]
    return value
  }
  const value = takeFrom(json[key], path)
  if (value !== undefined && isEmpty(json[key])) delete json[key]
  return value
}

/** Returns false if the path has a value already, or a parent is not an object. */
function putInto(json: unknown, [key, ...path]: readonly string[], value: unknown): boolean {
  if (key === undefined || !isObject(json)) return false
  const isFree = !Object.hasOwn(json, key)
  if (path.length === 0) {
    if (isFree) define(json, key, value)
    return isFree
  }
  if (isFree) define(json, key, {})
  return putInto(json[key], path, value)
}

/** A column may have any name, and none may reach an object's prototype. */
function define(json: JsonObject, key: string, value: unknown): void {
  Object.defineProperty(json, key, { value, configurable: true, enumerable: true, writable: true })
}

function isObject(json: unknown): json is JsonObject {
  return typeof json === 'object' && json !== null && !Array.isArray(json)
}

function isEmpty(json: unknown): boolean {
  return isObject(json) && Object.keys(json).length === 0
}

function jsonText(value: unknown): string {
  return value === undefined ? '' : JSON.stringify(value)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
