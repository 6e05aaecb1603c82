import { expect, it } from 'vitest'
import type { DocumentOptionsInput } from '../domain/documents/document-options.ts'
import { readDocumentOptions } from './read-document-options.ts'

const read = (input: DocumentOptionsInput, warnings: string[] = []) =>
  readDocumentOptions({ warnings }, input, 'document')

it('the organization’s options apply to those that a call omits', () => {
  expect(read({})).toEqual({ mode: 'supplier' })
  expect(read({ language: null, paper: undefined })).toEqual({ mode: 'supplier' })
})

it('words are read in any case', () => {
  const input = { inputHtml: 'Office', language: 'ES', paper: ' A4', csvPreset: 'Accounting' }
  expect(read(input)).toEqual({
    mode: 'office',
    language: 'es',
    paper: 'a4',
    csvPreset: 'accounting',
  })
})

it.each([
  ['language', { language: 'fr' }],
  ['language', { language: '' }],
  ['paper', { paper: 'a5' }],
  ['csvPreset', { csvPreset: 'sap' }],
])('an unknown %s is refused', (field, input) => {
  const argument = `document.${field}`
  expect(() => read(input)).toThrow(expect.objectContaining({ extensions: { argument } }))
})

it('an unknown rendering mode becomes the default, with a warning', () => {
  const warnings: string[] = []
  expect(read({ inputHtml: 'poster' }, warnings)).toEqual({ mode: 'supplier' })
  expect(warnings).toEqual([expect.stringContaining('"poster" is no rendering mode')])
})
