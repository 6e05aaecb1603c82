import type { Optional } from '@takeoff/kit/values/optional'

/** Texts that differ by the spaces around them only are the same one, as the color of items that share packages. */
export function trimmedOrNull(text: Optional<string>): string | null {
  return text?.trim() || null
}
