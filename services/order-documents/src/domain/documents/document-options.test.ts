import { expect, it } from 'vitest'
import { chooseDocumentOptions } from './document-options.ts'

it('the organization’s options apply to those that a call omits', () => {
  expect(chooseDocumentOptions({})).toEqual({ kind: 'accepted', options: { mode: 'supplier' } })
  expect(chooseDocumentOptions({ language: null, paper: undefined })).toEqual({
    kind: 'accepted',
    options: { mode: 'supplier' },
  })
})

it('words are read in any case', () => {
  const input = { inputHtml: 'Office', language: 'ES', paper: ' A4', csvPreset: 'Accounting' }
  expect(chooseDocumentOptions(input)).toEqual({
    kind: 'accepted',
    options: { mode: 'office', language: 'es', paper: 'a4', csvPreset: 'accounting' },
  })
})

it.each([
  ['language', { language: 'fr' }],
  ['language', { language: '' }],
  ['paper', { paper: 'a5' }],
  ['csvPreset', { csvPreset: 'sap' }],
])('an unknown %s is refused', (field, input) => {
  expect(chooseDocumentOptions(input)).toMatchObject({ kind: 'unknown-word', field })
})

it('an unknown rendering mode becomes the default and is reported', () => {
  expect(chooseDocumentOptions({ inputHtml: 'poster' })).toEqual({
    kind: 'accepted',
    options: { mode: 'supplier' },
    unknownMode: 'poster',
  })
})
