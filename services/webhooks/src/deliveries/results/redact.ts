const REDACTED = '[redacted]'
/** A shorter value would match ordinary words. */
const KNOWN_LENGTH_MIN = 6

/** Credentials that are recognizable by their form alone. */
const FORMS: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  [
    /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[^]*?(?:-----END [A-Z ]{0,30}PRIVATE KEY-----|$)/g,
    REDACTED,
  ],
  [/whsec_[\w+/=-]+/g, REDACTED],
  [/\bv1,[A-Za-z0-9+/]{20,}=*/g, REDACTED],
  // A JSON Web Token, also a truncated one: {" in base64.
  [/(?<![\w-])eyJ[\w-]{5,}(?:\.[\w-]*){0,4}/g, REDACTED],
  // Key ids of AWS; keys of Google, GitHub, GitLab, Slack, Stripe, OpenAI, Anthropic, SendGrid, npm.
  [/\b(?:AKIA|ASIA)[A-Z0-9]{12,}/g, REDACTED],
  [
    /\b(?:AIza|gh[pousr]_|github_pat_|glpat-|xox[a-z]-|[rs]k_(?:live|test)_|sk-|SG\.|npm_)[\w.-]{16,}/g,
    REDACTED,
  ],
  [/\b(Bearer|Basic)\s{1,8}(?!auth|realm|token)[\w.~+/=-]+/gi, `$1 ${REDACTED}`],
  // User and password of a URL.
  [/(:\/\/)[^\s/@"'<>]{1,400}@/g, `$1${REDACTED}@`],
  // The rest of a header line, which may contain spaces, semicolons and quotes.
  [
    /((?:authorization|cookie)\s{0,8}[:=]\s{0,8})[^\s"'\\[{<](?:(?!\\[rn])[^\r\n<])*/gi,
    `$1${REDACTED}`,
  ],
]

const KEY = String.raw`(?:pass(?:word|wd|phrase)|pwd|secret|token|credential|authorization|cookie|api[-_ ]?key|(?:access|account|auth|encryption|master|private|shared|signing)[-_]?key|sess(?:ion)?[-_.]?id|[cx]srf|signature(?==))`
/** The rest of the name; a look-ahead, so that the pattern does not backtrack: 10 ms for 8 KiB of "token". */
const REST = String.raw`(?=(?<rest>[\w.-]{0,40}))\k<rest>`
/** A quote: plain, escaped once or more, in a URL, or in HTML. */
const QUOTE = String.raw`(?:\\{0,8}["']|%2[27]|&quot;|&#3[49];)`
/** Between a key and its value: as in JSON, forms, YAML, Ruby and PHP, XML, or the cells of a table. */
const BETWEEN = String.raw`(?:\s{0,8}(?:=>|[:=>]|%3[ad])\s{0,8}|\s{0,8}<\/\w{1,10}>\s{0,8}<\w{1,10}>)`
const VALUE = [
  String.raw`"(?:\\[^]|[^"\\])*"?`,
  String.raw`'(?:\\[^]|[^'\\])*'?`,
  // Up to the same quote with the same escaping.
  String.raw`(?<quote>\\+["']|%2[27]|&quot;|&#3[49];)[^]*?(?:(?<!\\)\k<quote>|$)`,
  String.raw`\[[^\]]*\]?`,
  String.raw`\{[^}]*\}?`,
  String.raw`[^\s,;&<}\])"'\\]+`,
].join('|')

/** Credentials that are recognizable by the name before them. */
const FIELD = new RegExp(
  `(?<key>${KEY}${REST}(?:${QUOTE}|\\]){0,3}${BETWEEN})(?!(?:true|false|null)\\b)(?:${VALUE})`,
  'gi',
)

/**
 * The text without credentials: well-known forms, fields with a credential's name, and known values. Each pattern
 * runs in linear time on any text, because the receiver chooses the text. A credential that is cut off at the end
 * of the text is redacted to the end.
 * @param known values that must not be stored, such as headers that were sent
 */
export function redact(text: string, known: readonly string[]): string {
  if (text.length < KNOWN_LENGTH_MIN) return text
  let clean = text
  for (const value of known) {
    if (value.length < KNOWN_LENGTH_MIN) continue
    for (const form of formsOf(value)) clean = clean.replaceAll(form, REDACTED)
  }
  for (const [pattern, replacement] of FORMS) clean = clean.replace(pattern, replacement)
  return clean.replace(FIELD, redactField)
}

/** A value as it is, and as JSON has it: some libraries, such as PHP's, escape slashes, too. */
function formsOf(value: string): ReadonlySet<string> {
  const json = JSON.stringify(value).slice(1, -1)
  return new Set([value, json, json.replaceAll('/', String.raw`\/`)])
}

function redactField(field: string, ...rest: unknown[]): string {
  const { key, quote } = rest.at(-1) as { readonly key: string; readonly quote?: string }
  const [first = ''] = field.slice(key.length)
  const around = quote ?? (first === '"' || first === "'" ? first : '')
  return `${key}${around}${REDACTED}${around}`
}
