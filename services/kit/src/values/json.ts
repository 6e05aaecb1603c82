/** The value of a JSON text; undefined for invalid JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The line breaks of Unicode that JSON.stringify leaves as they are: next line, line and paragraph separator. */
const LINE_BREAKS = /[\u0085\u2028\u2029]/g

/** A line of NDJSON with its end. Programs that split at any line break read it whole. */
export function jsonLine(value: object): string {
  const escape = (character: string): string =>
    `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  return `${JSON.stringify(value).replaceAll(LINE_BREAKS, escape)}\n`
}
