/** A place in an input in the notation of arguments: `measure[0].width`. */
export function pathOf(path: readonly (PropertyKey | undefined)[]): string {
  return path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part ?? '')}`))
    .join('')
    .replace(/^\./, '')
}
