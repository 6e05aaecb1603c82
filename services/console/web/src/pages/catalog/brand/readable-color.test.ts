import { expect, test } from 'vitest'
import { readableColor } from './readable-color.ts'

test('a dark color stays as it is', () => {
  expect(readableColor('#1f4e79')).toBe('#1f4e79')
})

test('a light color is darkened until white paper shows it', () => {
  expect(readableColor('#ffffff')).toBe('#717171')
  expect(readableColor('#ffcc00')).not.toBe('#ffcc00')
})
