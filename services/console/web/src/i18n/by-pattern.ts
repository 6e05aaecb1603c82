/**
 * A sentence of the server by its pattern, and its translation with `$1`, `$2`, … for what the pattern captures. `textOfOne`
 * replaces the translation where `$1` is 1.
 */
export type Translation = readonly [pattern: RegExp, text: string, textOfOne?: string]

/** The sentence in the language of the translations; one that has none is returned as it is. */
export function byPattern(translations: readonly Translation[], sentence: string): string {
  for (const [pattern, text, textOfOne = text] of translations) {
    const found = pattern.exec(sentence)
    if (found === null) continue
    const chosen = found[1] === '1' ? textOfOne : text
    return chosen.replaceAll(/\$(\d)/g, (_, part) => found[Number(part)] ?? '')
  }
  return sentence
}
