/**
 * Reads a number of 0 or more as people type it: `1,234.5`, ` 12 `, and `0,125` where the only comma cannot separate
 * thousands.
 * @returns undefined for any other text
 */
export function parseNumber(text: string): number | undefined {
  const trimmed = text.trim()
  const plain = /^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/.test(trimmed)
    ? trimmed.replaceAll(',', '')
    : trimmed.replace(/^(\d+),(\d+)$/, '$1.$2')
  return /^(?:\d+(?:\.\d*)?|\.\d+)$/.test(plain) ? Number(plain) : undefined
}
