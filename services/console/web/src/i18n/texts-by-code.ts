/** Texts by codes of the API. A code that a later version adds has no text. */
export function textsByCode(
  texts: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  return texts
}
