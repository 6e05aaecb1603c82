import type { Language } from '../../domain/documents/document-options.ts'

interface Noun {
  readonly one: string
  readonly many: string
}

// The specification's units and those of the trade's price lists: one, many, uno, varios.
const UNITS = `
  bag | bags | bolsa | bolsas
  board | boards | tabla | tablas
  box | boxes | caja | cajas
  bucket | buckets | cubeta | cubetas
  bundle | bundles | paquete | paquetes
  can | cans | lata | latas
  carton | cartons | caja | cajas
  case | cases | caja | cajas
  coil | coils | rollo | rollos
  cubic yard | cubic yards | yarda cúbica | yardas cúbicas
  day | days | día | días
  each | each | unidad | unidades
  foot | feet | pie | pies
  gallon | gallons | galón | galones
  hour | hours | hora | horas
  inch | inches | pulgada | pulgadas
  kit | kits | juego | juegos
  linear foot | linear feet | pie lineal | pies lineales
  load | loads | carga | cargas
  package | packages | paquete | paquetes
  pail | pails | cubeta | cubetas
  pair | pairs | par | pares
  pallet | pallets | tarima | tarimas
  panel | panels | panel | paneles
  piece | pieces | pieza | piezas
  pound | pounds | libra | libras
  roll | rolls | rollo | rollos
  set | sets | juego | juegos
  sheet | sheets | hoja | hojas
  square | squares | cuadro | cuadros
  square foot | square feet | pie cuadrado | pies cuadrados
  square yard | square yards | yarda cuadrada | yardas cuadradas
  stick | sticks | tramo | tramos
  ton | tons | tonelada | toneladas
  tube | tubes | tubo | tubos
  unit | units | unidad | unidades
  yard | yards | yarda | yardas
`

/**
 * A unit as it is written after its quantity: `('BUNDLES', '1')` → `bundle`, or `paquete` in Spanish. An
 * unknown unit keeps its word: `DRUMS` → `drums`.
 */
export function unitText(unit: string, quantity: string, language: Language): string {
  const word = plainWord(unit)
  const noun = nouns[language].get(word)
  if (noun === undefined) return word
  return ONE.test(quantity) ? noun.one : noun.many
}

// The quantity of a credit is negative: `-1`.
const ONE = /^-?1(\.0*)?$/

/** `LINEAR_FEET` → `linear feet`. */
export const plainWord = (word: string): string =>
  word
    .trim()
    .replaceAll(/[_\s]+/g, ' ')
    .toLowerCase()

const nouns = readNouns()

function readNouns(): Record<Language, ReadonlyMap<string, Noun>> {
  const en = new Map<string, Noun>()
  const es = new Map<string, Noun>()
  for (const row of UNITS.trim().split('\n')) {
    const [one = '', many = '', uno = '', varios = ''] = row.split('|').map((word) => word.trim())
    for (const word of [one, many]) {
      en.set(word, { one, many })
      es.set(word, { one: uno, many: varios })
    }
  }
  return { en, es }
}
