import { redact } from './redact.ts'

const LENGTH_MAX = 2_000
/** More than enough for the stored text: redacting 64 KiB would take longer than the request. */
const BYTES_MAX = 8_192
/** The end of cut bytes may hold half a secret, which is not recognizable by its form. */
const CUT_LENGTH = 1_024
/** A text with a larger share of control characters is not worth storing. */
const NO_TEXT_SHARE_MAX = 0.1

export interface ResponseBody {
  readonly body: Buffer
  readonly contentType: string | undefined
}

/**
 * The beginning of a receiver's response as text that may be stored and shown, without credentials; undefined
 * when it is empty.
 * @param known values that must not be stored anywhere in the text
 */
export function responseText(
  { body, contentType }: ResponseBody,
  known: readonly string[] = [],
): string | undefined {
  if (body.length === 0) return undefined
  const text = decode(body.subarray(0, BYTES_MAX), contentType)
  if (!isText(text)) return `[${body.length} bytes that are no text]`
  let clean = redact(text, known)
  // Cut after redacting, so that no half token remains. toWellFormed: PostgreSQL rejects half a character, and with
  // it the whole batch of results.
  if (body.length > BYTES_MAX) clean = clean.slice(0, -CUT_LENGTH).toWellFormed()
  clean = clean.trim()
  if (clean === '') return undefined
  return clean.length <= LENGTH_MAX ? clean : `${clean.slice(0, LENGTH_MAX).toWellFormed()}…`
}

/** Replaces control characters, which PostgreSQL's text, terminals or people cannot read, with U+FFFD. */
function decode(bytes: Buffer, contentType = ''): string {
  const [, charset = 'utf-8'] = /charset\s{0,8}=\s{0,8}"?([\w:.-]{1,40})/i.exec(contentType) ?? []
  const text = /^utf-?8$/i.test(charset) ? bytes.toString() : decodeAs(charset, bytes)
  // eslint-disable-next-line no-control-regex
  return text.replace(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/g, '\uFFFD')
}

function decodeAs(charset: string, bytes: Buffer): string {
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    // Unknown charset.
    return bytes.toString()
  }
}

function isText(text: string): boolean {
  const others = text.split('\uFFFD').length - 1
  return others <= text.length * NO_TEXT_SHARE_MAX
}
