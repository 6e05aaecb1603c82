import { JSONParser } from '@streamparser/json'
import { readJobRecord } from '@takeoff/contracts/jobs/job-record'
import type { ReadJobRecord } from '@takeoff/contracts/jobs/job-record'
import type { RecordSource } from './record-source.ts'
import { UnreadableFileError } from './unusable-error.ts'

/**
 * The records of a JSON array, or of the array "jobs" of a JSON object, one after the other.
 * @throws UnreadableFileError where the text stops being JSON, after the records before that place
 */
export async function* readJsonList(
  text: AsyncIterable<string>,
  { name }: RecordSource,
): AsyncGenerator<ReadJobRecord> {
  const found: unknown[] = []
  let parser: JSONParser | undefined
  let isList = false
  let count = 0
  for await (const piece of text) {
    if (parser === undefined) {
      if (piece.trim() === '') continue
      isList = piece.trimStart().startsWith('[')
      parser = createParser(isList ? '$.*' : '$.jobs.*', found)
    }
    const violation = violationOf(parser, piece)
    for (const json of found.splice(0)) {
      isList = true
      count += 1
      yield readJobRecord(json)
    }
    if (violation !== undefined) throw broken(name, count, violation)
  }
  if (parser?.isEnded === false) throw broken(name, count, 'it ends too early')
  if (isList) return
  throw new UnreadableFileError(
    `${name} holds no records. It must be an array of them, or an object with such an array as "jobs".`,
  )
}

/** The parser frees each record once it is found; with a second path it would keep all of them. */
function createParser(path: string, found: unknown[]): JSONParser {
  const parser = new JSONParser({ paths: [path], keepStack: false })
  parser.onValue = ({ value, key }) => {
    if (typeof key === 'number') found.push(value)
  }
  return parser
}

function violationOf(parser: JSONParser, piece: string): string | undefined {
  try {
    parser.write(piece)
    return undefined
  } catch (error) {
    const { message } = error as Error
    const [, reason, position] = /^(.*?) at .*absolute position "(\d+)"/.exec(message) ?? []
    return reason === undefined ? message : `${reason} at character ${position}`
  }
}

function broken(name: string, count: number, violation: string): UnreadableFileError {
  return new UnreadableFileError(
    `${name} is not JSON ${count === 0 ? 'in its first record' : `after record ${count}`}: ${violation}. Repair it and start again; what is imported stays as it is.`,
  )
}
