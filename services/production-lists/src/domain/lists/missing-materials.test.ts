import { readFile } from 'node:fs/promises'
import { parseMeasurements } from '@takeoff/contracts/jobs/measurements'
import type { Measurements } from '@takeoff/contracts/jobs/measurements'
import { describe, expect, test } from 'vitest'
import { readDevelopmentTemplates } from '../../development-data.ts'
import { draftItems } from './draft-items.ts'
import { materialChecks } from './material-checks.ts'
import { missingMaterials } from './missing-materials.ts'
import type { ListedItem } from './missing-materials.ts'

/** It has everything that a check is for. */
const dormers = await readHouse('dormers')
const templates = await readDevelopmentTemplates()

async function readHouse(house: string): Promise<Measurements> {
  const file = new URL(`../../../tests/houses/${house}.json`, import.meta.url)
  const { measurements } = JSON.parse(await readFile(file, 'utf8')) as { measurements: unknown }
  const parsed = parseMeasurements(measurements)
  if (parsed.kind === 'rejected') throw new Error(parsed.reason)
  return parsed.measurements
}

const itemsOf = (ids: readonly number[], measurements = dormers) =>
  draftItems({
    templates: ids.flatMap((id) => templates.filter((template) => template.id === id)),
    measurements,
    defaultWasteFactor: 0.1,
  })
const kindsOf = (items: readonly ListedItem[], measurements = dormers) =>
  missingMaterials(items, measurements).map(({ kind }) => kind)

/** The line of each kind in the shipped templates; without it the list lacks exactly that kind. */
const linesOfKinds: Readonly<Record<number, string>> = {
  102: 'starter',
  103: 'ridge_cap',
  105: 'ice_and_water_shield',
  107: 'drip_edge',
  108: 'rake_edge',
  110: 'step_flashing',
  113: 'pipe_boots',
  204: 'ice_and_water_shield',
  205: 'drip_edge',
  206: 'rake_edge',
  208: 'ridge_cap',
  213: 'step_flashing',
  218: 'pipe_boots',
  302: 'siding_starter',
  303: 'siding_trim',
  304: 'outside_corners',
  305: 'inside_corners',
  311: 'house_wrap',
  402: 'siding_starter',
  404: 'siding_trim',
  405: 'outside_corners',
  406: 'inside_corners',
  410: 'house_wrap',
  502: 'starter',
  503: 'ridge_cap',
  505: 'ice_and_water_shield',
  507: 'drip_edge',
  508: 'rake_edge',
  510: 'step_flashing',
  513: 'pipe_boots',
  602: 'siding_starter',
  604: 'siding_trim',
  605: 'outside_corners',
  606: 'inside_corners',
  610: 'house_wrap',
}

describe.each(templates.map(({ id, name }) => [id, name] as const))('template %i, %s', (id) => {
  test('lacks nothing', () => {
    expect(kindsOf(itemsOf([id]))).toEqual([])
  })

  test('lacks exactly the kind of each line that is removed, or whose quantity is 0', () => {
    const items = itemsOf([id])
    for (const { templateLineId } of items) {
      const kind = linesOfKinds[templateLineId ?? 0]
      const expected = kind === undefined ? [] : [kind]
      const without = items.filter((item) => item.templateLineId !== templateLineId)
      expect([templateLineId, kindsOf(without)]).toEqual([templateLineId, expected])
      const none = items.map((item) =>
        item.templateLineId === templateLineId ? { ...item, quantity: 0, carriedIn: 0 } : item,
      )
      expect([templateLineId, kindsOf(none)]).toEqual([templateLineId, expected])
    }
  })
})

test('each check has a line in the shipped templates, and a kind of its own', () => {
  const kinds = materialChecks.map(({ kind }) => kind)
  expect(new Set(kinds).size).toBe(kinds.length)
  expect([...new Set(Object.values(linesOfKinds))].toSorted()).toEqual(kinds.toSorted())
})

test.each([
  ['a roof and siding', [1, 3]],
  ['a metal roof and fiber cement', [2, 4]],
])('a list of %s lacks nothing', (_name, ids) => {
  expect(kindsOf(itemsOf(ids))).toEqual([])
})

/** An item that no template made. */
const byHand = (name: string, change: Partial<ListedItem> = {}): ListedItem => ({
  name,
  listItemGroupName: 'Other',
  type: 'MATERIAL',
  tradeType: 'ROOF',
  measure: [],
  calculatedQuantity: 4,
  quantity: 4,
  carriedIn: 0,
  ...change,
})
const without = (lineIds: readonly number[], ids: readonly number[]) =>
  itemsOf(ids).filter(({ templateLineId }) => !lineIds.includes(templateLineId ?? 0))

test.each([
  ['Starter, 120 ft', 102],
  ['Atlas Pro-Cut Starter', 102],
  ['CertainTeed SwiftStart', 102],
  ['Shadow Ridge cap shingles', 103],
  ['IKO Hip and Ridge 12', 103],
  ['Hip/Ridge', 103],
  ['Grace Ice & Water Shield', 105],
  ['CertainTeed WinterGuard', 105],
  ['Self-adhered underlayment', 105],
  ['Drip edge', 107],
  ['Gutter apron 10 ft', 107],
  ['Drip-Edge white', 108],
  ['Gable trim', 108],
  ['Step flashing, prebent', 110],
  ['Pipe boots', 113],
  ['3 in pipe collar', 113],
  ['Lead boot', 113],
])('"%s", added by hand, takes the place of line %i', (name, lineId) => {
  expect(kindsOf(without([lineId], [1]))).toHaveLength(1)
  expect(kindsOf([...without([lineId], [1]), byHand(name)])).toEqual([])
})

