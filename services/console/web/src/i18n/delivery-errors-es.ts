import { byPattern } from './by-pattern.ts'
import type { Translation } from './by-pattern.ts'

/** Spanish of the errors of deliveries that the server states in English. */
const errors: readonly Translation[] = [
  [
    /^answered (\d+) \(redirects are not followed\)$/,
    'Respondió $1 (no se siguen las redirecciones)',
  ],
  [/^answered (\d+) \(gone\)$/, 'Respondió $1 (ya no existe)'],
  [/^answered (\d+)$/, 'Respondió $1'],
  [/^no response in time$/, 'No respondió a tiempo'],
  [/^connection timed out$/, 'No se logró la conexión a tiempo'],
  [/^connection refused$/, 'Conexión rechazada'],
  [/^connection lost$/, 'Se perdió la conexión'],
  [/^name not found$/, 'No se encontró el nombre'],
  [/^address not allowed$/, 'La dirección no está permitida'],
  [/^no route$/, 'No hay ruta a la dirección'],
  [/^certificate not trusted$/, 'El certificado no es de confianza'],
  [/^TLS failed$/, 'Falló TLS'],
  [/^not HTTP$/, 'La respuesta no es HTTP'],
  [/^network error$/, 'Error de red'],
  [/^the verification code expired$/, 'El código de verificación venció'],
  [/^could not be prepared on our side$/, 'No se pudo preparar de nuestro lado'],
]

/** An error of a delivery in Spanish; one that has no Spanish sentence is returned as it is. */
export const deliveryErrorEs = (sentence: string): string => byPattern(errors, sentence)

/** The English of the errors. A contract test compares them with docs/webhooks.md. */
export const deliveryErrorPatterns: readonly RegExp[] = errors.map(([pattern]) => pattern)
