import { byPattern } from './by-pattern.ts'
import type { Translation } from './by-pattern.ts'

/** Spanish translations of the server's sentences about a row of a price file. Column names stay as in the file. */
const reasons: readonly Translation[] = [
  [/^effective_from is empty/, 'effective_from está vacío: indique el primer día del precio.'],
  [/^(\w+) is empty/, '$1 está vacío.'],
  [
    /^(\w+) must have at most (\d+) characters; it has (\d+)/,
    '$1 puede tener $2 caracteres como máximo; tiene $3.',
  ],
  [/^(\w+) must be one line/, '$1 debe ser una línea de caracteres legibles.'],
  [
    /^(\w+) has a character that could not be read/,
    '$1 tiene un carácter que no se pudo leer: guarde el archivo en UTF-8.',
  ],
  [
    /^coverage and coverage_unit belong together/,
    'coverage y coverage_unit van juntos: indique los dos o ninguno.',
  ],
  [
    /^coverage must be a number above 0, at most (\d+) with at most (\d+) decimals; (.+) is not/,
    'coverage debe ser un número mayor que 0, como máximo $1 con $2 decimales; $3 no lo es.',
  ],
  [/^coverage cannot be calculated with/, 'Con esta cobertura no se puede calcular.'],
  [/^colors must have at most (\d+) colors/, 'colors puede tener $1 colores como máximo.'],
  [
    /^colors: a color must have at most (\d+)/,
    'colors: un color puede tener $1 caracteres como máximo.',
  ],
  [
    /^unit_cost must be an amount .+, at most (\d+) with at most (\d+) decimals; (.+) is not/,
    'unit_cost debe ser un importe como 41.50, como máximo $1 con $2 decimales; $3 no lo es.',
  ],
  [
    /^tax_percent must be from 0 to (\d+) with at most (\d+) decimals.+; (.+) is not/,
    'tax_percent debe estar entre 0 y $1 con $2 decimales como máximo; $3 no lo está.',
  ],
  [
    /^effective_from must be a day such as (\S+); (.+) is not/,
    'effective_from debe ser una fecha como $1; $2 no lo es.',
  ],
  [
    /^effective_to must be empty or a day such as (\S+); (.+) is not/,
    'effective_to debe estar vacío o ser una fecha como $1; $2 no lo es.',
  ],
  [
    /^effective_to (\S+) is before effective_from (\S+)\.$/,
    'effective_to $1 es anterior a effective_from $2.',
  ],
  [
    /^The row has (\d+) cells, the header (\d+)/,
    'La fila tiene $1 celdas y la primera fila, $2. Ponga entre comillas una celda que contenga una coma.',
  ],
  [
    /^Row (\d+) already states the price of (.+) from (\S+) on\.$/,
    'La fila $1 ya indica el precio de $2 a partir de $3.',
  ],
  [
    /^Only the first day is new: the same price is in force since (\S+)\.$/,
    'Solo el primer día es nuevo: el mismo precio está vigente desde $1.',
  ],
]

/** The sentence in Spanish; one without a translation is returned as it is. */
export const priceRowEs = (sentence: string): string => byPattern(reasons, sentence)

/** The English patterns. A contract test requires that the server states each of them. */
export const priceRowPatterns: readonly RegExp[] = reasons.map(([pattern]) => pattern)
