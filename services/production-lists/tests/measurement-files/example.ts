import { readFileSync } from 'node:fs'
import { readMeasurementFile } from '../../src/domain/measurement-files/read-measurement-file.ts'
import { UnreadableMeasurementsError } from '../../src/domain/measurement-files/measurement-file.ts'
import type { MeasurementFileContent } from '../../src/domain/measurement-files/measurement-file.ts'

/** One house as each tool would export it. Its figures were worked out apart from the program, from its corners. */
export const examples = [
  'eagleview.xml',
  'eagleview.json',
  'hover.xml',
  'hover.json',
  'hover-summarized.json',
  'gaf.json',
  'takeoff.json',
  'takeoff.csv',
] as const
export type Example = (typeof examples)[number]

const folder = new URL('../../../../docs/examples/measurement-files/', import.meta.url)

/** The bytes of an example. */
export function bytesOf(example: Example): Uint8Array {
  return readFileSync(new URL(example, folder))
}

/** The text of an example. */
export function textOf(example: Example): string {
  return new TextDecoder().decode(bytesOf(example))
}

/** Reads a file that is given as a text. */
export function readFileText(text: string): MeasurementFileContent {
  return readMeasurementFile(new TextEncoder().encode(text))
}

/** Why a file is refused. */
export function refusalOf(bytes: Uint8Array | string): string {
  try {
    readMeasurementFile(typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes)
  } catch (error) {
    if (error instanceof UnreadableMeasurementsError) return error.message
    throw error
  }
  throw new Error('the file was read')
}

/** The figures of a file by their names. */
export function figuresIn({ figures }: MeasurementFileContent): Record<string, number | string> {
  return Object.fromEntries(figures.map(({ name, value }) => [name, value]))
}
