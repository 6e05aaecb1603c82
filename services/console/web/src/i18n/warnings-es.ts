import { byPattern } from './by-pattern.ts'
import type { Translation } from './by-pattern.ts'
import { formatOf } from './format.ts'

const amountEs = (count: string, unit: string): string =>
  `${count} ${formatOf('es').unit(unit, Number(count))}`

/** Several amounts, each a count and a unit. */
const amountsEs = (amounts: string): string =>
  amounts
    .split(/ and (?=\d)/)
    .map((amount) =>
      amount.replace(/^(\S+) (.+)$/, (_, count: string, unit: string) => amountEs(count, unit)),
    )
    .join(' y ')

/** Spanish of the warnings that the server states in English, by their pattern. */
const warnings: readonly Translation[] = [
  // Measurements
  [
    /(measurements\.\S+) is no known key.*Did you mean (measurements\.\S+)\?/,
    '$1 no es una clave conocida y no se calcula nada con ella. ¿Quiso decir $2?',
  ],
  [
    /(measurements\.\S+) is no known key.*Write a key for each part of it: (.+)\.$/,
    '$1 no es una clave conocida y no se calcula nada con ella. Escriba una clave para cada parte: $2.',
  ],
  [
    /(measurements\.\S+) is more than (measurements\.\S+), ridges and hips together/,
    '$1 es más que $2, cumbreras y limatesas juntas: donde falta la otra parte, cuenta como 0. Indique la longitud correcta de ambas.',
  ],
  [
    /(measurements\.\S+) is no known key/,
    '$1 no es una clave conocida y no se calcula nada con ella.',
  ],
  [
    /(measurements\.\S+) is no number from 0 to (\d+)/,
    '$1 no es un número de 0 a $2 y no se calcula nada con él. Corríjalo u omítalo.',
  ],
  [
    /(measurements\.\S+) is no text/,
    '$1 no es un texto y no se calcula nada con él. Corríjalo u omítalo.',
  ],
  [
    /(measurements\.\S+) is no object/,
    '$1 no es un objeto y no se calcula nada con él. Corríjalo u omítalo.',
  ],
  [
    /^And (\d+) more values? cannot be used/,
    'Otros $1 valores no se pueden usar.',
    'Otro valor no se puede usar.',
  ],
  [
    /^And (\d+) more keys? (?:is|are) unknown/,
    'Otras $1 claves no se conocen.',
    'Otra clave no se conoce.',
  ],
  [/^And more than (\d+) more keys are unknown/, 'Más de otras $1 claves no se conocen.'],
  [
    /(measurements\.\S+) is missing and counts as 0, in the template lines (.+)\.$/,
    'Falta $1 y cuenta como 0, en las líneas de plantilla $2.',
  ],
  [/^And (\d+) more values? (?:is|are) missing/, 'Faltan otros $1 valores.', 'Falta otro valor.'],
  // Files of measurements
  [/^(.+) is negative \((.+)\) and was left out/, '$1 es negativo ($2) y se dejó fuera.'],
  [/^(.+) is above (.+) \((.+)\) and was left out/, '$1 es mayor que $2 ($3) y se dejó fuera.'],
  [
    /^(.+) is (.+), which is unlikely for a house/,
    '$1 es $2, algo improbable en una casa. Revíselo.',
  ],
  [/^(.+) is (.+), which no roof has/, '$1 es $2, que ningún techo tiene, y se dejó fuera.'],
  [
    /^(.+) is (.+), which cannot be read as a number/,
    '$1 es $2, que no se puede leer como número, y se dejó fuera.',
  ],
  [/^(.+) cannot be read as a number/, '$1 no se puede leer como número y se dejó fuera.'],
  [/^(.+) cannot be read as a pitch/, '$1 no se puede leer como pendiente y se dejó fuera.'],
  [
    /^(.+) is (\S+) by its \S+ and (\S+) by its \S+: (\S+) is used/,
    '$1 es $2 en una parte del informe y $3 en otra: se usa $4.',
  ],
  [
    /^The areas by pitch are (\S+) together, and the roof is (\S+)\.$/,
    'Las áreas por pendiente suman $1, y el techo mide $2.',
  ],
  [
    /^GAF measures eaves and rakes together/,
    'GAF mide juntos los aleros y los bordes inclinados: lo que una plantilla mide por uno de ellos cuenta como 0. Escríbalos, o mida por eaves_rakes.',
  ],
  [
    /^roof\.pitch has a part without/,
    'Una parte de roof.pitch no tiene pendiente y área que se puedan leer, y se dejó fuera.',
  ],
  [/^The file has parts that are not read: (.+)\.$/, 'El archivo tiene partes que no se leen: $1.'],
  [
    /^The summary has figures that are not read: (.+)\.$/,
    'El resumen tiene cifras que no se leen: $1.',
  ],
  [
    /^The summary has two values of (.+): both/,
    'El resumen tiene dos valores de $1: ambos se dejaron fuera.',
  ],
  [/^(.+) of several buildings has no sum/, '$1 de varios edificios no se suma y se dejó fuera.'],
  [
    /^Building (\d+) has no OVERALL_SUMMARY/,
    'El edificio $1 no tiene OVERALL_SUMMARY: lo que dicen sus caras y líneas se sumó a las cifras impresas de los demás.',
  ],
  [
    /^Building (\d+) has neither OVERALL_SUMMARY nor/,
    'El edificio $1 no tiene OVERALL_SUMMARY, caras ni líneas: no está en ninguna cifra.',
  ],
  [
    /^These buildings have no faces and lines: (.+)\. Figures/,
    'Estos edificios no tienen caras ni líneas: $1. Las cifras que no están impresas no se calcularon.',
  ],
  [
    /^The areas by pitch are missing in the summary of a building/,
    'Faltan las áreas por pendiente en el resumen de un edificio, así que la suma se dejó fuera.',
  ],
  [
    /^(.+) is missing in the summary of a building/,
    'Falta $1 en el resumen de un edificio, así que la suma se dejó fuera.',
  ],
  [
    /^(.+) cannot be read, so all areas by pitch/,
    '$1 no se puede leer, así que se dejaron fuera todas las áreas por pendiente del resumen.',
  ],
  [/^(\S+) cannot be read: (.+)\.$/, '$1 no se puede leer: $2.'],
  [
    /^LOCATION has a (\S+) of (.+), which is out of range/,
    'LOCATION tiene $1 $2, que está fuera de rango. Ninguna cifra depende de ello.',
  ],
  [
    /^Lines of a type that is not read are in no figure \((\d+)\): (.+)\.$/,
    'Hay líneas de un tipo que no se lee; no están en ninguna cifra ($1): $2.',
  ],
  [
    /^Faces of a type that is not read are in no figure \((\d+)\): (.+)\.$/,
    'Hay caras de un tipo que no se lee; no están en ninguna cifra ($1): $2.',
  ],
  [
    /^(\S+) was not computed\. Lines without points that can be read: (\d+)\.$/,
    '$1 no se calculó. Líneas sin puntos que se puedan leer: $2.',
  ],
  [
    /^(\S+) was not computed\. Faces without a size that can be read: (\d+) of (\d+)\.$/,
    '$1 no se calculó. Caras sin un tamaño que se pueda leer: $2 de $3.',
  ],
  [
    /^The stated size of roof faces differs by more than 1 % from their outline \((\d+)\): (.+)\.$/,
    'El tamaño que dan caras del techo difiere de su contorno en más del 1 % ($1): $2.',
  ],
  [
    /^A roof face states no pitch or size/,
    'Una cara del techo no da pendiente o tamaño, así que no se calcularon las áreas por pendiente.',
  ],
  [/^And (\d+) more warnings?\.$/, 'Y otras $1 advertencias.', 'Y otra advertencia.'],
  // Orders and vendors
  [
    /^Over-ordered: with this, (\S+) (.+?) of (".+") are ordered; the list needs (.+)\.$/,
    ([count = '', unit = '', item = '', needed = '']) =>
      `Se pide de más: con esto se piden ${amountEs(count, unit)} de ${item}; la lista necesita ${needed}.`,
  ],
  [
    /^Over-ordered: with this, (\S+) (.+?) of (".+") are ordered; the list does not have it/,
    ([count = '', unit = '', item = '']) =>
      `Se pide de más: con esto se piden ${amountEs(count, unit)} de ${item}; la lista ya no lo tiene.`,
  ],
  [
    /^Ordered in another unit: with this, (.+) of (".+") are ordered; the list needs (\S+) (.+)\.$/,
    ([sums = '', item = '', count = '', unit = '']) =>
      `Se pide en otra unidad: con esto se piden ${amountsEs(sums)} de ${item}; la lista necesita ${amountEs(count, unit)}.`,
  ],
  [
    /^And (\d+) more items? (?:is|are) over-ordered/,
    'Se piden de más otros $1 artículos.',
    'Se pide de más otro artículo.',
  ],
  [
    /^The list ties items to other vendors than the one of this order: (.+)\.$/,
    'La lista asigna artículos a otros proveedores que el de esta orden: $1.',
  ],
  [
    /the provider receives all (\d+) characters, but its branch may see only about the first (\d+)/,
    'El proveedor recibe los $1 caracteres, pero su sucursal quizá solo vea los primeros $2. Escriba primero lo más importante.',
  ],
  [
    /left out, for the list needs none: (.+)\.$/,
    'Se dejaron fuera, porque la lista ya no necesita ninguno: $1.',
  ],
  [
    /^The CSV has the columns of (.+), but its order system does not take everything in it: (.+)\. Nothing was cut/,
    'El CSV tiene las columnas de $1, pero su sistema no acepta todo lo que contiene: $2. No se cortó nada.',
  ],
  [
    /^Vendors? (.+) (?:has|have) the name (".+") too/,
    'El proveedor $1 también tiene el nombre $2, quizá con otras mayúsculas.',
  ],
]

/** A warning in Spanish; one that has no Spanish sentence is returned as it is. */
export const warningEs = (sentence: string): string => byPattern(warnings, sentence)

/** The English of the warnings. A contract test finds each in the sources of the services. */
export const warningPatterns: readonly RegExp[] = warnings.map(([pattern]) => pattern)
