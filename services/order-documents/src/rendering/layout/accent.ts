import type { Optional } from '@takeoff/kit/values/optional'
import { color } from './page-style.ts'

// The minimum of WCAG 2.2 for text (success criterion 1.4.3).
const CONTRAST_MIN = 4.5

/** A brand's color for text on white paper: darkened until it is readable, the default when it is invalid. */
export function accentOf(brand: Optional<string>): string {
  if (typeof brand !== 'string' || !/^#[\da-f]{6}$/i.test(brand)) return color.accent
  let channels = [1, 3, 5].map((at) => Number.parseInt(brand.slice(at, at + 2), 16))
  while (contrastToWhite(channels) < CONTRAST_MIN) {
    channels = channels.map((channel) => Math.floor(channel * 0.95))
  }
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}

/** Contrast of a color to white by WCAG: 1 for white to 21 for black. */
function contrastToWhite(channels: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = channels.map((channel) => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05)
}
