/**
 * Reads a number of 0 or more as people type or paste it: `1,234.5`, `$41.50`, `12 %`, `1 234`, and `0,125` where the
 * only comma cannot separate thousands. Only spaces do, not tabs and line breaks: those are between two cells.
 * @param sign what may stand beside it; `10%` is no amount of money
 * @returns undefined for any other text
 */
export function parseNumber(text: string, sign?: '$' | '%'): number | undefined {
  const trimmed = withoutSign(text.trim(), sign).replace(
    /^\d{1,3}(?:[ \u00a0\u202f]\d{3})+(?!\d)/,
    (thousands) => thousands.replaceAll(/[ \u00a0\u202f]/g, ''),
  )
  const plain = /^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/.test(trimmed)
    ? trimmed.replaceAll(',', '')
    : trimmed.replace(/^(\d+),(\d+)$/, '$1.$2')
  return /^(?:\d+(?:\.\d*)?|\.\d+)$/.test(plain) ? Number(plain) : undefined
}

function withoutSign(text: string, sign: '$' | '%' | undefined): string {
  if (sign === '$') return text.replace(/^\$\s*/, '')
  return sign === '%' ? text.replace(/\s*%$/, '') : text
}

/** A fraction as the per cent that is typed for it. */
export const percentText = (fraction: number): string => String(Number((fraction * 100).toFixed(5)))
