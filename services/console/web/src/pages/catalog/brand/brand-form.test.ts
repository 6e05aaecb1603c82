import { expect, test } from 'vitest'
import { brandChangeOf, brandViolations, brandFormOf, isColor, rebaseForm } from './brand-form.ts'

const before = brandFormOf({
  orgId: 1,
  name: 'Ridgeline',
  addressLines: ['1 A St'],
  phone: null,
  email: null,
  website: null,
  accentColor: '#1f4e5f',
  logo: null,
  language: 'en',
  paper: 'letter',
  csvPreset: 'default',
  timeZone: null,
  updatedAt: null,
})
const words = { required: 'required', colorWrong: 'color', addressWrong: 'address' }

test('only what was changed is sent', () => {
  const form = { ...before, name: ' New ', accentColor: '', phone: '1' }

  expect(brandChangeOf(form, before, undefined)).toEqual({
    name: 'New',
    accentColor: null,
    phone: '1',
  })
  expect(brandChangeOf(before, before, undefined)).toEqual({})
})

test('what was typed stays when the brand is another, and the rest is taken from it', () => {
  const form = { ...before, name: 'Typed' }
  const now = { ...before, name: 'Ridgeline Ltd', phone: '2' }

  expect(rebaseForm(form, before, now)).toEqual({ ...now, name: 'Typed' })
})

test('a logo is set, removed or left', () => {
  expect(brandChangeOf(before, before, 'AAAA')).toEqual({ logo: 'AAAA' })
  expect(brandChangeOf(before, before, null)).toEqual({ logo: null })
})

test.each([
  ['#1f4e79', true],
  ['#1F4E79', true],
  ['1f4e79', false],
  ['#1f4', false],
  ['#1f4e79; x', false],
])('%j is a color: %j', (text, expected) => {
  expect(isColor(text)).toBe(expected)
})

test('what is obviously wrong is said at its field', () => {
  expect(brandViolations(before, words)).toEqual({})
  expect(
    brandViolations(
      { ...before, name: ' ', accentColor: 'red', addressLines: 'a\n'.repeat(7) },
      words,
    ),
  ).toEqual({ name: 'required', accentColor: 'color', addressLines: 'address' })
})
