import { expect, it } from 'vitest'
import { accentOf } from './accent.ts'

it('keeps a color that can be read on white', () => {
  expect(accentOf('#7a1f1f')).toBe('#7a1f1f')
})

it.each(['#ffe14d', '#FFFFFF', '#00ff00', '#a8a8ff'])(
  'darkens %s until it can be read',
  (brand) => {
    const channels = [1, 3, 5].map((at) => Number.parseInt(accentOf(brand).slice(at, at + 2), 16))
    // Luminance of the lightest readable grey: 0.18 is a contrast of 4.5.
    const [red = 0, green = 0, blue = 0] = channels.map((channel) => (channel / 255) ** 2.2)
    expect(0.2126 * red + 0.7152 * green + 0.0722 * blue).toBeLessThan(0.2)
    expect(Math.max(...channels)).toBeGreaterThan(80)
  },
)

it.each([undefined, 'blue', '#12', '#12345g'])('has the default color for %s', (brand) => {
  expect(accentOf(brand)).toBe('#1d4f7c')
})
