import { describe, expect, it, test } from 'vitest'
import { sampleModel } from '../testing/sample-model.ts'
import {
  copyTexts,
  countText,
  dateText,
  orderWordsOf,
  purchaseOrderText,
  subtitlesOf,
  titleOf,
  tradeText,
} from './wording.ts'
import { english } from './words-en.ts'
import { spanish } from './words-es.ts'

test.each([
  ['10045-22', 'PO 10045-22'],
  ['PO-1001', 'PO-1001'],
  ['po 7', 'po 7'],
  ['POLK-3', 'PO POLK-3'],
  [' ', undefined],
  [null, undefined],
])('the purchase order number %j is called %j', (purchaseOrderNumber, text) => {
  expect(purchaseOrderText(purchaseOrderNumber)).toBe(text)
})

test.each([
  ['ROOF', 'Roof', 'Techo'],
  ['siding', 'Siding', 'Revestimiento'],
  ['CHIMNEY_SWEEP', 'Chimney sweep', 'Chimney sweep'],
])('the trade %s is called %s, in Spanish %s', (trade, en, es) => {
  expect(tradeText(trade, 'en')).toBe(en)
  expect(tradeText(trade, 'es')).toBe(es)
})

test('a date is written in words, in the language of the document and the time zone of the organization', () => {
  const date = new Date('2026-11-21T23:59:00Z')
  expect(dateText(date, 'en')).toBe('November 21, 2026')
  expect(dateText(date, 'es')).toBe('21 de noviembre de 2026')
  expect(dateText(date, 'en', 'Asia/Tokyo')).toBe('November 22, 2026')
})

describe('the title', () => {
  const { order } = sampleModel(1)

  it.each([
    ['supplier', 'MATERIAL', 'Material order', 'Orden de materiales'],
    ['office', 'LABOR', 'Labor order', 'Orden de mano de obra'],
    ['crew', 'LABOR', 'Crew work order', 'Orden de trabajo'],
  ] as const)('of a %s copy of a %s order is %s or %s', (mode, kind, en, es) => {
    expect(titleOf({ mode, kind, language: 'en', order })).toBe(en)
    expect(titleOf({ mode, kind, language: 'es', order })).toBe(es)
  })

  it('of a crew’s copy of materials still names the supplier as such', () => {
    const model = { mode: 'crew', kind: 'MATERIAL', language: 'en' } as const
    expect(titleOf({ ...model, order })).toBe('Crew work order')
    expect(orderWordsOf(model)).toMatchObject({
      vendor: 'Supplier',
      list: 'Material list',
      description: 'Work',
    })
    expect(countText(model, 3)).toBe('3 lines in this order')
  })

  it('of a change order names the changed order', () => {
    const changes = { id: 'x', purchaseOrderNumber: '10045-21', createdAt: new Date(0) }
    const model = { ...sampleModel(1), mode: 'office', order: { ...order, changes } } as const
    const both = { en: { ...model, language: 'en' }, es: { ...model, language: 'es' } } as const
    expect(titleOf(both.en)).toBe('Change order')
    expect(subtitlesOf(both.en)).toEqual([
      'to material order PO 10045-21',
      'Office copy with prices',
    ])
    expect(titleOf(both.es)).toBe('Orden de cambio')
    expect(subtitlesOf(both.es)).toEqual([
      'a la orden de materiales PO 10045-21',
      'Copia de oficina con precios',
    ])
  })
})

it('a cancelled or replaced order says so under its title', () => {
  const { order } = sampleModel(1)
  const cancelledAt = new Date('2026-11-29T12:00:00Z')
  const replacedBy = { id: 'x', purchaseOrderNumber: '10045-23', createdAt: new Date(0) }
  const ended = { ...order, cancelledAt, replacedBy }
  const model = { ...sampleModel(1), order: ended }
  expect(subtitlesOf({ ...model, language: 'en' })).toEqual([
    'Cancelled on November 29, 2026',
    'Replaced by order PO 10045-23',
  ])
  expect(subtitlesOf({ ...model, language: 'es' })).toEqual([
    'Cancelada el 29 de noviembre de 2026',
    'Reemplazada por la orden PO 10045-23',
  ])
})

test('the copies of an order are distinguished by their words', () => {
  const { order } = sampleModel(1)
  const plain = { mode: 'supplier', kind: 'MATERIAL', language: 'en', order } as const
  const changes = { id: 'x', purchaseOrderNumber: null, createdAt: new Date(0) }
  const copies = [
    copyTexts(plain),
    copyTexts({ ...plain, mode: 'office' }),
    copyTexts({ ...plain, mode: 'crew', language: 'es' }),
    copyTexts({ ...plain, order: { ...order, changes } }),
  ]
  expect(copies).toEqual([[], ['Office copy with prices'], ['Orden de trabajo'], ['Change order']])
})

test('both languages have the same words', () => {
  const keys = (words: object): string[] =>
    Object.entries(words).flatMap(([key, value]) =>
      typeof value === 'object' && key !== 'trades' ? [key, ...keys(value as object)] : [key],
    )
  const texts = JSON.stringify([english, spanish])
  expect(keys(spanish)).toEqual(keys(english))
  expect(texts).not.toContain('""')
})
