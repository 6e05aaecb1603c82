import { SubgraphFault } from '../subgraph-fault.ts'

export interface AnswerHead {
  readonly statusCode: number
  readonly contentType: string | undefined
  /** In bytes, or how its end is told. */
  readonly body: number | 'chunked' | 'until-close'
  /** How long the connection can be used after the answer; 0 when it cannot. */
  readonly idleMs: number
}

/** Values of one name are joined by commas, so that whoever says a length twice says none. */
export interface Fields {
  connection: string | undefined
  contentLength: string | undefined
  contentType: string | undefined
  keepAlive: string | undefined
  transferEncoding: string | undefined
}

interface StatusLine {
  readonly isHttp10: boolean
  readonly statusCode: number
  readonly end: number
}

const STATUS_LINE = /^HTTP\/1\.[01] [1-9]\d\d(?: [\t\x20-\x7e\x80-\xff]*)?(?:\r\n|$)/
const VERSION_AT = 'HTTP/1.'.length
const STATUS_AT = 'HTTP/1.1 '.length
/**
 * No fold, no space before the colon, no bare CR or LF: what another reader could understand in another way. Spaces around
 * the value are not matched apart from it: that would take the square of their number.
 */
const FIELD_LINES = /(?:[\w!#$%&'*+.^`|~-]+:[\t\x20-\x7e\x80-\xff]*(?:\r\n|$))*$/y

const CLOSE = /(?:^|,)[\t ]*close[\t ]*(?:,|$)/i
const KEEP_ALIVE = /(?:^|,)[\t ]*keep-alive[\t ]*(?:,|$)/i
// As undici has them: the other side begins to count its time-out before we do.
const IDLE_MS = 4000
const IDLE_MS_MAX = 600_000
const IDLE_SPARE_MS = 2000
const ANNOUNCED_SECONDS = /(?:^|,)[\t ]*timeout=(\d+)/i

/**
 * Reads status line and header lines, without the empty line that ends them.
 * @throws SubgraphFault when they are no HTTP/1 or leave in doubt where the answer ends
 */
export function parseHead(text: string): AnswerHead {
  const { isHttp10, statusCode, end } = parseStatusLine(text)
  const fields = parseFields(text, end)
  const body = bodyOf(fields, { isHttp10, statusCode })
  const isKept = body !== 'until-close' && !mayHaveStrayBody(statusCode, fields)
  return {
    statusCode,
    contentType: fields.contentType,
    body,
    idleMs: isKept && staysOpen(fields, isHttp10) ? idleMs(fields.keepAlive) : 0,
  }
}

function parseStatusLine(text: string): StatusLine {
  if (!STATUS_LINE.test(text)) throw new SubgraphFault('answered with no status line of HTTP/1')
  return {
    isHttp10: text[VERSION_AT] === '0',
    statusCode: Number(text.slice(STATUS_AT, STATUS_AT + 3)),
    end: lineEnd(text, 0) + 2,
  }
}

/**
 * The fields that are read, by name. All lines are tested at once: to match one after the other takes longer.
 * @throws SubgraphFault when one of the lines is no header
 */
export function parseFields(text: string, start: number): Fields {
  const fields = noFields()
  FIELD_LINES.lastIndex = start
  if (start < text.length && !FIELD_LINES.test(text))
    throw new SubgraphFault('answered with a malformed header')
  for (let at = start, end = start; at < text.length; at = end + 2) {
    end = lineEnd(text, at)
    const colon = text.indexOf(':', at)
    const member = memberOf(text, at, colon)
    if (member === undefined) continue
    const value = trimmed(text.slice(colon + 1, end))
    const before = fields[member]
    fields[member] = before === undefined ? value : `${before}, ${value}`
  }
  return fields
}

function noFields(): Fields {
  return {
    connection: undefined,
    contentLength: undefined,
    contentType: undefined,
    keepAlive: undefined,
    transferEncoding: undefined,
  }
}

/** The lengths of their names. Most of the others differ in it. */
function mayBeRead(nameLength: number): boolean {
  return nameLength === 10 || nameLength === 12 || nameLength === 14 || nameLength === 17
}

/** A look-up by name would have to hash each. */
function memberOf(text: string, start: number, end: number): keyof Fields | undefined {
  if (!mayBeRead(end - start)) return undefined
  const name = text.slice(start, end).toLowerCase()
  if (name === 'content-length') return 'contentLength'
  if (name === 'content-type') return 'contentType'
  if (name === 'connection') return 'connection'
  if (name === 'keep-alive') return 'keepAlive'
  if (name === 'transfer-encoding') return 'transferEncoding'
  return undefined
}

function lineEnd(text: string, start: number): number {
  const end = text.indexOf('\r\n', start)
  return end === -1 ? text.length : end
}

/**
 * `trim` knows more spaces than HTTP does. HTTP knows tabs, too, but Node's parser does not take a `chunked` before one for
 * chunks.
 */
function trimmed(value: string): string {
  let start = 0
  let end = value.length
  while (start < end && value[start] === ' ') start += 1
  while (end > start && value[end - 1] === ' ') end -= 1
  return value.slice(start, end)
}

/** RFC 9112, 6.3, without what it lets a client make out of contradictions. */
function bodyOf(
  fields: Fields,
  { isHttp10, statusCode }: Pick<StatusLine, 'isHttp10' | 'statusCode'>,
): AnswerHead['body'] {
  const { contentLength: length, transferEncoding: coding } = fields
  if (length !== undefined && !/^\d{1,15}$/.test(length))
    throw new SubgraphFault('answered with a malformed content-length')
  if (coding !== undefined && (length !== undefined || isHttp10))
    throw new SubgraphFault('answered with a transfer-encoding that contradicts its head')
  if (coding !== undefined && coding.toLowerCase() !== 'chunked')
    throw new SubgraphFault('answered with an unknown transfer-encoding')
  if (isBodiless(statusCode)) return 0
  if (coding !== undefined) return 'chunked'
  return length === undefined ? 'until-close' : Number(length)
}

function isBodiless(statusCode: number): boolean {
  return statusCode < 200 || statusCode === 204 || statusCode === 304
}

/** A server that announces a body where none can be may send one, which would be read as the next answer. */
function mayHaveStrayBody(statusCode: number, fields: Fields): boolean {
  const { contentLength = '0', transferEncoding } = fields
  return isBodiless(statusCode) && (transferEncoding !== undefined || Number(contentLength) > 0)
}

function staysOpen(fields: Fields, isHttp10: boolean): boolean {
  const { connection: options } = fields
  if (options === undefined) return !isHttp10
  return !CLOSE.test(options) && (!isHttp10 || KEEP_ALIVE.test(options))
}

function idleMs(keepAlive: string | undefined): number {
  const announced = keepAlive === undefined ? null : ANNOUNCED_SECONDS.exec(keepAlive)
  if (announced === null) return IDLE_MS
  const spared = Number(announced[1]) * 1000 - IDLE_SPARE_MS
  return Math.max(0, Math.min(spared, IDLE_MS_MAX))
}
