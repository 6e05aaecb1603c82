const LENGTH_MAX = 2_000
const REDACTED = '[redacted]'

/** What must not be kept even when a receiver sends it back: secrets, tokens, credentials in fields. */
const CREDENTIALS: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  [/whsec_[A-Za-z0-9+/=_-]+/g, REDACTED],
  [/\bv1,[A-Za-z0-9+/]{20,}=*/g, REDACTED],
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, REDACTED],
  [/\b(Bearer|Basic)\s+[\w.~+/=-]+/gi, `$1 ${REDACTED}`],
  [
    /("?[\w-]*(?:password|passwd|secret|token|api[_-]?key|authorization|cookie)[\w-]*"?\s*[:=]\s*)("[^"]*"|[^\s,;&<}]+)/gi,
    `$1"${REDACTED}"`,
  ],
]

/** The beginning of a receiver's answer as text that may be stored and shown; undefined when it is empty. */
export function answerText(body: Buffer): string | undefined {
  // PostgreSQL's text takes every character but this one.
  const text = body.toString('utf8').replaceAll('\0', '\uFFFD')
  const clean = CREDENTIALS.reduce((kept, [pattern, to]) => kept.replace(pattern, to), text).trim()
  if (clean === '') return undefined
  // Cutting after redacting: half a token must not slip through. toWellFormed: nor half a character.
  return clean.length <= LENGTH_MAX ? clean : `${clean.slice(0, LENGTH_MAX).toWellFormed()}…`
}
