import { JSONParser, TokenType } from '@streamparser/json'
import { readJobRecord } from '@takeoff/contracts/jobs/job-record'
import { LineCounter } from './line-counter.ts'
import type { FileRecord, RecordSource } from './record-source.ts'
import { UnreadableFileError } from './unreadable-file-error.ts'

/**
 * The records of a JSON array, or of the array "jobs" of a JSON object, one after the other.
 * @throws UnreadableFileError where the text stops being JSON, after the records before that place
 */
export async function* readJsonList(
  text: AsyncIterable<string>,
  { name }: RecordSource,
): AsyncGenerator<FileRecord> {
  const found: Found[] = []
  const lines = new LineCounter()
  let parser: JSONParser | undefined
  let isList = false
  let count = 0
  for await (const piece of text) {
    if (parser === undefined) {
      if (piece.trim() === '') {
        lines.skip(Buffer.from(piece))
        continue
      }
      isList = piece.trimStart().startsWith('[')
      parser = createParser(isList, { found, onList: () => (isList = true) })
    }
    const bytes = Buffer.from(piece)
    lines.add(bytes)
    const violation = violationOf(parser, bytes, lines)
    for (const { json, offset } of found.splice(0)) {
      count += 1
      yield { line: lines.lineAt(offset), read: readJobRecord(json) }
    }
    if (violation !== undefined) throw broken(name, count, violation)
  }
  if (parser?.isEnded === false) throw broken(name, count, 'it ends too early')
  if (isList) return
  throw new UnreadableFileError(
    `${name} holds no records. It must be an array of them, or an object with such an array as "jobs".`,
  )
}

/** A record and the byte of the parsed text at which it begins. */
interface Found {
  readonly json: unknown
  readonly offset: number
}

interface ParserOutput {
  readonly found: Found[]
  /** Called at the array "jobs", which may be empty. */
  readonly onList: () => void
}

/** The parser frees each record once it is found; with a second path it would keep all of them. */
function createParser(isList: boolean, { found, onList }: ParserOutput): JSONParser {
  const parser = new JSONParser({ paths: [isList ? '$.*' : '$.jobs.*'], keepStack: false })
  const recordDepth = isList ? 1 : 2
  let depth = 0
  let start = 0
  let lastText = ''
  parser.onToken = ({ token, offset, value }) => {
    if (token === TokenType.STRING) lastText = String(value)
    // The last text before an array in an object is its name.
    const isJobs = !isList && depth === 1 && token === TokenType.LEFT_BRACKET && lastText === 'jobs'
    if (isJobs) onList()
    const opens = token === TokenType.LEFT_BRACE || token === TokenType.LEFT_BRACKET
    const closes = token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET
    if (closes) depth -= 1
    else if (depth === recordDepth && token !== TokenType.COMMA) start = offset
    if (opens) depth += 1
  }
  parser.onValue = ({ value, key }) => {
    if (typeof key === 'number') found.push({ json: value, offset: start })
  }
  return parser
}

function violationOf(parser: JSONParser, bytes: Buffer, lines: LineCounter): string | undefined {
  try {
    parser.write(bytes)
    return undefined
  } catch (error) {
    const { message } = error as Error
    const [, reason, position] = /^(.*?) at .*absolute position "(\d+)"/.exec(message) ?? []
    if (reason === undefined) return message
    return `${reason} at character ${position}, on line ${lines.peek(Number(position))}`
  }
}

function broken(name: string, count: number, violation: string): UnreadableFileError {
  return new UnreadableFileError(
    `${name} is not JSON ${count === 0 ? 'in its first record' : `after record ${count}`}: ${violation}. Repair it and start again; what is imported stays as it is.`,
  )
}
