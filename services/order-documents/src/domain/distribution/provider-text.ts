const LENGTH_MAX = 500

/** What a provider said, as one line that every column and every page can hold. */
export function providerText(text: string): string {
  const characters = Array.from(
    text
      .toWellFormed()
      .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
      .trim(),
  )
  if (characters.length <= LENGTH_MAX) return characters.join('')
  return `${characters.slice(0, LENGTH_MAX - 1).join('')}…`
}
