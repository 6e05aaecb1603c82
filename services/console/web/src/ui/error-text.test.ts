import { TakeoffError } from '@takeoff/client'
import { expect, test } from 'vitest'
import { en } from '../i18n/en.ts'
import { es } from '../i18n/es.ts'
import { errorText } from './error-text.ts'

function refusal(code: string, argument?: string, message = `The server says ${code}.`) {
  const extensions = { code, ...(argument !== undefined && { argument }) }
  return new TakeoffError({ code, message, errors: [{ message, extensions }] })
}

test.each([
  ['FORBIDDEN', undefined, 'Su función no permite hacer esto.'],
  ['UNAUTHENTICATED', undefined, 'Su sesión terminó. Inicie sesión otra vez.'],
  [
    'BAD_USER_INPUT',
    'listItems[2].quantity',
    'El servidor no acepta el valor de «cantidad»: The server says BAD_USER_INPUT.',
  ],
  [
    'BAD_USER_INPUT',
    'somethingNew',
    'El servidor no acepta uno de los valores: The server says BAD_USER_INPUT.',
  ],
  ['SOMETHING_NEW', undefined, 'The server says SOMETHING_NEW.'],
])('%s of %s is read in Spanish, by its code', (code, argument, text) => {
  expect(errorText(refusal(code, argument), es)).toBe(text)
})

test('English has the sentence of the server', () => {
  expect(errorText(refusal('CONFLICT'), en)).toBe('The server says CONFLICT.')
})

test('codes of files, materials and prices have Spanish sentences; unknown ones keep the sentence of the server', () => {
  expect(es.measurements.unreadableReason('PDF', 'x')).toContain('PDF')
  expect(es.newList.missingReason('NO_QUANTITY', 'Starter', 'x')).toContain('«Starter»')
  expect(es.list.priceReason('TAX_DIFFERS', 'x')).toContain('impuesto')
  for (const text of [
    es.measurements.unreadableReason('NEW', 'x'),
    es.newList.missingReason('NEW', '', 'x'),
    es.list.priceReason('NEW', 'x'),
  ])
    expect(text).toBe('x')
})
