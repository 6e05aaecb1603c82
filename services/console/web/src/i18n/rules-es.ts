import { byPattern } from './by-pattern.ts'
import type { Translation } from './by-pattern.ts'

/** Spanish of the rules about values that the server states in English, by their pattern. */
const rules: readonly Translation[] = [
  [/must not be blank/, 'No puede estar vacío.'],
  [/must have at most (\d+) characters/, 'Puede tener $1 caracteres como máximo.'],
  [/must have at most (\d+) decimals/, 'Puede tener $1 decimales como máximo.'],
  [/must have at most (\d+) (?:ids|items)/, 'Puede tener $1 elementos como máximo.'],
  [/must have at least one line/, 'Debe tener al menos una línea.'],
  [/must have at least one measure/, 'Debe tener al menos una medida.'],
  [/must be from (\S+) to (\d+) requests/, 'Debe estar entre $1 y $2 solicitudes por segundo.'],
  [/must be from (\S+) to ([\d.]*\d)/, 'Debe estar entre $1 y $2.'],
  [/must not be negative/, 'No puede ser negativo.'],
  [/must be at most ([\d.]*\d)\.?$/, 'Puede ser $1 como máximo.'],
  [/must be at most ([\d.]*\d): no more is ordered/, 'Puede ser $1 como máximo: no se pidió más.'],
  [/must be one of (.+)\.$/, 'Debe ser uno de estos valores: $1.'],
  [
    /must be one line of printable characters/,
    'Debe ser una sola línea, sin tabulaciones ni otros caracteres de control.',
  ],
  [/must be an email address/, 'Debe ser una dirección de correo electrónico.'],
  [
    /must be the address of a page/,
    'Debe ser la dirección de una página, como https://example.com/tejas.',
  ],
  [/must be an absolute URL/, 'Debe ser una dirección completa, como https://example.com/hooks.'],
  [/must begin with https:/, 'Debe comenzar con https://.'],
  [/must name a public address/, 'Debe ser una dirección pública; esta es privada o reservada.'],
  [/must not contain a user name or password/, 'No puede contener un usuario ni una contraseña.'],
  [/must be a day as (\S+)\.$/, 'Debe ser una fecha como $1.'],
  [/must be in the past/, 'Debe estar en el pasado.'],
  [/must be later than since/, 'Debe ser posterior al comienzo.'],
  [/unknown measure ("[^"]*")/, 'La medida $1 no existe.'],
  [/a second time\. Name it once|Named more than once/, 'Está repetido. Indíquelo una sola vez.'],
  [
    /discount of \S+ would be more than the prices/,
    'El descuento sería mayor que los precios de la lista.',
  ],
  [/is archived; restore it first/, 'Está archivado. Restáurelo primero o elija otro.'],
  [/Templates .+ are archived/, 'Hay plantillas archivadas. Restáurelas o elija otras.'],
  [
    /all MATERIAL or all LABOR/,
    'Una orden es solo de materiales o solo de mano de obra. Haga dos.',
  ],
  [/Choose at least one event/, 'Elija al menos un evento.'],
  [/header (\S+) cannot be chosen/, 'El encabezado $1 lo pone el remitente. Use un nombre propio.'],
  [
    /This code is not valid/,
    'El código no es válido o ya no lo es. Use el más reciente o pida otro.',
  ],
  [/csv is empty/, 'El archivo está vacío: su primera fila debe nombrar las columnas.'],
  [/csv has no column (.+)\. Add/, 'Faltan columnas: $1.'],
  [/csv has unknown columns: (.+)\. Known/, 'Hay columnas desconocidas: $1.'],
  [
    /csv does not separate its columns by commas/,
    'El archivo no separa las columnas con comas. Guárdelo con comas.',
  ],
  [/csv has the column (.+) twice/, 'La columna $1 está dos veces.'],
  [/csv has a quote on line (\d+)/, 'Las comillas de la línea $1 no se cierran.'],
]

/** Beside its field a rule begins with a capital letter. */
const anyCase = rules.map(([pattern, ...texts]): Translation => [
  new RegExp(pattern, 'i'),
  ...texts,
])

/** A rule in Spanish; one that has no Spanish sentence is returned as it is. */
export const ruleEs = (message: string): string => byPattern(anyCase, message)

/** The English of the rules. A contract test finds each in a message of the server. */
export const rulePatterns: readonly RegExp[] = rules.map(([pattern]) => pattern)
