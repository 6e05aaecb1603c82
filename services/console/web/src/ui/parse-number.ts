/**
 * Reads a number of 0 or more as people type or paste it: `1,234.5`, `$41.50`, `12 %`, `1 234`, and `0,125` where the
 * only comma cannot separate thousands.
 * @returns undefined for any other text
 */
export function parseNumber(text: string): number | undefined {
  const trimmed = text
    .trim()
    .replace(/^\$\s*|\s*%$/, '')
    .replace(/^\d{1,3}(?:\s\d{3})+(?!\d)/, (thousands) => thousands.replaceAll(/\s/g, ''))
  const plain = /^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/.test(trimmed)
    ? trimmed.replaceAll(',', '')
    : trimmed.replace(/^(\d+),(\d+)$/, '$1.$2')
  return /^(?:\d+(?:\.\d*)?|\.\d+)$/.test(plain) ? Number(plain) : undefined
}
