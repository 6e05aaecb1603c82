import { shortened } from '@takeoff/contracts/character-count'

/** The longest name or reference that the API accepts: a reference of 255 characters. */
const NAME_LENGTH_MAX = 255

/** The longest line below a name: city, region and postal code of 100 characters each, or a phone beside an email. */
export const DETAIL_LENGTH_MAX = 310

/** Cuts a text of the page's head that is longer than the API accepts. */
export function shorten(text: string, charactersMax = NAME_LENGTH_MAX): string {
  return shortened(text, charactersMax)
}
