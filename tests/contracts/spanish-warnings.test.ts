import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { warningEs, warningPatterns } from '../../services/console/web/src/i18n/warnings-es.ts'

const services = path.resolve(import.meta.dirname, '../../services')
const textsOf = (pattern: string): string[] =>
  globSync(pattern, { cwd: services }).map((file) =>
    readFileSync(path.join(services, file), 'utf8'),
  )

/** The literals of the services and of their tests, with a number in place of each value. */
const sentences = textsOf('{contracts,production-lists,order-documents}/{src,tests}/**/*.ts')
  .flatMap((text) => [...text.matchAll(/`([^`]+)`|'([^'\n]+)'/g)])
  .map(([, template, text]) => withoutValues(template ?? text ?? ''))

test('each warning that the console has in Spanish is one that the server states', () => {
  const unused = warningPatterns.filter(
    (pattern) => !sentences.some((sentence) => pattern.test(sentence)),
  )
  expect(unused).toEqual([])
})

test('each warning of a measurement file is in Spanish', () => {
  const stated = textsOf('production-lists/src/domain/measurement-files/*.ts')
    .flatMap((text) => [...text.matchAll(/\.warn\(\s*(?:\w+ === undefined\s*\? )?([`'])(.+?)\1/gs)])
    .map(([, , sentence = '']) => withoutValues(sentence))
  expect(stated.length).toBeGreaterThan(15)
  expect(stated.filter((sentence) => warningEs(sentence) === sentence)).toEqual([])
})

test('a warning is in Spanish with its values, and an unknown one stays as it is', () => {
  expect(
    warningEs(
      'measurements.roof.ridge is no known key: nothing is computed from it. Did you mean measurements.roof.ridges?',
    ),
  ).toBe(
    'measurements.roof.ridge no es una clave conocida y no se calcula nada con ella. ¿Quiso decir measurements.roof.ridges?',
  )
  expect(
    warningEs(
      'Over-ordered: with this, 12 BUNDLES of "Shingles" are ordered; the list does not have it any more.',
    ),
  ).toBe('Se pide de más: con esto se piden 12 paquetes de "Shingles"; la lista ya no lo tiene.')
  expect(warningEs('A new warning.')).toBe('A new warning.')
})

test.each([
  ['And 1 more key is unknown.', 'Otra clave no se conoce.'],
  ['And 21 more keys are unknown.', 'Otras 21 claves no se conocen.'],
  ['And more than 90 more keys are unknown.', 'Más de otras 90 claves no se conocen.'],
  ['And 1 more value cannot be used.', 'Otro valor no se puede usar.'],
  ['And 2 more values cannot be used.', 'Otros 2 valores no se pueden usar.'],
  [
    'measurements.roof.parapets.length is no number from 0 to 10000000: nothing is computed from it. Correct it, or leave it out.',
    'measurements.roof.parapets.length no es un número de 0 a 10000000 y no se calcula nada con él. Corríjalo u omítalo.',
  ],
  [
    'measurements.roof.predominant_pitch is no text: nothing is computed from it. Correct it, or leave it out.',
    'measurements.roof.predominant_pitch no es un texto y no se calcula nada con él. Corríjalo u omítalo.',
  ],
  [
    'measurements.roof.roof_facets.area is no known key: nothing is computed from it. Write a key for each part of it: {"roof":{"roof_facets":{"area":…}}}.',
    'measurements.roof.roof_facets.area no es una clave conocida y no se calcula nada con ella. Escriba una clave para cada parte: {"roof":{"roof_facets":{"area":…}}}.',
  ],
  [
    'measurements.roof.ridges.length is more than measurements.roof.ridges_hips.length, ridges and hips together: where the other part is missing, it counts as 0. Give the right length of both.',
    'measurements.roof.ridges.length es más que measurements.roof.ridges_hips.length, cumbreras y limatesas juntas: donde falta la otra parte, cuenta como 0. Indique la longitud correcta de ambas.',
  ],
  ['And 1 more value is missing.', 'Falta otro valor.'],
  ['And 2 more values are missing.', 'Faltan otros 2 valores.'],
  ['And 1 more warning.', 'Y otra advertencia.'],
  ['And 3 more warnings.', 'Y otras 3 advertencias.'],
  [
    'Over-ordered: with this, 8.5 BUNDLES of "Ridge of "oak" caps" are ordered; the list needs 6.',
    'Se pide de más: con esto se piden 8.5 paquetes de "Ridge of "oak" caps"; la lista necesita 6.',
  ],
  [
    'Over-ordered: with this, 1 EACH of "Vent" are ordered; the list does not have it any more.',
    'Se pide de más: con esto se piden 1 unidad de "Vent"; la lista ya no lo tiene.',
  ],
  [
    'Ordered in another unit: with this, 3 BUNDLES and 1.5 SQUARES of "Shingles" are ordered; the list needs 24 SQUARES.',
    'Se pide en otra unidad: con esto se piden 3 paquetes y 1.5 cuadros de "Shingles"; la lista necesita 24 cuadros.',
  ],
  ['And 1 more item is over-ordered.', 'Se pide de más otro artículo.'],
  ['And 4 more items are over-ordered.', 'Se piden de más otros 4 artículos.'],
  [
    'Lines of a type that is not read are in no figure (1): SOFFIT.',
    'Hay líneas de un tipo que no se lee; no están en ninguna cifra (1): SOFFIT.',
  ],
  [
    'Faces of a type that is not read are in no figure (2): DECK, PORCH.',
    'Hay caras de un tipo que no se lee; no están en ninguna cifra (2): DECK, PORCH.',
  ],
  [
    'roof.rakes.length was not computed. Lines without points that can be read: 2.',
    'roof.rakes.length no se calculó. Líneas sin puntos que se puedan leer: 2.',
  ],
  [
    'roof.roof_facets.area was not computed. Faces without a size that can be read: 1 of 3.',
    'roof.roof_facets.area no se calculó. Caras sin un tamaño que se pueda leer: 1 de 3.',
  ],
  [
    'The stated size of roof faces differs by more than 1 % from their outline (1): F1.',
    'El tamaño que dan caras del techo difiere de su contorno en más del 1 % (1): F1.',
  ],
])('%s has the same number in Spanish', (english, spanish) => {
  expect(warningEs(english)).toBe(spanish)
})

/** The innermost values first; of two words the second one stays. */
function withoutValues(template: string): string {
  const without = template.replaceAll(
    /\$\{[^{}]*? : '([^{}']*)'\}|\$\{[^{}]*\}/g,
    (_, word?: string) => word ?? '7',
  )
  return without === template ? template : withoutValues(without)
}
