import { hasDuplicateKey, parseJson } from '@takeoff/kit/values/json'
import { measurementsViolation } from '@takeoff/contracts/jobs/measurements-violation'
import { isJsonObject } from '@takeoff/kit/values/json'
import { MEASUREMENT_FILE_BYTES_MAX } from '@takeoff/kit/values/request-size'
import { decodeFile } from './decode-file.ts'
import { namesOf, UnreadableMeasurementsError } from './measurement-file.ts'
import type { MeasurementFileContent } from './measurement-file.ts'
import { gafResultIn, readGafJson } from './read-gaf-json.ts'
import { isHoverJson, readHoverJson } from './read-hover-json.ts'
import { readJsonTree } from './read-json-tree.ts'
import { isOwnCsv, ownMeasurementsIn, readOwnCsv, readOwnMeasurements } from './read-own-file.ts'
import { readReportTree, reportRoots } from './read-report-tree.ts'
import { readXml } from './read-xml.ts'

/**
 * Recognises the file of a measuring tool by its content, and reads it.
 * @throws UnreadableMeasurementsError with what was recognised, what was not, and what to give instead
 */
export function readMeasurementFile(bytes: Uint8Array): MeasurementFileContent {
  if (bytes.byteLength > MEASUREMENT_FILE_BYTES_MAX) {
    throw new UnreadableMeasurementsError(
      'TOO_MUCH',
      `A measurement file must have at most ${MEASUREMENT_FILE_BYTES_MAX} bytes.`,
    )
  }
  const content = readText(decodeFile(bytes))
  const violation = measurementsViolation(content.measurements)
  if (violation === undefined) return content
  throw new UnreadableMeasurementsError(
    'INVALID_VALUE',
    `${violation.path || 'The file'} ${violation.reason}.`,
  )
}

function readText(text: string): MeasurementFileContent {
  const start = text.trimStart()
  if (start.startsWith('<')) return readReportTree(readXml(start), 'XML')
  if (start.startsWith('{') || start.startsWith('[')) return readJson(start)
  if (isOwnCsv(start)) return readOwnCsv(start)
  throw new UnreadableMeasurementsError(
    'UNKNOWN_CONTENT',
    'Recognised: text. Not recognised: XML, JSON, or CSV with our columns. Export the report as XML or JSON.',
  )
}

function readJson(text: string): MeasurementFileContent {
  const json = parseJson(text)
  if (json === undefined) {
    throw new UnreadableMeasurementsError(
      'MALFORMED',
      'The file is not valid JSON. Export it again.',
    )
  }
  if (hasDuplicateKey(text, json)) {
    throw new UnreadableMeasurementsError(
      'AMBIGUOUS',
      'The file has an object with a key twice, so its figures are not certain. Export it again.',
    )
  }
  const [read, ...others] = readersOf(json)
  if (read === undefined) throw unknownJson(json)
  if (others.length > 0) {
    throw new UnreadableMeasurementsError(
      'AMBIGUOUS',
      'The file has the keys of several tools, so it is not certain which counts. Give one file for each.',
    )
  }
  return read()
}

/** A reader for each tool whose keys the file has. */
function readersOf(json: unknown): (() => MeasurementFileContent)[] {
  if (!isJsonObject(json)) return ownReader(json)
  const readers: (() => MeasurementFileContent)[] = reportRoots
    .filter((root) => Object.hasOwn(json, root))
    .map((root) => () => readReportTree(readJsonTree(root, json[root]), 'JSON'))
  const gaf = gafResultIn(json)
  if (gaf !== undefined) readers.push(() => readGafJson(json, gaf))
  return [...readers, ...(isHoverJson(json) ? [() => readHoverJson(json)] : ownReader(json))]
}

function ownReader(json: unknown): (() => MeasurementFileContent)[] {
  const own = ownMeasurementsIn(json)
  return own === undefined ? [] : [() => readOwnMeasurements(own, 'JSON')]
}

function unknownJson(json: unknown): UnreadableMeasurementsError {
  const keys = isJsonObject(json) ? Object.keys(json) : []
  return new UnreadableMeasurementsError(
    'UNKNOWN_CONTENT',
    `Recognised: JSON. Not recognised: ${keys.length === 0 ? 'a list or value' : `the keys ${namesOf(keys)}`}; known are ${reportRoots.join(', ')} (EagleView, HOVER), summary (HOVER), TotalArea with RidgeLength (GAF), and roof, area, openings and the other groups of measurements. Nothing was read.`,
  )
}
