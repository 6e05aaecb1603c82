import { TakeoffError } from '@takeoff/client'
import { afterEach, expect, test, vi } from 'vitest'
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
    'INVALID_RESPONSE',
    undefined,
    'El servidor no puede responder en este momento. Intente de nuevo en un minuto.',
  ],
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

test.each([
  [{ currentVersion: 3 }, 'Otra persona cambió esto entretanto. Cargue la página de nuevo.'],
  [{ jobId: 7 }, 'Otra obra ya tiene este número. Elija otro.'],
  [{ templateId: 7 }, 'Otra plantilla ya tiene este nombre, quizá una archivada. Elija otro.'],
  [
    { state: 'placed', distributionOrderId: 'a' },
    'La orden está en el sistema del proveedor. Cancélela primero allí.',
  ],
  [
    { state: 'replaced', replacedById: 'a' },
    'Otra orden ya reemplazó a esta. Cargue la página de nuevo.',
  ],
  [
    { state: 'submitted' },
    'No se guardó nada, porque algo cambió entretanto o ya está en uso. (QXO takes no cancellations.)',
  ],
])('a conflict that names %j is read in Spanish', (named, text) => {
  const message = 'QXO takes no cancellations.'
  const errors = [{ message, extensions: { code: 'CONFLICT', ...named } }]
  expect(errorText(new TakeoffError({ code: 'CONFLICT', message, errors }), es)).toBe(text)
})

afterEach(() => vi.unstubAllGlobals())

test('without a connection, a request without a response says so', () => {
  vi.stubGlobal('navigator', { onLine: false })
  const error = new TakeoffError({ code: 'NETWORK_ERROR', message: 'No response.' })
  expect(errorText(error, en)).toMatch(/^You are offline/)
  vi.stubGlobal('navigator', { onLine: true })
  expect(errorText(error, en)).toMatch(/^The server cannot be reached/)
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