test.each([
  ['Starter strip', 302],
  ['J-Channel', 303],
  ['Corner post', 304],
  ['Inside corner', 305],
  ['House wrap 9 x 100', 311],
  ['Tyvek HomeWrap', 311],
  ['Weather-resistive barrier', 311],
])('"%s" of a list of roof and siding takes the place of line %i', (name, lineId) => {
  expect(kindsOf(without([lineId], [1, 3]))).toHaveLength(1)
  expect(kindsOf([...without([lineId], [1, 3]), byHand(name)])).toEqual([])
})

test.each([
  ['Cap nails', 103],
  ['Ridge vent', 103],
  ['Drip edge nails', 107],
  ['Tyvek tape', 311],
  ['Inside corner', 304],
])('"%s" does not take the place of line %i', (name, lineId) => {
  const list = without([lineId], [1, 3])
  expect(kindsOf([...list, byHand(name)])).toEqual(kindsOf(list))
})

test.each([
  [107, 'Drip edge', 'eaves_rakes'],
  [108, 'Drip edge', 'eaves_rakes'],
  [304, 'Outside corner post', 'outside_corner_count'],
  [305, 'Inside corner post', 'inside_corner_count'],
] as const)('instead of line %i, "%s" may be driven by %s', (lineId, name, measure) => {
  const list = without([lineId], [1, 3])
  const driven = byHand(name, {
    measure: [{ measure }],
    tradeType: lineId < 300 ? 'ROOF' : 'SIDING',
  })
  expect(kindsOf(list)).toHaveLength(kindsOf(itemsOf([1, 3])).length + 1)
  expect(kindsOf([...list, driven])).toEqual(kindsOf(itemsOf([1, 3])))
})

test('labor and items of quantity 0 do not take the place of a material', () => {
  const list = without([103], [1])
  expect(kindsOf([...list, byHand('Ridge cap', { type: 'LABOR' })])).toEqual(['ridge_cap'])
  expect(kindsOf([...list, byHand('Ridge cap', { quantity: 0 })])).toEqual(['ridge_cap'])
})

test('an item whose need the leftovers of the same product cover is not lacking', () => {
  const items = itemsOf([4]).map((item) =>
    item.templateLineId === 406 ? { ...item, quantity: 0, carriedIn: 9 } : item,
  )
  expect(kindsOf(items)).toEqual([])
})

test('what the property does not have is not missed', () => {
  const gable: Measurements = {
    roof: { roof_facets: { area: 1680 }, gutters_eaves: { length: 104 }, rakes: null },
  }
  expect(kindsOf(itemsOf([1], gable), gable)).toEqual([])
  const cut = itemsOf([1], gable).filter(({ templateLineId }) =>
    [101, 113].includes(templateLineId ?? 0),
  )
  expect(kindsOf(cut, gable)).toEqual(['starter', 'ice_and_water_shield', 'drip_edge'])
})

test('eaves and rakes that are measured together are missed together', () => {
  const together: Measurements = {
    roof: { roof_facets: { area: 1680 }, eaves_rakes: { length: 180 } },
  }
  const cut = itemsOf([1], together).filter(({ templateLineId }) =>
    [101, 113].includes(templateLineId ?? 0),
  )
  expect(missingMaterials(cut, together)).toEqual(
    ['starter', 'ice_and_water_shield', 'drip_edge', 'rake_edge'].map((kind) =>
      expect.objectContaining({ kind, measure: 'eaves_rakes', measured: 180 }),
    ),
  )
  expect(missingMaterials(cut, together)[0]?.reason).toBe(
    'The property has 180 ft of eaves and rakes together, and the list has no starter strip.',
  )
})

test('a list without a covering is not checked: a repair, labor, or an empty list', () => {
  expect(kindsOf([])).toEqual([])
  expect(kindsOf([byHand('Sealant')])).toEqual([])
  expect(kindsOf(itemsOf([1]).filter(({ type }) => type === 'LABOR'))).toEqual([])
  expect(kindsOf(itemsOf([3]).map((item) => ({ ...item, tradeType: 'GUTTERS' })))).toEqual([])
})

test('a reason states what the property has, and the item whose quantity is 0', () => {
  expect(missingMaterials(without([102, 113], [1]), dormers)).toEqual([
    {
      kind: 'starter',
      name: 'Starter strip',
      measure: 'eaves + rakes',
      measured: 366.9,
      measurementUnits: 'linear_feet',
      code: 'NO_ITEM',
      listItemName: null,
      reason: 'The property has 366.9 ft of eaves and rakes, and the list has no starter strip.',
    },
    {
      kind: 'pipe_boots',
      name: 'Pipe boots',
      measure: 'job',
      measured: 1,
      measurementUnits: null,
      code: 'NO_ITEM',
      listItemName: null,
      reason:
        'The property has a roof, which pipes usually pass through, and the list has no pipe boots.',
    },
  ])
  const zero = itemsOf([3]).map((item) =>
    item.templateLineId === 311 ? { ...item, quantity: 0 } : item,
  )
  expect(missingMaterials(zero, dormers)).toMatchObject([
    {
      measurementUnits: 'squares',
      measured: 27.485,
      reason:
        'The property has 27.485 squares of walls to side, and the quantity of "DuPont Tyvek HomeWrap 9 ft x 150 ft" is 0.',
    },
  ])
})

test('names that nearly match take linear time', () => {
  // In quadratic time, this name would take minutes.
  const item = byHand('ridge '.repeat(50_000), { quantity: 0 })
  expect(kindsOf([...itemsOf([1]), item])).toEqual([])
})
