/** Keeps a text of the page's head to a few lines, so that it can never fill the page. */
export function shorten(text: string, charactersMax = 160): string {
  const characters = Array.from(text)
  if (characters.length <= charactersMax) return text
  return `${characters.slice(0, charactersMax).join('')}…`
}
