import { expect, test } from 'vitest'
import { textsLike } from './document-texts.ts'

const OFFICE = { mode: 'office', language: 'es', paper: 'A4', csvPreset: 'accounting' }

test('another document begins with the options of the last one', () => {
  expect(textsLike(OFFICE, true)).toEqual(OFFICE)
  expect(textsLike(undefined, true)).toEqual({
    mode: 'supplier',
    language: '',
    paper: '',
    csvPreset: '',
  })
})

test('it begins without prices for people who may not see them', () => {
  expect(textsLike(OFFICE, false)).toEqual({ ...OFFICE, mode: 'supplier', csvPreset: '' })
  expect(textsLike({ ...OFFICE, mode: 'field', csvPreset: 'default' }, false)).toEqual({
    ...OFFICE,
    mode: 'field',
    csvPreset: 'default',
  })
})
