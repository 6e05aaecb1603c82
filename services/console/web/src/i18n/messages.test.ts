import { expect, test } from 'vitest'
import { en } from './en.ts'
import { es } from './es.ts'
import { pluralEn, pluralEs } from './plural.ts'

type Words = { readonly [key: string]: unknown }

/** The paths of all words: a text by its value, a text with parts as a function. */
function pathsOf(words: Words, prefix = ''): Map<string, unknown> {
  return new Map(
    Object.entries(words).flatMap(([key, value]) =>
      typeof value === 'object' && value !== null
        ? [...pathsOf(value as Words, `${prefix}${key}.`)]
        : [[`${prefix}${key}`, value] as const],
    ),
  )
}

const english = pathsOf(en)
const spanish = pathsOf(es)

test('Spanish has each word of English, also those that are found by a code', () => {
  expect([...spanish.keys()].toSorted()).toEqual([...english.keys()].toSorted())
})

test('no text is empty', () => {
  const empty = [...english, ...spanish].filter(([, text]) => text === '')
  expect(empty).toEqual([])
})

test('all texts of several words are translated, other than names', () => {
  const same = [...english].filter(
    ([path, text]) => typeof text === 'string' && text.includes(' ') && spanish.get(path) === text,
  )
  expect(same.map(([path]) => path).toSorted()).toEqual([
    'catalog.brand.csvs.abc-supply',
    // In the language of the document that is previewed.
    'catalog.brand.previewTitle.en',
    'catalog.brand.previewTitle.es',
    'measurements.vendors.GAF',
    'orders.documents.csvPresets.abc-supply',
    'orders.documents.csvPresets.srs',
  ])
})

test('counts have their nouns', () => {
  expect(pluralEn(1, 'item', 'items')).toBe('1 item')
  expect(pluralEn(1200, 'item', 'items')).toBe('1,200 items')
  expect(pluralEs(0, 'orden', 'órdenes')).toBe('0 órdenes')
  expect(es.orders.new.placed(1)).toBe('1 orden hecha')
})

test('a list without unsaved changes has no count of them', () => {
  expect([en.list.changes(0), en.list.changes(1)]).toEqual([
    'No unsaved changes',
    '1 unsaved change',
  ])
  expect(es.list.changes(0)).toBe('Sin cambios por guardar')
})
