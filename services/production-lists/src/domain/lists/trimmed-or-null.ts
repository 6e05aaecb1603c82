/** Texts that differ by the spaces around them only are the same one, as the color of items that share packages. */
export function trimmedOrNull(text: string | null | undefined): string | null {
  return text?.trim() || null
}
