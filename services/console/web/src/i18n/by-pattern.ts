/**
 * A sentence of the server by its pattern, and its translation with `$1`, `$2`, … for what the pattern captures. `textOfOne`
 * replaces the translation where `$1` is 1. A function writes the translation from what the pattern captures.
 */
export type Translation = readonly [
  pattern: RegExp,
  text: string | ((parts: readonly string[]) => string),
  textOfOne?: string,
]

/** The sentence in the language of the translations; one that has none is returned as it is. */
export function byPattern(translations: readonly Translation[], sentence: string): string {
  for (const [pattern, text, textOfOne] of translations) {
    const found = pattern.exec(sentence)
    if (found === null) continue
    if (typeof text === 'function') return text(found.slice(1))
    const chosen = (found[1] === '1' ? textOfOne : undefined) ?? text
    return chosen.replaceAll(/\$(\d)/g, (_, part) => found[Number(part)] ?? '')
  }
  return sentence
}
